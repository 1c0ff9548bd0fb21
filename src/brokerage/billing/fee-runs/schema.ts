// The wire shapes of fee runs and of what accounts pay by them. (docs/billing.md)
import type { Static } from "typebox";
import { pageLimit } from "../../../values/page.ts";
import { bool, day, decimal, id, text } from "../../../values/scalars.ts";
import { Type } from "../../../values/type.ts";
import { list, nullable, nullableText, object, optional } from "../../../values/wire.ts";
import { exceptions, warnings } from "./calculated-item.ts";
import { stepNames } from "./calculation/fee-step.ts";
import { feeRunErrors } from "./errors.ts";
import { feeItemLifeCycle, feeRunLifeCycle } from "./life-cycle.ts";

/** The filters of the list of runs. */
export const FeeRunsQuery = object({
  runstatus: optional(text({ oneOf: feeRunLifeCycle.states })),
  limit: pageLimit("50"),
  after: optional(id({ description: "The last run before the list." })),
});
export type FeeRunsQuery = Static<typeof FeeRunsQuery>;

/** The filters of a run's items. */
export const FeeItemsQuery = object({
  state: optional(text({ oneOf: feeItemLifeCycle.states })),
  warning: optional(
    text({
      oneOf: exceptions,
      description: "A warning, or `changed`: posted fees that facts of later would change.",
    }),
  ),
  sort: optional(
    text<"account" | "change">({
      oneOf: ["account", "change"],
      description:
        "By account and line, or by how far the fee is from that of the period before, the farthest first.",
    }),
  ),
  limit: pageLimit("50"),
  after: optional(
    text({
      max: 20,
      pattern: /^R[A-Z0-9]{8,9}-[1-9]\d{0,5}$/,
      description: "The account and line of the last item before the list.",
    }),
  ),
  format: optional(
    text({
      oneOf: ["json", "csv", "custodian"],
      description:
        "`json`, `csv`, or `custodian`: a file by which an outside custodian takes the fees.",
    }),
  ),
});
export type FeeItemsQuery = Static<typeof FeeItemsQuery>;

/** A request to bill a period. */
export const NewFeeRun = object(
  {
    periodEnd: day({ description: "The last day of a month; of plans by quarter, of a quarter." }),
    kind: optional(
      text<"A" | "P" | "B">({
        oneOf: ["A", "P", "B"],
        description:
          "Advisory fees (`A`, if left out); from the operator platform (`P`) or brokerage fees (`B`).",
      }),
    ),
    billingPlanOids: optional(
      list(id(), { description: "The plans that are billed; all of the firm if left out." }),
    ),
    accountNumbers: optional(
      list(text({ max: 10, pattern: /^R[A-Z0-9]{8,9}$/ }), {
        description: "The accounts that are billed; all of the firm if left out.",
      }),
    ),
    postDate: optional(
      day({
        description:
          "The day on which fees are taken; if left out, or too early, that of the approval and the " +
          "firm's days of notice.",
      }),
    ),
  },
  { title: "NewFeeRun", examples: [{ periodEnd: "2025-12-31" }] },
);
export type NewFeeRun = Static<typeof NewFeeRun>;

/** A request to move a run to its next status. */
export const FeeRunUpdate = object(
  {
    runStatus: text({
      oneOf: ["COMPUTING", "APPROVED", "DISCARDED", "REVERSING"],
      description: "`COMPUTING` computes a run again.",
    }),
    comment: optional(text({ max: 255, description: "Required of `REVERSING`." })),
    itemsHash: optional(
      text({
        max: 64,
        pattern: /^[0-9a-f]{64}$/,
        description:
          "Of the run as it was looked at, above all by who approves it: it is refused if an item is another now.",
      }),
    ),
  },
  { title: "FeeRunUpdate", examples: [{ runStatus: "DISCARDED" }] },
);
export type FeeRunUpdate = Static<typeof FeeRunUpdate>;

/** A request to change the fee of an account in a run: one of the changes, and why. */
export const FeeItemUpdate = object(
  {
    line: optional(
      decimal({ places: 0, min: "1", max: "999999", description: "The item's; 1 if left out." }),
    ),
    adjustedAmount: optional(
      decimal({ places: 2, min: "0", description: "From 0.00 up to what was computed." }),
    ),
    excluded: optional(bool({ description: "Whether it is not billed by this run." })),
    paidDate: optional(day({ description: "When an invoice was paid." })),
    retry: optional(bool({ description: "`true` tries again what free cash did not pay." })),
    writeOff: optional(bool({ description: "`true` ends what is due." })),
    reason: text({ max: 255, error: feeRunErrors.reasonMissing }),
  },
  {
    title: "FeeItemUpdate",
    examples: [{ adjustedAmount: "0.00", reason: "Waived for the first quarter" }],
  },
);
export type FeeItemUpdate = Static<typeof FeeItemUpdate>;

/** A request to refund a fee. */
export const NewFeeRefund = object(
  {
    transactionId: id({ description: "The fee that comes back, in whole or in part." }),
    amount: decimal({ places: 2, min: "0.01", description: "At most what is left of it." }),
    reason: text({ max: 255 }),
    comment: optional(text({ max: 255 })),
  },
  {
    title: "NewFeeRefund",
    examples: [{ transactionId: "85001", amount: "1.00", reason: "Billed for days not served" }],
  },
);
export type NewFeeRefund = Static<typeof NewFeeRefund>;

/** The operator's request that a run of a sandbox take its next step. */
export const NextStep = object({}, { title: "NextFeeRunStep", examples: [{}] });

/** As of which day a fee is estimated. */
export const FeeEstimateQuery = object({
  on: optional(day({ description: "The last day of the period; today if left out." })),
});
export type FeeEstimateQuery = Static<typeof FeeEstimateQuery>;

const Text = nullableText();
const Day = Type.String({ format: "date" });
const Instant = nullable(Type.String({ format: "date-time" }));
const Money = Type.String({ description: "Dollars and cents." });

const FeeStep = Type.Object(
  {
    step: Type.String({ enum: [...stepNames] }),
    sum: Type.String({ description: "The calculation." }),
    amount: Type.String({ description: "The result in dollars, of `rate` in percent a year." }),
  },
  { title: "FeeStep" },
);

/** The fee of an account in a run. */
export const FeeItem = Type.Object(
  {
    accountNumber: Type.String(),
    line: Type.String({ description: "A place from 1 among the items of the account." }),
    lineKind: Type.String({
      enum: ["period", "inception", "flow", "refund"],
      description:
        "A period; when billed in advance also the days of an account that began in between, flows of the period before, " +
        "or days not served.",
    }),
    unit: Type.String({ description: "`account:`, `member:` or `household:`, and which." }),
    billingPlanOid: Type.String(),
    from: Day,
    to: Day,
    days: Type.String(),
    basis: Money,
    rate: Type.String({ description: "Percent a year, 6 places." }),
    computed: Money,
    previous: nullableText("The fee billed for the period before."),
    change: nullableText("The fee less `previous`; null without one."),
    adjusted: nullableText(),
    reason: nullableText(
      "Why it could not be taken or given back, as long as that stands; else why the firm changed it.",
    ),
    posted: Money,
    refunded: Money,
    setOff: Type.String({
      description:
        "The amount by which a refund of unserved days lowered a fee that was still due; below 0 on the refund itself.",
    }),
    due: Type.String({
      description: "The unpaid part of a fee for which free cash was insufficient.",
    }),
    state: Type.String({ enum: [...feeItemLifeCycle.states] }),
    warnings: Type.Array(Type.String({ enum: [...warnings] })),
    transactionIds: Type.Array(Type.String()),
    payerAccountNumber: Text,
    collect: Type.String({ enum: ["debit", "invoice"] }),
    retryUntil: nullable(Day),
    paidDate: nullable(Day),
    changed: nullableText("The fee according to facts that arrived after it was posted."),
    steps: Type.Array(FeeStep),
  },
  { title: "FeeItem" },
);
export type FeeItem = Static<typeof FeeItem>;

const FeePayout = Type.Object(
  {
    payee: Type.String(),
    collected: Money,
    refunded: Money,
    carried: Type.String({ description: "The amount owed from the run before, below 0." }),
    amount: Type.String({ description: "The amount paid; below 0 it is owed, and carried over." }),
  },
  { title: "FeePayout" },
);

const UnbilledAccount = Type.Object(
  { accountNumber: Type.String(), billingPlanOid: Type.String() },
  { title: "UnbilledAccount" },
);

/** A fee run with its sums. */
export const FeeRun = Type.Object(
  {
    feeRunOid: Type.String(),
    firmOid: Type.String(),
    kind: Type.String({ enum: ["A", "P", "B"] }),
    runStatus: Type.String({ enum: [...feeRunLifeCycle.states] }),
    periodEnd: Day,
    billingPlanOids: nullable(Type.Array(Type.String())),
    accountNumbers: nullable(Type.Array(Type.String())),
    postDate: nullable(Day),
    accounts: Type.String(),
    units: Type.String(),
    basis: Money,
    computed: Money,
    adjusted: Type.String({ description: "With adjustments, and without excluded items." }),
    previous: nullableText("The fees billed to these accounts for the period before."),
    change: nullableText("`adjusted` less `previous`; null where none was billed before."),
    posted: Type.String({ description: "Less what has come back." }),
    due: Money,
    payouts: nullable(Type.Array(FeePayout)),
    warnings: Type.Record(Type.String(), Type.String(), {
      title: "FeeRunWarnings",
      description:
        "How many items have each warning, and how many are `changed` since the posting.",
    }),
    unbilled: nullable(
      Type.Array(UnbilledAccount, {
        maxItems: 100,
        description:
          "The first 100 accounts of the firm that no run bills, since their terms of the period's last day name a " +
          "plan of another firm; null in a list, of the operator's fees, and once the run is posting.",
      }),
    ),
    itemsHash: nullableText("SHA-256 of its items."),
    createdBy: Text,
    adjustedBy: Type.Array(Type.String()),
    approvedBy: Text,
    approvedAlone: Type.Boolean({
      description: "Whether its one administrator approved what the same person had created.",
    }),
    reversedBy: Text,
    comment: Text,
    createdAt: Type.String({ format: "date-time" }),
    previewedAt: Instant,
    approvedAt: Instant,
    postedAt: Instant,
    endedAt: nullable(
      Type.String({ format: "date-time", description: "When it was discarded or reversed." }),
    ),
    items: nullable(
      Type.Array(FeeItem, {
        maxItems: 100,
        description: "The first 100 items of a run that is being computed, as a dry run shows it.",
      }),
    ),
  },
  { title: "FeeRun" },
);
export type FeeRun = Static<typeof FeeRun>;

/** A fee of an account: what was billed for which days, by what, and what came back. */
export const AccountFee = Type.Object(
  {
    feeRunOid: Type.String(),
    kind: Type.String({ enum: ["A", "P", "B"] }),
    periodEnd: Day,
    ...FeeItem.properties,
  },
  { title: "AccountFee" },
);
export type AccountFee = Static<typeof AccountFee>;

/** The estimated fee of a period that ends on a day; it is not stored. */
export const FeeEstimate = Type.Object(
  {
    accountNumber: Type.String(),
    unit: nullableText(),
    billingPlanOid: nullableText(),
    from: nullable(Day),
    to: Day,
    days: Type.String(),
    basis: Money,
    rate: Type.String({ description: "Percent a year, 6 places." }),
    computed: Money,
    warnings: Type.Array(Type.String({ enum: [...warnings] })),
    steps: Type.Array(FeeStep),
  },
  { title: "FeeEstimate" },
);
export type FeeEstimate = Static<typeof FeeEstimate>;
