// The wire shapes of the lines of a corporate event, and of what an account is entitled to.
import type { Static } from "typebox";
import { corporateEventKinds } from "../../../reference/codes.ts";
import { codeFrom } from "../../../values/contract-form.ts";
import { pageLimit } from "../../../values/page.ts";
import { bool, day, text } from "../../../values/scalars.ts";
import { Type } from "../../../values/type.ts";
import { nullable, nullableText, object, optional } from "../../../values/wire.ts";
import { lineLifeCycle } from "./life-cycle.ts";

/** The filters of the lines of an event. */
export const LinesQuery = object({
  status: optional(text({ oneOf: lineLifeCycle.states })),
  accountnumber: optional(text({ max: 10, pattern: /^R[A-Z0-9]{8,9}$/ })),
  differs: optional(bool({ description: "Only those that differ by later facts, or do not." })),
  limit: pageLimit("50"),
  after: optional(
    text({ max: 10, pattern: /^R[A-Z0-9]{8,9}$/, description: "The last number before the list." }),
  ),
  format: optional(text({ oneOf: ["json", "csv"], description: "`json` or `csv`." })),
});
export type LinesQuery = Static<typeof LinesQuery>;

const LinePayment = Type.Object(
  {
    component: Type.String({
      description: "A place from 1, an option's id, `cash` or `interest`.",
    }),
    rate: Type.String(),
    shares: Type.String(),
    gross: Type.String(),
    withheld: Type.String(),
    foreign: Type.String(),
  },
  { title: "CorporateEventPayment" },
);

/** The sums of a line. */
const sums = {
  payments: Type.Array(LinePayment),
  newShares: Type.String(),
  fractions: Type.String(),
  cashInLieu: Type.String(),
  reinvestedAmount: Type.String(),
  reinvestedShares: Type.String(),
};

/** The line of an account in an event. */
export const CorporateEventLine = Type.Object(
  {
    accountNumber: Type.String(),
    eventId: Type.String(),
    status: Type.String({ enum: [...lineLifeCycle.states] }),
    version: Type.String({ description: "The version of the terms by which it was worked out." }),
    shares: Type.String({ description: "Held at the opening of the entitlement day." }),
    ...sums,
    notReinvested: nullableText("Why cash stays that a folio would have reinvested."),
    transactionIds: Type.Array(Type.String()),
    foundTransactionIds: Type.Array(Type.String(), {
      description: "Transactions booked without the event.",
    }),
    foundAmount: nullableText(
      "The sum of the transactions that the books already had, for a line that was found.",
    ),
    foundAgrees: nullable(Type.Boolean({ description: "Whether that is what would be paid." })),
    reason: nullableText("Why it is held, or refused by the books."),
    comment: nullableText("Of its last decision, for the operator."),
    differs: Type.Boolean({ description: "Whether later facts or terms would make it another." }),
    recomputed: nullable(
      Type.Object(sums, {
        title: "RecomputedCorporateEventLine",
        description: "The line according to later facts or terms, if it differs.",
      }),
    ),
  },
  { title: "CorporateEventLine" },
);
export type CorporateEventLine = Static<typeof CorporateEventLine>;

/** The operator's request to decide one line. */
export const CorporateEventLineUpdate = object(
  {
    action: text({
      oneOf: ["hold", "release", "recompute", "keep"],
      description:
        "`hold` keeps a due line from being booked, `release` makes one due, `recompute` books what differs, " +
        "`keep` leaves booked what could not be reversed.",
    }),
    comment: optional(text({ max: 255, description: "Required of `hold` and `keep`." })),
  },
  { title: "CorporateEventLineUpdate", examples: [{ action: "hold", comment: "Claim is open" }] },
);
export type CorporateEventLineUpdate = Static<typeof CorporateEventLineUpdate>;

/** The filters of an account's entitlements. */
export const EntitlementsQuery = object({
  from: optional(day({ description: "Only those that are paid from this day on." })),
  to: optional(day({ description: "Only those that are paid up to this day." })),
  status: optional(text({ oneOf: lineLifeCycle.states })),
});
export type EntitlementsQuery = Static<typeof EntitlementsQuery>;

/** The payment of an event to an account, made or to come. */
export const AccountEntitlement = Type.Object(
  {
    eventId: Type.String(),
    kind: codeFrom(corporateEventKinds),
    securityId: Type.String(),
    exDate: nullable(Type.String({ format: "date-time" })),
    payDate: nullable(Type.String({ format: "date-time" })),
    shares: Type.String(),
    gross: Type.String(),
    withheld: Type.String({ description: "Backup withholding and tax of another country." }),
    net: Type.String(),
    status: nullableText("That of its line; null before there is one."),
    estimated: Type.Boolean({ description: "By the position of now, before the entitlement." }),
  },
  { title: "AccountEntitlement" },
);
export type AccountEntitlement = Static<typeof AccountEntitlement>;
