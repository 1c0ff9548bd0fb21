// The wire shape of what needs attention in a firm. (interface 6)
import type { Static } from "typebox";
import { pageLimit } from "../../../values/page.ts";
import { Type } from "../../../values/type.ts";
import { nullable, nullableText, object } from "../../../values/wire.ts";
import { worklistKinds } from "./worklist-queries.ts";

/** The number of entries listed at most. */
export const WorklistQuery = object({
  limit: pageLimit("100", "500"),
});
export type WorklistQuery = Static<typeof WorklistQuery>;

const day = (description: string) => nullable(Type.String({ format: "date-time", description }));

/** Something that waits for somebody. */
export const WorklistEntry = Type.Object(
  {
    kind: Type.String({
      enum: [...worklistKinds],
      description: "A kind of `waiting` of the firm's overview.",
    }),
    accountNumber: Type.String(),
    accountName: Type.String(),
    id: Type.String({
      description: "Of the item, subscription, transfer or notice; the number of a folio.",
    }),
    code: nullableText("The type of an item or notice, the status of a transfer."),
    title: nullableText("An item's title, an offer, a contra firm, an issuer, or a model."),
    loginId: nullableText("Whose item or subscription it is."),
    targetOid: nullableText("The offer of a subscription; the `folioOid` of a model."),
    since: day("The day on which it began."),
    due: day("The last day on which it can be done."),
  },
  { title: "WorklistEntry" },
);
export type WorklistEntry = Static<typeof WorklistEntry>;

/** The waiting records, in the order in which they are due. */
export const Worklist = Type.Array(WorklistEntry, { maxItems: 500 });
