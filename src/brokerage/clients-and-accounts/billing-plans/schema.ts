// The shapes of billing plans, by which firms bill. (interface 6.1)
import Type, { type Static } from "typebox";
import { codeList } from "../../../reference/codes.ts";
import { anyName } from "../../../values/names.ts";
import { choice, decimal, id, text } from "../../../values/scalars.ts";
import { list, nullable, object, optional } from "../../../values/wire.ts";

const money = (description: string) => decimal({ places: 2, min: "0", description });

const AssetFeeRecord = object({
  fromAmount: money("From which amount of assets."),
  annualRate: decimal({ places: 6, min: "0", max: "100", description: "Percent a year." }),
});

/** A billing plan as it is loaded. */
export const BillingPlanRecord = object({
  billingPlanOid: id({ examples: ["3001"] }),
  firmOid: id({ description: "The firm that offers the plan." }),
  kind: choice(codeList("billing-plan-kind")),
  name: text({ max: 100, pattern: anyName }),
  description: optional(text({ max: 255 })),
  assetFees: optional(
    list(AssetFeeRecord, {
      description:
        "Fees on assets: a list of {fromAmount, annualRate}, each from its amount up to the next; " +
        "left out, the stored list stays.",
    }),
  ),
  commissionFees: optional(money("Dollars a trade; of an advisory plan alone.")),
  folioFees: optional(money("Dollars a folio and year; of a platform plan alone.")),
});
export type BillingPlanRecord = Static<typeof BillingPlanRecord>;

/** The billing plans of a firm as they are returned. */
export const BillingPlans = Type.Object(
  {
    advisoryBilling: Type.Array(Type.String()),
    platformBilling: nullable(Type.String()),
    brokerageBilling: nullable(Type.String({ description: "Null unless it is disclosed." })),
    brokerageBillingDisclosed: Type.Boolean(),
  },
  { title: "BillingPlans" },
);
export type BillingPlans = Static<typeof BillingPlans>;

const AssetFee = Type.Object(
  { fromAmount: Type.String(), annualRate: Type.String({ description: "Percent a year." }) },
  { title: "AssetFee" },
);
const fees = (description: string) => Type.Optional(nullable(Type.String({ description })));

/** A billing plan as it is returned. */
export const BillingPlan = Type.Object(
  {
    billingPlanId: Type.String(),
    billingPlanType: Type.String({
      enum: ["A", "P", "B"],
      description: "Advisory, platform or brokerage.",
    }),
    description: nullable(Type.String()),
    assetFees: Type.Array(AssetFee, { maxItems: 1_000 }),
    commissionFees: fees("Of an advisory plan alone."),
    folioFees: fees("Of a platform plan alone."),
  },
  { title: "BillingPlan" },
);
export type BillingPlan = Static<typeof BillingPlan>;
