// The sum of a statement calculated a second time: a plain diary of shares and cash in fractions, without the engine
// that keeps the books. One folio; every security has a close on the first day.

import type { BookedRow } from "../../src/brokerage/documents/statements/booked.ts";
import { type Fraction, fraction, halfUp, isBelow, none, plus, times } from "../fees/fraction.ts";
import type { ShortCloses } from "./books-of.ts";

/** A decimal text as a fraction; nothing is 0. */
function fractionOf(text: string | null | undefined): Fraction {
  if (!text) return none;
  const [whole = "0", digits = ""] = text.split(".");
  return fraction(BigInt(whole + digits), 10n ** BigInt(digits.length));
}

const cents = (value: Fraction) => halfUp(times(value, fraction(100n)));
const money = (text: string | null) => cents(fractionOf(text));

/** The flows of a day: by name, in cents. */
type Amounts = Record<string, bigint>;

interface Diary {
  readonly shares: Map<string, Fraction>;
  cash: bigint;
  /** Interest paid for, by security; what is due by transaction. */
  readonly bought: Map<string, bigint>;
  readonly due: Map<string, bigint>;
  /** By how much the last close of a security is to be multiplied, from the day on which that began. */
  readonly splits: { readonly security: string; readonly on: string; readonly by: Fraction }[];
}

/** The value at the end of days, and every amount between them. */
export function diaryOf(
  rows: readonly BookedRow[],
  closes: ShortCloses,
  factors: Readonly<Record<string, string>>,
  days: readonly string[],
): { readonly values: Map<string, bigint>; readonly amounts: Map<string, Amounts> } {
  const diary: Diary = {
    shares: new Map(),
    cash: 0n,
    bought: new Map(),
    due: new Map(),
    splits: [],
  };
  const values = new Map<string, bigint>();
  const amounts = new Map<string, Amounts>();
  const priceOn = (security: string, on: string): Fraction => {
    const known = Object.keys(closes[security] ?? {})
      .filter((day) => day <= on)
      .toSorted();
    const last = known.at(-1) ?? "";
    const later = diary.splits.filter((split) => split.security === security && split.on > last);
    const base = times(fractionOf(closes[security]?.[last]), fractionOf(factors[security] ?? "1"));
    return later.reduce((price, { by }) => times(price, by), base);
  };
  const inForce = rows.filter(
    ({ transactionType, isTakenBack }) => transactionType !== "CXL" && !isTakenBack,
  );
  const waiting: { security: string; shares: Fraction; interest: bigint }[] = [];
  for (const on of days) {
    const today: Amounts = {};
    const count = (name: string, by: bigint) => {
      today[name] = (today[name] ?? 0n) + by;
    };
    for (const row of inForce) {
      const isInterest = row.transactionType === "INT" || row.transactionType === "DIV";
      if (isInterest && (row.exOn ?? row.tradeOn) === on) {
        if (row.transactionType === "INT") diary.bought.delete(row.securityId ?? "");
        if (row.exOn !== row.tradeOn)
          diary.due.set(row.transactionId, money(row.amount) - taxOf(row));
      }
    }
    for (const row of inForce)
      if (row.tradeOn === on) enter(diary, row, { count, waiting, factors });
    // Flows of a day are the sum of a security's shares that came or went, at its price.
    const flowed = Map.groupBy(waiting.splice(0), ({ security }) => security);
    let flow = 0n;
    for (const [security, moved] of flowed) {
      const shares = moved.reduce((sum, each) => plus(sum, each.shares), none);
      const worth = times(shares, priceOn(security, on));
      const isOut = isBelow(worth, none);
      flow += isOut ? -cents(times(worth, fraction(-1n))) : cents(worth);
      flow += moved.reduce((sum, { interest }) => sum + interest, 0n);
    }
    count(flow < 0n ? "securitiesOut" : "securitiesIn", flow);
    let value = diary.cash;
    for (const [security, shares] of diary.shares)
      value += cents(times(shares, priceOn(security, on)));
    for (const interest of diary.bought.values()) value += interest;
    for (const amount of diary.due.values()) value += amount;
    values.set(on, value);
    amounts.set(on, today);
  }
  return { values, amounts };
}

function taxOf(row: BookedRow): bigint {
  return (
    money(row.federalTaxWithholding) +
    money(row.stateTaxWithholding) +
    money(row.foreignTaxWithholding)
  );
}

interface Entering {
  readonly count: (name: string, by: bigint) => void;
  readonly waiting: { security: string; shares: Fraction; interest: bigint }[];
  readonly factors: Readonly<Record<string, string>>;
}

function enter(diary: Diary, row: BookedRow, { count, waiting, factors }: Entering): void {
  const security = row.securityId ?? "";
  const shares = fractionOf(row.shares);
  const amount = money(row.amount);
  const held = diary.shares.get(security) ?? none;
  const move = (by: Fraction) => diary.shares.set(security, plus(held, by));
  /** The part of interest that was paid for which leaves with shares. */
  const takeInterest = (): bigint => {
    const whole = diary.bought.get(security) ?? 0n;
    if (held.over === 0n || !isBelow(shares, held)) {
      diary.bought.delete(security);
      return whole;
    }
    const part = halfUp(times(fraction(whole), shares, fraction(held.under, held.over)));
    diary.bought.set(security, whole - part);
    return part;
  };
  const gross = times(shares, fractionOf(row.price), fractionOf(factors[security] ?? "1"));
  const isRefund = row.feeKind === "refund";
  switch (row.transactionType) {
    case "DEP":
      diary.cash += amount;
      count("deposits", amount);
      return;
    case "WDL":
      diary.cash -= amount;
      count("withdrawals", -amount);
      return;
    case "ADM":
      diary.cash -= amount;
      count("serviceFees", -amount);
      return;
    case "FEE": {
      const isOutside = row.feePaidBy === "outside";
      if (isOutside) count(isRefund ? "withdrawals" : "deposits", isRefund ? -amount : amount);
      else diary.cash += isRefund ? amount : -amount;
      count(isRefund ? "refunds" : "fees", isRefund ? amount : -amount);
      return;
    }
    case "DIV":
    case "INT":
      diary.due.delete(row.transactionId);
      diary.cash += amount - taxOf(row);
      count("taxWithheld", -taxOf(row));
      count("income", amount);
      return;
    case "BUY":
      diary.cash -= cents(gross) + money(row.fees) + money(row.accruedInterest);
      diary.bought.set(security, (diary.bought.get(security) ?? 0n) + money(row.accruedInterest));
      move(shares);
      return;
    case "SLE":
      takeInterest();
      diary.cash += cents(gross) - money(row.fees) - taxOf(row) + money(row.accruedInterest);
      count("taxWithheld", -taxOf(row));
      move(times(shares, fraction(-1n)));
      return;
    case "TIN":
      waiting.push({ security, shares, interest: 0n });
      move(shares);
      return;
    case "TOT":
      waiting.push({ security, shares: times(shares, fraction(-1n)), interest: -takeInterest() });
      move(times(shares, fraction(-1n)));
      return;
    case "SPL": {
      const ratio = ratioOf(row);
      diary.shares.set(security, down(times(held, ratio)));
      const by = fraction(ratio.under, ratio.over);
      diary.splits.push({ security, on: row.tradeOn ?? "", by });
      return;
    }
    case "MRG": {
      diary.cash += cents(times(held, fractionOf(row.cashPerShare)));
      diary.shares.delete(security);
      const into = row.intoSecurityId;
      if (into === null) return;
      const before = diary.shares.get(into) ?? none;
      diary.shares.set(into, plus(before, down(times(held, ratioOf(row)))));
      return;
    }
    case "ROC":
      diary.cash += amount;
      return;
    default:
      return;
  }
}

const ratioOf = (row: BookedRow) =>
  times(
    fractionOf(row.ratioNew),
    fraction(fractionOf(row.ratioOld).under, fractionOf(row.ratioOld).over),
  );

/** Shares with five places; what is below is dropped. */
function down(shares: Fraction): Fraction {
  const units = times(shares, fraction(100_000n));
  return fraction(units.over / units.under, 100_000n);
}
