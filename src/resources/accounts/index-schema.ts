// The wire shapes of lists of accounts.
import Type, { type Static } from "typebox";
import { codeList } from "../../reference/codes.ts";
import { codeFrom } from "../../values/contract-form.ts";
import { decimal, text } from "../../values/scalars.ts";
import { nullable, object, optional } from "../../values/wire.ts";

/** Which accounts are listed, and how many at a time. */
export const AccountsQuery = object({
  user: optional(
    text({ max: 64, description: "Only the accounts that this member owns or is permitted on." }),
  ),
  limit: optional(decimal({ places: 0, min: "1", max: "1000", description: "All if left out." })),
  after: optional(
    text({ max: 10, pattern: /^R[A-Z0-9]{8,9}$/, description: "The last number before the list." }),
  ),
});
export type AccountsQuery = Static<typeof AccountsQuery>;

/** An account in a list. */
export const ListedAccount = Type.Object(
  {
    accountNumber: Type.String(),
    accountName: Type.String(),
    accountType: codeFrom(codeList("account-type")),
    billingPlanOid: nullable(Type.String()),
    owners: Type.Array(Type.String(), { description: "Login ids, the primary owner first." }),
    restricted: Type.Boolean({ description: "Whether any restriction is in force." }),
  },
  { title: "ListedAccount" },
);
export type ListedAccount = Static<typeof ListedAccount>;
