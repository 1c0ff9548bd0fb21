// How the words on papers are loaded.
import { loadKind } from "../../../platform/bulk/load-kind.ts";
import { DisclosureRecord } from "./schema.ts";

/** The file `disclosures`. */
export const disclosureKind = loadKind({
  name: "disclosures",
  about:
    "Texts that the law or a firm requires on statements, performance reports and bills, by topic and day. " +
    "`bursar doctor` names the topics that statements lack.",
  columns: DisclosureRecord,
  table: "disclosure",
  key: ["firmOid", "reportType", "topic", "from"],
  ofFirm: { field: "firmOid" },
  fields: { from: "from_on", to: "to_on" },
  references: [{ fields: ["firmOid"], table: "firm", columns: ["firm_oid"] }],
  constraints: {
    disclosure_days: { column: "to", reason: "The last day lies before the first." },
    disclosure_from_on_check: { column: "from", reason: "It lies before 1900-01-01." },
  },
  subject: ({ firmOid }) => `firm:${firmOid}`,
  audit: "summary",
  canBeWithdrawn: true,
  example: [
    "firmOid,reportType,topic,from,to,words",
    "1002,M,compare,2020-01-01,,Compare this statement with those of your custodian.",
  ].join("\n"),
});
