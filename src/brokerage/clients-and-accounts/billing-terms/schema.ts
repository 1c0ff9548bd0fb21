// The shapes of the terms by which accounts are billed, as they are loaded. (docs/billing.md)
import type { Static } from "typebox";
import { day, decimal, id, text } from "../../../values/scalars.ts";
import { object, optional } from "../../../values/wire.ts";

const accountNumber = text({ max: 10, description: "The account that is billed." });

/** How an account is billed from a day on. */
export const BillingTermRecord = object({
  accountNumber,
  from: day({ description: "The first day billed so." }),
  to: optional(day({ description: "The last day billed; open if left out." })),
  billingPlanOid: id({ description: "An advisory plan of the account's firm." }),
  discount: optional(
    decimal({
      places: 2,
      min: "0",
      max: "100",
      description: "Percent of the fee by rates that is not charged; 0 if left out.",
    }),
  ),
  payerAccountNumber: optional(
    text({ max: 10, description: "The account that pays instead; it has an owner in common." }),
  ),
  collect: optional(
    text<"debit" | "invoice">({
      oneOf: ["debit", "invoice"],
      description: "`debit`, if left out: taken from the account. `invoice`: paid from outside.",
    }),
  ),
});
export type BillingTermRecord = Static<typeof BillingTermRecord>;

/** The part of an account that is not billed. */
export const BillingExclusionRecord = object({
  accountNumber,
  securityId: text({
    max: 19,
    pattern: /^(cash|[1-9]\d{0,18})$/,
    description: "The security that is not billed, or `cash`.",
  }),
  from: day({ description: "The first day on which it is not billed." }),
  to: optional(day({ description: "The last such day; open if left out." })),
});
export type BillingExclusionRecord = Static<typeof BillingExclusionRecord>;
