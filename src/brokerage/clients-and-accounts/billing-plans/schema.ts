// The shapes of billing plans, by which firms bill. (interface 6.1)
import type { Static } from "typebox";
import { codeList } from "../../../reference/codes.ts";
import { anyName } from "../../../values/names.ts";
import { bool, choice, decimal, id, text } from "../../../values/scalars.ts";
import { Type } from "../../../values/type.ts";
import { list, nullable, nullableText, object, optional } from "../../../values/wire.ts";

const money = (description: string) => decimal({ places: 2, min: "0", description });

const AssetFeeRecord = object({
  fromAmount: money("From which amount of assets."),
  annualRate: decimal({ places: 6, min: "0", max: "100", description: "Percent a year." }),
});

const SplitRecord = object({
  payee: text({ max: 40, pattern: anyName, description: "The payee." }),
  percent: decimal({
    places: 2,
    min: "0",
    max: "100",
    description: "Percentage of the collected fee.",
  }),
});

/** How a period of an advisory plan is billed. */
const terms = {
  tierType: optional(
    text<"M" | "W">({
      oneOf: ["M", "W"],
      description:
        "`M`, if left out: each part of the basis at its own rate. `W`: the rate of the tier " +
        "reached, on all of it.",
    }),
  ),
  billMode: optional(
    text<"A" | "D">({
      oneOf: ["A", "D"],
      description: "Billed in arrears (`A`, if left out) or in advance (`D`).",
    }),
  ),
  billPeriodVal: optional(
    decimal({ places: 0, min: "1", max: "3", description: "Months of a period, 1 or 3; else 3." }),
  ),
  billPeriodType: optional(text<"M">({ oneOf: ["M"], description: "Months." })),
  basis: optional(
    text<"AVG" | "END">({
      oneOf: ["AVG", "END"],
      description:
        "The mean of the values of all days, or (`END`, if left out) the value on the last day, " +
        "in advance on the day before the first.",
    }),
  ),
  flatFee: optional(money("Dollars a year and unit.")),
  minimumFee: optional(money("The least fee, in dollars a year and unit.")),
  maximumFee: optional(money("The largest fee, in dollars a year and unit.")),
  maximumRate: optional(
    decimal({
      places: 2,
      min: "0",
      max: "100",
      description: "No fee is above this percent of the basis a year; 3.00 if left out.",
    }),
  ),
  excludeCash: optional(bool({ description: "Whether cash is not billed; false if left out." })),
  flowFrom: optional(money("Flows from this amount on are prorated; none if left out.")),
  insufficient: optional(
    text<"P" | "D" | "N">({
      oneOf: ["P", "D", "N"],
      description:
        "If cash is insufficient: take what is there (`P`, if left out), all or nothing (`D`), or let " +
        "cash go below 0 (`N`).",
    }),
  ),
  splits: optional(
    list(SplitRecord, {
      description:
        "The payees: a list of {payee, percent}, together 100.00; the firm alone if empty. Left " +
        "out, the stored list stays.",
    }),
  ),
};

/** The columns of these, which an advisory plan alone has. */
export const termColumns = Object.keys(terms) as (keyof typeof terms)[];

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
  ...terms,
});
export type BillingPlanRecord = Static<typeof BillingPlanRecord>;

/** The billing plans of a firm as they are returned. */
export const BillingPlans = Type.Object(
  {
    advisoryBilling: Type.Array(Type.String()),
    platformBilling: nullableText(),
    brokerageBilling: nullableText("Null unless it is disclosed."),
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

const PlanSplit = Type.Object(
  { payee: Type.String(), percent: Type.String({ description: "With 2 places." }) },
  { title: "PlanSplit" },
);

/** How a period of an advisory plan is billed, with what a plan leaves to the defaults. */
const PlanTerms = Type.Object(
  {
    tierType: Type.String({ enum: ["M", "W"] }),
    billMode: Type.String({ enum: ["A", "D"] }),
    billPeriodVal: Type.String({ enum: ["1", "3"] }),
    billPeriodType: Type.String({ enum: ["M"] }),
    basis: Type.String({ enum: ["AVG", "END"] }),
    flatFee: nullableText("A year and unit."),
    minimumFee: nullableText("A year and unit."),
    maximumFee: nullableText("A year and unit."),
    maximumRate: Type.String({ description: "Percent a year of the basis." }),
    excludeCash: Type.Boolean(),
    flowFrom: nullableText("Null where flows are not prorated."),
    insufficient: Type.String({ enum: ["P", "D", "N"] }),
    splits: Type.Array(PlanSplit, { maxItems: 1_000, description: "Empty: the firm alone." }),
  },
  { title: "PlanTerms" },
);
export type PlanTerms = Static<typeof PlanTerms>;

/** A billing plan as it is returned. */
export const BillingPlan = Type.Object(
  {
    billingPlanId: Type.String(),
    billingPlanType: Type.String({
      enum: ["A", "P", "B"],
      description: "Advisory, platform or brokerage.",
    }),
    description: nullableText(),
    assetFees: Type.Array(AssetFee, { maxItems: 1_000 }),
    commissionFees: fees("Of an advisory plan alone."),
    folioFees: fees("Of a platform plan alone."),
    ...Type.Partial(PlanTerms).properties,
  },
  { title: "BillingPlan" },
);
export type BillingPlan = Static<typeof BillingPlan>;
