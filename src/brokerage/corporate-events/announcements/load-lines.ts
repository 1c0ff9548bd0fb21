// How lines of corporate events are decided in bulk, as the operator decides one by a request.
import { loadKind } from "../../../platform/bulk/load-kind.ts";
import { rowRules } from "../../../values/row-rule.ts";
import { id, text } from "../../../values/scalars.ts";
import { object, optional } from "../../../values/wire.ts";
import { firmOfAccount } from "../../clients-and-accounts/accounts/reads.ts";
import { decideLines } from "./load-line-queries.ts";

const columns = object({
  eventId: id(),
  accountNumber: text({ max: 10 }),
  action: text({
    oneOf: ["hold", "release", "recompute", "keep"],
    description:
      "`hold` keeps a due line from being booked, `release` makes one due that is held, found or refused, " +
      "`recompute` books what differs, `keep` leaves what could not be reversed.",
  }),
  comment: optional(text({ max: 255, description: "`hold` and `keep` need one." })),
});

const rule = rowRules<{ readonly action: string; readonly comment?: string }>();
const statuses: Readonly<Record<string, string>> = {
  hold: "HELD",
  release: "DUE",
  recompute: "POSTED",
  keep: "KEPT",
};

const workedOut = ["version", "facts_version", "shares", "entitlement", "reason"];

/** The file `corporate-event-lines`. */
export const corporateEventLineKind = loadKind({
  name: "corporate-event-lines",
  about:
    "Decisions on lines of corporate events that are entitled, posting or reversing. A line that is as decided " +
    "stays as it is.",
  columns,
  table: "corporate_event_line",
  ofFirm: firmOfAccount,
  key: ["accountNumber", "eventId"],
  fields: { action: null },
  derived: {
    columns: ["status", "is_due", ...workedOut],
    // Entitlements that were worked out stay as they are on the line.
    of: ({ action }) => ({
      status: statuses[action],
      is_due: action === "recompute",
      version: 0,
      facts_version: "0",
      shares: "0",
      entitlement: {},
    }),
  },
  references: [
    { fields: ["accountNumber"], table: "account", columns: ["account_number"] },
    { fields: ["eventId"], table: "corporate_event", columns: ["event_id"] },
  ],
  rules: [
    rule(["action", "comment"], ({ action, comment }) =>
      (action === "hold" || action === "keep") && comment === undefined
        ? [{ column: "comment", reason: `An action ${action} needs a comment.` }]
        : [],
    ),
  ],
  beforeApply: async (tx, stage, author) => {
    const lines = await decideLines(tx, stage, author);
    return lines.map(({ line, isThere }) => ({
      line,
      column: "action",
      reason: isThere
        ? "The line cannot be changed so from its status, or its event is posted already."
        : "The event has no line of this account.",
    }));
  },
  subject: ({ accountNumber }) => accountNumber,
  example: "eventId,accountNumber,action,comment\n9001,RA1234ABCD,hold,The claim is open",
});
