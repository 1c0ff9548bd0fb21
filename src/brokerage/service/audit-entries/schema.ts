// The shapes of audit entries, and of what selects them. (interface 4.24)
import type { Static } from "typebox";
import { dateRange } from "../../../values/date-range.ts";
import { pageLimit } from "../../../values/page.ts";
import { decimal, id, text } from "../../../values/scalars.ts";
import { Type } from "../../../values/type.ts";
import { nullableText, object, optional } from "../../../values/wire.ts";

/** How many entries, and before which. */
export const AuditEntriesQuery = object({
  limit: pageLimit("50", "200"),
  before: optional(
    decimal({
      places: 0,
      min: "1",
      max: "999999999999999",
      description: "The sequence of the last entry before the list.",
    }),
  ),
});
export type AuditEntriesQuery = Static<typeof AuditEntriesQuery>;

const AuditedBy = Type.Object(
  {
    kind: Type.String({
      enum: ["client", "firm", "operator", "service"],
      description: "`service` for commands, and for what time brings.",
    }),
    apiUserId: nullableText("Null where it is not the reader's own."),
    loginId: nullableText("The member logged in."),
    actingFor: nullableText("The client acted for."),
  },
  { title: "AuditedBy" },
);

const part = (description: string) =>
  Type.Unsafe<unknown>({ type: ["object", "null"], additionalProperties: true, description });

/** The filters of a search in the entries of all records. */
export const AuditSearchQuery = object({
  range: optional(dateRange({ description: "The days on which they were written; else a week." })),
  subject: optional(
    text({
      max: 200,
      description: "The record: an account number, or `firm:1002` and the like.",
      examples: ["RA00000006"],
    }),
  ),
  operation: optional(text({ max: 100, description: "The id of the operation." })),
  loginid: optional(text({ max: 200, description: "The member who acted, or was acted for." })),
  apiuserid: optional(id({ description: "The API user." })),
  command: optional(
    text({
      max: 100,
      description: "The command that made it: `sweep` for scheduled jobs, `cli:` and a user else.",
    }),
  ),
  requestid: optional(text({ max: 100, description: "The request." })),
  limit: pageLimit("50", "200"),
  after: optional(
    text({ max: 1000, description: "The `after` of the page before, in its `Link`." }),
  ),
});
export type AuditSearchQuery = Static<typeof AuditSearchQuery>;

const entryFields = {
  sequence: Type.String({ description: "From 1, without gaps." }),
  occurredTS: Type.String({ format: "date-time" }),
  operation: Type.String({ description: "The id of the operation." }),
  by: AuditedBy,
  requestId: Type.String(),
  address: nullableText("Null where it is not the reader's own."),
  before: part("The state before; null where there was nothing, or where it is not shown."),
  after: part("The state afterwards, in the same way."),
  detail: part("Further detail."),
  verified: Type.Boolean({
    description: "Whether it is as it was written, behind the entry before it.",
  }),
};

/** The record of a change of an account. */
export const AuditEntry = Type.Object(entryFields, { title: "AuditEntry" });
export type AuditEntry = Static<typeof AuditEntry>;

/** The record of a change of any subject. */
export const FoundAuditEntry = Type.Object(
  {
    subject: Type.String({
      description: "The record: an account number, `firm:1002` and the like.",
    }),
    ...entryFields,
  },
  { title: "FoundAuditEntry" },
);
export type FoundAuditEntry = Static<typeof FoundAuditEntry>;
