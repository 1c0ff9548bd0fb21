// How documents are loaded that another system has stored. (docs/documents.md)
import { type Day, endOfDay } from "@bursar/values/dates";
import type { Static } from "typebox";
import { type LoadTools, loadKind } from "../../../platform/bulk/load-kind.ts";
import { codeList } from "../../../reference/codes.ts";
import { rowRules } from "../../../values/row-rule.ts";
import { bool, day, id, instant, text } from "../../../values/scalars.ts";
import { object, optional } from "../../../values/wire.ts";
import { hashOf, kindOf, type ReportType, reportTypes, retainedUntil } from "./document.ts";
import { acceptedType, mostBytes } from "./kept-bytes.ts";
import { isOfStagedDocument, selectRefusedDocuments } from "./load-queries.ts";

const documentTypes = (["account-document-type", "member-document-type"] as const).flatMap((name) =>
  codeList(name).rows.map(({ code }) => code),
);

const DocumentRecord = object({
  owner: text({
    max: 300,
    pattern: /^(?:R[A-Z0-9]{8,9}|member:.+)$/,
    description: "An account number, or `member:` and a login id.",
  }),
  documentOid: id({ description: "Id of the document; no two documents share one." }),
  reportType: optional(
    text<ReportType>({
      oneOf: [...reportTypes],
      description:
        "The kind of paper: `AD` bill, `M` statement, `T` confirmation, `X` 1099, `Y` 1099-R, `W` 5498, " +
        "`R` performance report.",
    }),
  ),
  documentType: optional(
    text({ oneOf: documentTypes, description: "In its place: what the client had sent." }),
  ),
  reportDate: day({ description: "The last day that it reports, or on which it was sent." }),
  name: text({
    max: 120,
    pattern: /^[^/\\"]+$/,
    description: "The name under which it is saved.",
  }),
  isCorrected: optional(bool({ description: "Whether it took the place of an earlier one." })),
  createdTS: optional(
    instant({ description: "When it was made; the end of its `reportDate` if left out." }),
  ),
  file: text({ description: "Name of a file in the folder `documents`." }),
});
type DocumentRecord = Static<typeof DocumentRecord>;

const rule = rowRules<DocumentRecord>();

/** The file `documents`. */
export const documentKind = loadKind({
  name: "documents",
  about:
    "Statements, bills, tax papers and uploads that another system has stored, each with its bytes. A stored " +
    "document never changes.",
  columns: DocumentRecord,
  table: "document",
  key: ["owner", "documentOid"],
  fields: {
    owner: "subject",
    reportDate: "report_on",
    createdTS: null,
    isCorrected: null,
    file: null,
  },
  derived: {
    columns: [
      "kind",
      "report_year",
      "retain_until",
      "is_corrected",
      "created_at",
      "created_by",
      "media_type",
      "byte_count",
      "sha256",
    ],
    of: derivedColumns,
  },
  lists: [
    {
      table: "document_content",
      parent: ["subject", "document_oid"],
      columns: ["report_year", "content"],
      rows: async (row, tools) => {
        const content = await contentOf(row, tools);
        return content === undefined ? [] : [{ report_year: yearOf(row.reportDate), content }];
      },
    },
  ],
  uniques: [
    {
      field: "documentOid",
      columns: ["document_oid"],
      reason: "Another document has this id.",
    },
  ],
  pastDays: ["reportDate"],
  isOnlyAdded: true,
  copiedRows: [{ table: "document_content", where: isOfStagedDocument }],
  rules: [
    rule(["reportType", "documentType"], ({ reportType, documentType }) =>
      (reportType === undefined) === (documentType === undefined)
        ? [{ column: "reportType", reason: "A row has either a reportType or a documentType." }]
        : [],
    ),
  ],
  beforeApply: async (tx) => {
    const refused = await selectRefusedDocuments(tx, mostBytes);
    return refused.map(({ line, fault }) => ({ line, ...faults[fault] }));
  },
  subject: ({ owner }) => owner,
  example: [
    "owner,documentOid,reportType,documentType,reportDate,name,file",
    "RA1234ABCD,4701,M,,2026-01-31,statement-2026-01.pdf,statement-2026-01.pdf",
    "member:ann.whitfield,4702,,CIP_VERIFICATION,2026-01-15,passport.pdf,passport.pdf",
  ].join("\n"),
});

const faults = {
  owner: { column: "owner", reason: "Neither the store nor this load has this account or member." },
  altered: { column: "documentOid", reason: "A stored document never changes; this one differs." },
  bytes: {
    column: "file",
    reason: "It is no PDF of at most 16 MiB; proof of identity may also be a JPEG or PNG image.",
  },
} as const;

async function derivedColumns(row: DocumentRecord, tools: LoadTools) {
  const { reportType, documentType, reportDate } = row;
  const content = await contentOf(row, tools);
  return {
    kind: kindOf(reportType),
    report_year: yearOf(reportDate),
    retain_until: reportType === undefined ? null : retainedUntil(reportDate),
    is_corrected: row.isCorrected ?? false,
    created_at: row.createdTS ?? endOfDay(reportDate),
    created_by: "load",
    media_type: (content && acceptedType(content, documentType)) ?? null,
    byte_count: content === undefined ? null : String(content.length),
    sha256: content === undefined ? null : hashOf(content),
  };
}

/** The content of rows that have been read, so that a file is read once for both tables. */
const contents = new WeakMap<DocumentRecord, Promise<Buffer | undefined>>();

function contentOf(row: DocumentRecord, tools: LoadTools): Promise<Buffer | undefined> {
  const read = contents.get(row) ?? tools.document("file", row.file);
  contents.set(row, read);
  return read;
}

function yearOf(day: Day): string {
  return day.slice(0, 4);
}
