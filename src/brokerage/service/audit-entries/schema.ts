// The shapes of audit entries, and of what selects them. (interface 4.24)
import Type, { type Static } from "typebox";
import { decimal } from "../../../values/scalars.ts";
import { nullable, object, optional } from "../../../values/wire.ts";

/** How many entries, and before which. */
export const AuditEntriesQuery = object({
  limit: optional(
    decimal({ places: 0, min: "1", max: "200", description: "How many; 50 if left out." }),
  ),
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
    apiUserId: nullable(Type.String({ description: "Null where it is not the reader's own." })),
    loginId: nullable(Type.String({ description: "The member logged in." })),
    actingFor: nullable(Type.String({ description: "The client acted for." })),
  },
  { title: "AuditedBy" },
);

const part = (description: string) =>
  Type.Unsafe<unknown>({ type: ["object", "null"], additionalProperties: true, description });

/** What a change has recorded of an account. */
export const AuditEntry = Type.Object(
  {
    sequence: Type.String({ description: "From 1, without gaps." }),
    occurredTS: Type.String({ format: "date-time" }),
    operation: Type.String({ description: "The id of the operation." }),
    by: AuditedBy,
    requestId: Type.String(),
    address: nullable(Type.String({ description: "Null where it is not the reader's own." })),
    before: part("What was there before; null where there was nothing, or where it is not shown."),
    after: part("What was there afterwards, in the same way."),
    detail: part("Further detail."),
    verified: Type.Boolean({
      description: "Whether it is as it was written, behind the entry before it.",
    }),
  },
  { title: "AuditEntry" },
);
export type AuditEntry = Static<typeof AuditEntry>;
