// Books of one account with the rows of an event, as the service computes them: whether each row is in order, whether
// the account can take them, and what its folios hold afterwards.
import type { Day } from "@bursar/values/dates";
import type { Decimal } from "@bursar/values/decimal";
import type { Id } from "@bursar/values/ids";
import { heldByFacts } from "../../src/brokerage/books/positions/held-by-facts.ts";
import { applyTransactions } from "../../src/brokerage/books/transactions/apply-transactions.ts";
import { factsOf, type TransactionRow } from "../../src/brokerage/books/transactions/facts.ts";
import { transactionKind } from "../../src/brokerage/books/transactions/load.ts";
import type { EventRow, Holder } from "../../src/brokerage/corporate-events/entitlements/holder.ts";
import type { EventTerms } from "../../src/brokerage/corporate-events/entitlements/terms.ts";
import { rowFaults } from "../../src/platform/bulk/read/decode-row.ts";
import type { Left } from "./by-fractions.ts";

export const bookedAccount = "RA00000009";
const openedOn = "2020-01-02" as Day;

/** Faults of the rows of an event, or what they leave in the folios of the holder. */
export function leftInBooks(
  terms: EventTerms,
  holder: Holder,
  rows: readonly EventRow[],
): Left | readonly string[] {
  const ofForm = rows.flatMap((row, at) => {
    const record = { ...row, accountNumber: bookedAccount, transactionId: String(100 + at) };
    const faults = rowFaults(transactionKind.rules ?? [], { ...record, entryOrder: "1" }, [], {
      today: terms.bookedOn,
    });
    return faults.map(({ column, reason }) => `${row.transactionType} ${column}: ${reason}`);
  });
  if (ofForm.length > 0) return ofForm;
  const stored = [...openings(terms, holder), ...rows].map(storedRow);
  const account = {
    account: bookedAccount,
    isTaxable: true,
    defaultMethod: "FIFO" as const,
    quotationFactors: factorsOf(terms),
  };
  const applied = applyTransactions(account, inOrder(stored), terms.bookedOn);
  if (applied.problems) return applied.problems.map(({ reason }) => reason);
  const held = heldByFacts(factsOf(inOrder(stored)).facts, factorsOf(terms));
  const sharesOf = (securityId: Id | undefined) =>
    holder.folios.map(({ folioNumber }) => {
      const own = held.positions.find(
        (each) => each.folioNumber === folioNumber && each.securityId === securityId,
      );
      return fixed(own?.shares ?? 0n, 5);
    });
  return {
    cash: holder.folios.map(({ folioNumber }) =>
      fixed(held.cash.find((each) => each.folioNumber === folioNumber)?.cents ?? 0n, 2),
    ),
    shares: sharesOf(terms.securityId),
    into: sharesOf(terms.intoSecurityId),
  };
}

function factorsOf({ securityId, factor, intoSecurityId, intoFactor }: EventTerms) {
  return new Map<Id, Decimal>([
    [securityId, factor],
    ...(intoSecurityId && intoFactor ? [[intoSecurityId, intoFactor] as const] : []),
  ]);
}

function fixed(units: bigint, places: number): string {
  const digits = String(units < 0n ? -units : units).padStart(places + 1, "0");
  return `${units < 0n ? "-" : ""}${digits.slice(0, -places)}.${digits.slice(-places)}`;
}

/** The rows that open each folio: its shares, bought with the cash that was paid in for them. */
function openings({ securityId }: EventTerms, { folios }: Holder): EventRow[] {
  return folios.flatMap(({ folioNumber, shares }): EventRow[] => {
    const common = { tradeDate: openedOn, folioNumber };
    const netAmount = "1000.00" as Decimal;
    return [
      { transactionType: "DEP", ...common, amount: netAmount },
      { transactionType: "BUY", ...common, securityId, shares, netAmount },
    ];
  });
}

function storedRow(row: EventRow, at: number): TransactionRow {
  const { tradeDate, settlementDate, exDate, ...same } = row;
  return {
    federalTaxWithholding: null,
    stateTaxWithholding: null,
    foreignTaxWithholding: null,
    ...same,
    accountNumber: bookedAccount,
    accountType: "I",
    transactionId: String(100 + at),
    entryOrder: at + 1,
    tradeOn: tradeDate ?? null,
    settlementOn: settlementDate ?? null,
    exOn: exDate ?? null,
    takesBack: null,
    isTakenBack: false,
    defaultMethod: "FIFO",
  } as unknown as TransactionRow;
}

const first: ReadonlySet<string> = new Set(["SPL", "SPO", "ROC", "SYM"]);

/** In the order of facts: by day, on a day what the engines take first, then in order of entry. */
function inOrder(rows: readonly TransactionRow[]): TransactionRow[] {
  const isFirst = ({ transactionType: type, shares }: TransactionRow) =>
    first.has(type) || (type === "MRG" && shares === undefined);
  return rows.toSorted((a, b) => {
    if (a.tradeOn !== b.tradeOn) return (a.tradeOn ?? "") < (b.tradeOn ?? "") ? -1 : 1;
    return Number(isFirst(b)) - Number(isFirst(a)) || Number(a.entryOrder) - Number(b.entryOrder);
  });
}
