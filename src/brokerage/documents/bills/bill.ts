// What a bill says, as text: what is drawn is nothing but this. (docs/statements.md, "Bills")
import type { Day } from "@bursar/values/dates";

/** What a bill is made of: the fee of one account for a period, and whose it is. Money has two places. */
export interface BilledFee {
  readonly firm: { readonly name: string; readonly address: readonly string[] };
  readonly custodian: string;
  readonly owners: readonly string[];
  readonly address: readonly string[];
  readonly accountNumber: string;
  /** What is billed as one, in words: an account, or a member's or household's accounts. */
  readonly unit: string;
  readonly from: Day;
  readonly to: Day;
  readonly days: string;
  /** How the basis was valued. */
  readonly basisKind: "END" | "AVG";
  readonly isInAdvance: boolean;
  readonly tierType: "M" | "W";
  readonly basis: string;
  readonly unitBasis: string;
  /** Percent a year. */
  readonly rate: string;
  readonly unitFee: string;
  /** The working, line by line, as it was reckoned. */
  readonly steps: readonly {
    readonly step: string;
    readonly sum: string;
    readonly amount: string;
  }[];
  /** Of a unit of several accounts. */
  readonly shares: readonly {
    readonly accountNumber: string;
    readonly basis: string;
    readonly amount: string;
  }[];
  readonly computed: string;
  readonly amount: string;
  /** Why the amount is not what was computed. */
  readonly reason: string | null;
  readonly takenOn: Day | null;
  readonly takenFrom: string | null;
  /** Whether it goes out before the fee is taken, by the firm's days of notice. */
  readonly isNotice: boolean;
  /** Whether a fee comes back by it. */
  readonly isRefund: boolean;
  readonly words: readonly string[];
}

/** A line of a bill: words and a figure; the last one of a block stands out. */
export interface BillLine {
  readonly text: string;
  readonly amount: string;
}

/** A bill, block by block. */
export interface Bill {
  readonly title: string;
  readonly basis: readonly BillLine[];
  readonly reckoning: readonly BillLine[];
  readonly shares: BilledFee["shares"];
  readonly result: readonly BillLine[];
  /** When and from where it is taken. */
  readonly payment: string;
}

const money = (amount: string) => amount.replace(/^-/, "−").replace(/\B(?=(?:\d{3})+\.)/g, ",");

/** Puts a fee into words. */
export function billOf(fee: BilledFee): Bill {
  const isOfSeveral = fee.shares.length > 1;
  return {
    title: titleOf(fee),
    basis: [
      { text: `Basis, ${basisWords(fee)}`, amount: fee.unitBasis },
      ...(isOfSeveral ? [{ text: `Of it ${fee.accountNumber}`, amount: fee.basis }] : []),
    ],
    reckoning: fee.steps.map(({ step, sum, amount }) => ({ text: wordsOfStep(step, sum), amount })),
    shares: isOfSeveral ? fee.shares : [],
    result: [
      ...(isOfSeveral ? [{ text: "Fee of all accounts", amount: fee.unitFee }] : []),
      { text: isOfSeveral ? "This account's share" : "Fee as reckoned", amount: fee.computed },
      ...(fee.amount === fee.computed
        ? []
        : [{ text: `Adjusted: ${fee.reason ?? "no reason was given"}`, amount: fee.amount }]),
      { text: fee.isRefund ? "What comes back" : "Due", amount: fee.amount },
    ],
    payment: paymentOf(fee),
  };
}

function titleOf({ isNotice, isRefund }: BilledFee): string {
  if (isRefund) return "Refund of the advisory fee";
  return isNotice ? "Advance notice of the advisory fee" : "Advisory fee";
}

function basisWords({ basisKind, isInAdvance, from, to }: BilledFee): string {
  if (basisKind === "AVG") return `mean of the values from ${from} to ${to}`;
  return isInAdvance ? `values of the day before ${from}` : `values of ${to}`;
}

const stepWords: Readonly<Record<string, string>> = {
  value: "Value",
  flow: "Flow",
  basis: "Basis",
  tier: "Tier",
  rate: "Rate of the year, in percent",
  fee: "By the days of the period",
  flat: "Flat fee",
  minimum: "Minimum",
  maximum: "Maximum",
  cap: "Highest rate",
  rounded: "Rounded half up, once",
  share: "Share",
  refund: "Refund",
};

function wordsOfStep(step: string, sum: string): string {
  const name = stepWords[step] ?? step;
  return sum === "" ? name : `${name}: ${sum}`;
}

function paymentOf({ takenOn, takenFrom, amount, isRefund, firm }: BilledFee): string {
  if (isRefund) return `${money(amount.replace(/^-/, ""))} come back to ${takenFrom ?? "you"}.`;
  if (takenOn === null) return `Please pay ${money(amount)} to ${firm.name}.`;
  return `${money(amount)} are taken on ${takenOn} from ${takenFrom}.`;
}
