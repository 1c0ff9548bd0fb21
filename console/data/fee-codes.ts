// Names of what fee runs and their items have, for the pages of billing and an account's fees only.
import type { Shapes } from "./service.ts";
import { words } from "./texts.ts";

/** A fee run. */
export type FeeRun = Shapes["FeeRun"];

/** The fee of an account by a run. */
export type FeeItem = Shapes["FeeItem"];

/** A fee of an account, with the run that billed it. */
export type AccountFee = Shapes["AccountFee"];

/** The kinds of fees that a run bills. */
export const runKinds: Readonly<Record<FeeRun["kind"], string>> = {
  A: "Advisory fees",
  P: "Platform fees",
  B: "Brokerage fees",
};

/** Names of the statuses of runs. */
export const runStatuses: Readonly<Record<FeeRun["runStatus"], string>> = {
  COMPUTING: "Computing",
  PREVIEW: "Awaiting approval",
  APPROVED: "Approved",
  POSTING: "Posting",
  POSTED: "Posted",
  REVERSING: "Reversing",
  REVERSED: "Reversed",
  DISCARDED: "Discarded",
};

/** Names of the states of items. */
export const itemStates: Readonly<Record<FeeItem["state"], string>> = {
  OPEN: "Pending",
  EXCLUDED: "Excluded",
  POSTED: "Posted",
  PART: "Partly paid",
  DUE: "Past due",
  WRITTENOFF: "Written off",
  REFUNDED: "Refunded",
};

/** The tags of the states of items. */
export const itemTones: Readonly<Record<FeeItem["state"], string>> = {
  OPEN: "tag blue",
  EXCLUDED: "tag",
  POSTED: "tag good",
  PART: "tag warn",
  DUE: "tag bad",
  WRITTENOFF: "tag",
  REFUNDED: "tag",
};

/** Names of a kind of item, other than that of a whole period. */
export const lineKinds: Readonly<Record<FeeItem["lineKind"], string>> = {
  period: "",
  inception: "New account",
  flow: "Cash flow",
  refund: "Refund of unused days",
};

/** A warning of an item, or that its posted fee would be another now. */
export type Warning = FeeItem["warnings"][number] | "changed";

/** A warning: its name, and what it means. */
export interface WarningText {
  readonly name: string;
  readonly text: string;
}

/** The warnings, those that most need a decision first. */
export const warningTexts: Readonly<Record<Warning, WarningText>> = {
  changed: {
    name: "Changed since posting",
    text: "Later facts would change the fee. Refund the difference, or leave the fee.",
  },
  noValuation: {
    name: "No recent valuation",
    text: "No value within five trading days of the billing date.",
  },
  noCash: { name: "Insufficient cash", text: "Free cash does not cover the fee." },
  change: {
    name: "Large change",
    text: "Rate or fee differs by 25% or more from the last period.",
  },
  estimated: { name: "Estimated value", text: "The billing value rests on estimated prices." },
  loaded: {
    name: "Imported performance",
    text: "Performance comes from another system; fees follow with its data.",
  },
  pending: { name: "Account pending", text: "Excluded: the account still awaits its owners." },
  cap: { name: "Fee capped", text: "The maximum fee or rate of the plan applies." },
  minimum: { name: "Minimum fee", text: "The minimum fee of the plan applies." },
  planChanged: { name: "Plan changed", text: "The billing plan changed within the period." },
  flows: { name: "Prorated flows", text: "Deposits or withdrawals are prorated by day." },
  inception: { name: "New account", text: "Billed from its first day in the period." },
  terminated: { name: "Terminated", text: "Billed until its last day in the period." },
  refund: { name: "Refund", text: "Days that were billed in advance come back." },
};

/** The warnings in their order. */
export const warningOrder = Object.keys(warningTexts) as readonly Warning[];

/** Names of the lines of a fee's calculation. */
export const stepNames: Readonly<Record<FeeItem["steps"][number]["step"], string>> = {
  value: "Value",
  flow: "Cash flow",
  basis: "Billing basis",
  tier: "Tier",
  rate: "Annual rate",
  fee: "Fee for the period",
  flat: "Flat fee",
  minimum: "Minimum fee",
  maximum: "Maximum fee",
  cap: "Maximum rate",
  rounded: "Rounded to the cent",
  share: "Share of the account",
  refund: "Refund",
};

/** The unit that shares tiers, as people say it: a household by its name where that is known, or nothing of a single
 * account. */
export function unitText(unit: string, households: ReadonlyMap<string, string>): string {
  const [kind = "", id = ""] = unit.split(":");
  if (kind === "account") return "";
  const name = kind === "household" ? households.get(id) : undefined;
  return name ?? `${words(kind)} ${id}`;
}
