// The content of a bill, as text: what is drawn is nothing but this. (docs/statements.md, "Bills")
import type { Day } from "@bursar/values/dates";
import { grouped, longDay, money } from "../../../platform/paper/words.ts";

/** The fee that is billed: of one account for a period, and whose it is. Money has two places. */
export interface BilledFee {
  readonly firm: { readonly name: string; readonly address: readonly string[] };
  readonly custodian: string;
  readonly owners: readonly string[];
  readonly address: readonly string[];
  readonly accountNumber: string;
  /** The accounts that are billed as one, in words: an account, or a member's or household's
   * accounts. */
  readonly unit: string;
  readonly from: Day;
  readonly to: Day;
  readonly days: string;
  /** The kind of fee: an advisory fee or a brokerage fee. */
  readonly feeName: "advisory fee" | "brokerage fee";
  /** A period, the days of an account that came within it, flows after a bill in advance, or days not served. */
  readonly lineKind: "period" | "inception" | "flow" | "refund";
  /** How the basis was valued. */
  readonly basisKind: "END" | "AVG";
  readonly isInAdvance: boolean;
  readonly tierType: "M" | "W";
  readonly basis: string;
  /** Null where nothing was calculated on a basis: a fee, or a part of it, comes back. */
  readonly unitBasis: string | null;
  /** Percent a year. */
  readonly rate: string;
  readonly unitFee: string;
  /** The working, line by line, as it was calculated. */
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
  /** Why the amount is not what was computed, or why a fee that was taken comes back. */
  readonly reason: string | null;
  readonly takenOn: Day | null;
  readonly takenFrom: string | null;
  /** Whether it goes out before the fee is taken, by the firm's days of notice. */
  readonly isNotice: boolean;
  /** The fee that was taken before, where all or part of it comes back; null otherwise. */
  readonly takenFee: string | null;
  /** The amount of an earlier bill that holds no longer, where nothing is booked; null otherwise. */
  readonly withdrawn: string | null;
  /** Whether a fee comes back by it. */
  readonly isRefund: boolean;
  /** Whether some of the fee that comes back was still due when the bill was drawn. */
  readonly isFeeDue: boolean;
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
  readonly calculation: readonly BillLine[];
  readonly shares: BilledFee["shares"];
  readonly result: readonly BillLine[];
  /** When and from where it is taken. */
  readonly payment: string;
}

/** Puts a fee into words. */
export function billOf(fee: BilledFee): Bill {
  const isOfSeveral = fee.shares.length > 1;
  return {
    title: titleOf(fee),
    basis: basisOf(fee, isOfSeveral),
    calculation: fee.steps.map(({ step, sum, amount }) => ({
      text: wordsOfStep(step, sum),
      amount,
    })),
    shares: isOfSeveral ? fee.shares : [],
    result: resultOf(fee, isOfSeveral),
    payment: paymentOf(fee),
  };
}

function basisOf(fee: BilledFee, isOfSeveral: boolean): BillLine[] {
  const { unitBasis, accountNumber, basis } = fee;
  if (unitBasis === null) return [];
  const whole = { text: `Basis, ${basisWords(fee)}`, amount: unitBasis };
  return isOfSeveral ? [whole, { text: `Of it ${accountNumber}`, amount: basis }] : [whole];
}

function resultOf(fee: BilledFee, isOfSeveral: boolean): BillLine[] {
  const { computed, amount, reason, isRefund, unitFee, takenFee, withdrawn } = fee;
  if (withdrawn !== null)
    return [
      { text: "Billed before", amount: withdrawn },
      { text: "Due", amount },
    ];
  if (takenFee !== null) {
    const why = reason === null ? "" : `: ${reason}`;
    return [
      { text: "Fee taken", amount: takenFee },
      { text: `Refund${why}`, amount },
    ];
  }
  const adjusted = { text: `Adjusted: ${reason ?? "no reason was given"}`, amount };
  return [
    ...(isOfSeveral ? [{ text: "Fee of all accounts", amount: unitFee }] : []),
    { text: isOfSeveral ? "This account's share" : "Calculated fee", amount: computed },
    ...(amount === computed ? [] : [adjusted]),
    { text: isRefund ? "Refund" : "Due", amount },
  ];
}

function titleOf({ isNotice, isRefund, feeName, withdrawn }: BilledFee): string {
  if (withdrawn !== null) return `Withdrawn bill of the ${feeName}`;
  if (isRefund) return `Refund of the ${feeName}`;
  if (isNotice) return `Advance notice of the ${feeName}`;
  return feeName.replace(/^./, (letter) => letter.toUpperCase());
}

function basisWords({ basisKind, lineKind, isInAdvance, from, to }: BilledFee): string {
  const first = longDay(from);
  const last = longDay(to);
  if (lineKind === "flow") return `flows from ${first} to ${last}`;
  if (lineKind === "inception") return `values of ${first}`;
  if (basisKind === "AVG") return `mean of the values from ${first} to ${last}`;
  return isInAdvance ? `values of the day before ${first}` : `values of ${last}`;
}

/** The console uses the same names. */
const stepWords: Readonly<Record<string, string>> = {
  value: "Value",
  flow: "Cash flow",
  basis: "Billing basis",
  tier: "Tier",
  rate: "Annual rate, in percent",
  fee: "Fee for the period",
  flat: "Flat fee",
  minimum: "Minimum fee",
  maximum: "Maximum fee",
  cap: "Maximum rate",
  rounded: "Rounded to the cent",
  share: "Share of the account",
  refund: "Refund",
};

function wordsOfStep(step: string, sum: string): string {
  const name = stepWords[step] ?? step;
  if (sum === "") return name;
  return sum.startsWith(`${name} of `) ? sumWords(sum) : `${name}: ${sumWords(sum)}`;
}

/** A sum with its days in words, and commas in its numbers; account numbers stay as they are. */
function sumWords(sum: string): string {
  return sum
    .replace(/\b\d{4}-\d{2}-\d{2}\b/g, longDay)
    .replace(/(?<![\w.,])\d{4,}\.\d+\b/g, grouped);
}

function paymentOf(fee: BilledFee): string {
  const { takenOn, takenFrom, amount, isRefund, isFeeDue, firm, withdrawn } = fee;
  if (withdrawn !== null) return "The bill is withdrawn. Nothing is booked by it.";
  const back = `$${money(amount.replace(/^-/, ""))}`;
  const to = takenFrom ?? "you";
  if (isRefund && isFeeDue)
    return `The refund of ${back} first lowers what is still due of the fee. The rest is returned to ${to}.`;
  if (isRefund) return `${back} is returned to ${to}.`;
  if (takenOn === null) return `Please pay $${money(amount)} to ${firm.name}.`;
  return `$${money(amount)} is taken from ${takenFrom} on ${longDay(takenOn)}.`;
}
