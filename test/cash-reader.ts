// A second reader of an account's rows: what each moves, and when that settles, by formulas of its own and a
// calendar of its own for November and December 2026; and the same as a journal for hledger.
import type { PendingRow } from "../src/brokerage/books/balances/queries.ts";

/** A row as far as its cash depends on it. */
export type CashRow = Partial<PendingRow> &
  Pick<PendingRow, "transactionId" | "transactionType" | "tradeOn">;

/** A number with so many places, as a whole number of its last place. */
function scaled(text: string | null | undefined, places: number): bigint {
  const [, sign = "", whole = "0", fraction = ""] =
    /^(-?)(\d+)(?:\.(\d*))?$/.exec(text ?? "0") ?? [];
  return BigInt(`${sign}${whole}${fraction.padEnd(places, "0").slice(0, places)}`);
}

/** Shares × price × factor in cents, half up. */
function worth({ shares, price, quotationFactor }: CashRow): bigint {
  const exact = scaled(shares, 5) * scaled(price, 6) * scaled(quotationFactor ?? "1", 6);
  return (exact + 5n * 10n ** 14n) / 10n ** 15n;
}

const cents = (text: string | null | undefined) => scaled(text, 2);

/** The cents that a row moves in each folio; all folios together stand under one name where they share it. */
export function movedBy(row: CashRow): ReadonlyMap<string, bigint> {
  const folio = row.folioNumber ?? "all";
  const withheld =
    cents(row.federalTaxWithholding) +
    cents(row.stateTaxWithholding) +
    cents(row.foreignTaxWithholding);
  switch (row.transactionType) {
    case "DEP":
      return new Map([[folio, cents(row.amount)]]);
    case "WDL":
    case "ADM":
      return new Map([[folio, -cents(row.amount)]]);
    case "DIV":
    case "INT":
    case "ROC":
      return new Map([[folio, cents(row.amount) - withheld]]);
    case "CJL":
      return new Map([
        [folio, -cents(row.amount)],
        [row.toFolioNumber ?? "", cents(row.amount)],
      ]);
    case "FEE": {
      const payer = row.feePaidBy ?? folio;
      const amount = row.feeKind === "refund" ? cents(row.amount) : -cents(row.amount);
      return new Map(payer === "outside" ? [] : [[payer, amount]]);
    }
    case "BUY":
    case "REI": {
      const cost = row.netAmount ? cents(row.netAmount) : worth(row) + cents(row.fees);
      return new Map([[folio, -cost - cents(row.accruedInterest)]]);
    }
    case "SLE":
    case "RDM":
    case "CIL": {
      const proceeds = row.netAmount ? cents(row.netAmount) : worth(row) - cents(row.fees);
      return new Map([[folio, proceeds - withheld + cents(row.accruedInterest)]]);
    }
    default:
      return new Map();
  }
}

const holidays = ["2026-11-26", "2026-12-25"];
const isTraded = (day: string) =>
  ![0, 6].includes(new Date(day).getUTCDay()) && !holidays.includes(day);
// On Veterans day the exchange trades and banks rest.
const isSettled = (day: string) => isTraded(day) && day !== "2026-11-11";
const following = (day: string) =>
  new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);

/** The day on which a row settles, by a number of settlement days for its security. */
export function settlesOn(row: CashRow, days: number): string {
  if (row.settlementOn) return row.settlementOn;
  if (!["BUY", "REI", "SLE"].includes(row.transactionType)) return row.tradeOn;
  let day: string = row.tradeOn;
  while (!isTraded(day)) day = following(day);
  for (let left = days; left > 0; ) {
    day = following(day);
    if (isSettled(day)) left -= 1;
  }
  return day;
}

/** A row's entry in a journal, with its trade date and the date of its settlement. */
export function journalEntry(account: string, row: CashRow, settled: string): string {
  const text = (amount: bigint) => {
    const digits = String(amount < 0n ? -amount : amount).padStart(3, "0");
    return `${amount < 0n ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
  };
  const postings = [...movedBy(row)].map(
    ([folio, amount]) => `    cash:${account}:${folio}  ${text(amount)} USD`,
  );
  if (postings.length === 0) return "";
  const head = `${row.tradeOn}=${settled} ${row.transactionType} ${row.transactionId}`;
  return [head, ...postings, "    elsewhere", ""].join("\n");
}
