// The wire shape of what a person has in all accounts together. (interface 6)
import type { Static } from "typebox";
import { Type } from "../../../values/type.ts";
import { nullable, nullableText } from "../../../values/wire.ts";

const day = (description: string) => Type.String({ format: "date-time", description });

/** The holdings of a person in all accounts together, and the records that wait. */
export const MemberOverview = Type.Object(
  {
    loginId: Type.String(),
    asOf: day("Today in New York."),
    accounts: Type.String({
      description:
        "The accounts that the member owns or is permitted on, as far as the caller sees them.",
    }),
    value: Type.String({ description: "The sum of their last values, with 2 places." }),
    valueDate: nullable(day("The newest of their days.")),
    accountsUnvalued: Type.String({
      description: "Accounts without a value, which the sum leaves out.",
    }),
    cash: nullableText("Of the accounts whose details the caller sees."),
    openItems: Type.String({ description: "Items that wait for an owner whom the caller sees." }),
  },
  { title: "MemberOverview" },
);
export type MemberOverview = Static<typeof MemberOverview>;
