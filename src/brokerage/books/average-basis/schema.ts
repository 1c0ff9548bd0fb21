// The wire shapes of average basis. (interface 4.25)
import type { Static } from "typebox";
import { day, text } from "../../../values/scalars.ts";
import { Type } from "../../../values/type.ts";
import { nullable, nullableText, object, optional } from "../../../values/wire.ts";

/** The elections for a security: elect average basis, revoke the election, or end it. */
export const electionCodes = ["AVE", "AVR", "AVX"] as const;

/** A firm's request for its client, who has elected. */
export const NewElection = object(
  {
    election: text<(typeof electionCodes)[number]>({
      oneOf: electionCodes,
      description:
        "`AVE` elects average basis from today; `AVR` revokes the election as if there had been " +
        "none; `AVX` ends it from today.",
    }),
    planSince: optional(
      day({
        description:
          "The first day of the reinvestment plan: required with `AVE` of stock that is no fund, " +
          "not allowed with the others.",
      }),
    ),
  },
  { title: "NewElection", examples: [{ election: "AVE" }] },
);
export type NewElection = Static<typeof NewElection>;

const encodedDay = (description: string) =>
  nullable(Type.String({ format: "date-time", description }));

/** A security that is held or elected, and the election in force for it. */
const SecurityAverageBasis = Type.Object(
  {
    security: Type.Object(
      {
        ticker: Type.String(),
        cusip: nullableText(),
        id: Type.String(),
        companyName: Type.String(),
        instrumentType: Type.String(),
      },
      { title: "AveragedSecurity" },
    ),
    election: nullable(
      Type.String({ enum: ["AVE"], description: "`AVE` while the basis is averaged, else null." }),
    ),
    since: encodedDay("The day from which the basis is averaged, midnight in New York."),
    planSince: encodedDay("The first day of the reinvestment plan, of stock."),
    byDefault: nullable(
      Type.Boolean({
        description: "Whether the account's `fundsAveragedFrom` elects, not a request of its own.",
      }),
    ),
  },
  { title: "SecurityAverageBasis" },
);
export type SecurityAverageBasis = Static<typeof SecurityAverageBasis>;

/** The securities of an account that have an average basis. */
export const AverageBasis = Type.Object(
  {
    accountNumber: Type.String(),
    fundsAveragedFrom: encodedDay("The day from which every fund of the account is averaged."),
    securities: Type.Array(SecurityAverageBasis, {
      description:
        "The securities that are held or elected, by ticker; none of an account that is not taxable.",
    }),
  },
  { title: "AverageBasis" },
);
export type AverageBasis = Static<typeof AverageBasis>;
