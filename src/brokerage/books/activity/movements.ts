// The movements by a transaction in each folio, by the engine that also computes what folios hold:
// cash and shares. Of an event of a whole position that depends on what the folios held.
// (docs/activity.md)
import { type AccountBook, book, bookingsOf, type QuotationFactors } from "@bursar/performance";
import type { Day } from "@bursar/values/dates";
import type { Id } from "@bursar/values/ids";
import {
  factOf,
  factsOf,
  isInForce,
  isOfPositions,
  type TransactionRow,
} from "../transactions/reads.ts";
import type { DayRow } from "./day-queries.ts";

/** A movement in a folio: cents, and shares in 0.00001 by security; below 0 those that leave. */
export interface Movement {
  readonly folioNumber: string;
  readonly cents: bigint;
  readonly shares: ReadonlyMap<Id, bigint>;
}

/** The movements by the transactions of an account in force. */
export interface Followed {
  /** Of an event of whole positions. */
  readonly movementsOf: (transactionId: Id) => readonly Movement[];
  /** The cash of each folio behind some of them, by transaction. */
  readonly cashBehind: (ids: ReadonlySet<Id>) => ReadonlyMap<Id, CashOfFolios>;
}

/** Cents by folio. */
export type CashOfFolios = ReadonlyMap<string, bigint>;

function openBook(quotationFactors: QuotationFactors): AccountBook {
  return { folios: new Map(), quotationFactors, onSplit: () => {}, onSymbolChange: () => {} };
}

const noFactors: QuotationFactors = new Map();

/** The movements of a transaction that names its folios, by folio number. */
export function movementsOfRow(row: DayRow): Movement[] {
  if (isOfPositions(row)) return [];
  const { securityId, quotationFactor } = row;
  const isKnown = securityId !== null && quotationFactor !== null;
  const moved = openBook(isKnown ? new Map([[securityId, quotationFactor]]) : noFactors);
  // Other steps of its fact, on other days, move neither cash nor shares.
  book(moved, factOf(row));
  return byFolio(
    [...moved.folios].map(([folioNumber, { cash, positions }]) => {
      return { folioNumber, cents: cash, shares: positions };
    }),
  );
}

function byFolio(movements: readonly Movement[]): Movement[] {
  return movements.toSorted((a, b) => (a.folioNumber < b.folioNumber ? -1 : 1));
}

/** Follows the transactions of an account, given in the order of facts, and finds what each moves: cash
 * counts by trade date. */
export function followRows(
  rows: readonly TransactionRow[],
  factors: QuotationFactors,
  today: Day,
): Followed {
  const { moved, cash: cashMoved } = movementsOfFacts(rows, factors, today);
  const inForce = rows.filter(isInForce);
  return {
    movementsOf: (id) => moved.get(id) ?? [],
    cashBehind(ids) {
      const cash = new Map<string, bigint>();
      const behind = new Map<Id, CashOfFolios>();
      for (const { transactionId: id } of inForce) {
        for (const [folioNumber, cents] of cashMoved.get(id) ?? []) {
          cash.set(folioNumber, (cash.get(folioNumber) ?? 0n) + cents);
        }
        if (ids.has(id)) behind.set(id, new Map(cash));
      }
      return behind;
    },
  };
}

/** The rows that an account had at a version, with what had taken them back then. */
export function rowsAt(rows: readonly TransactionRow[], version: string): TransactionRow[] {
  const known = rows.filter(({ acceptedVersion }) => BigInt(acceptedVersion) <= BigInt(version));
  const taken = new Set(known.map(({ takesBack }) => takesBack));
  return known.map((row) => ({ ...row, isTakenBack: taken.has(row.transactionId) }));
}

/** Whether a transaction pays cash to every folio that holds its security. */
export function paysHolders(row: TransactionRow): boolean {
  const { transactionType: type, cashPerShare } = row;
  return isOfPositions(row) && (type === "ROC" || (type === "MRG" && cashPerShare !== null));
}

function movementsOfFacts(rows: readonly TransactionRow[], factors: QuotationFactors, today: Day) {
  const byId = new Map(rows.map((row) => [row.transactionId, row]));
  const account = openBook(factors);
  const moved = new Map<Id, readonly Movement[]>();
  const cash = new Map<Id, readonly (readonly [string, bigint])[]>();
  const known = new Map<string, bigint>();
  for (const { fact, apply } of bookingsOf(factsOf(rows, today).facts)) {
    const { transactionId: id } = fact;
    const row = byId.get(id);
    const before = row && isOfPositions(row) ? standOf(account, row) : undefined;
    apply(account);
    const paid = cashMovedIn(account, known);
    if (paid.length > 0) cash.set(id, [...(cash.get(id) ?? []), ...paid]);
    if (row === undefined || before === undefined) continue;
    const found = differences(before, standOf(account, row));
    moved.set(id, byFolio([...(moved.get(id) ?? []), ...found]));
  }
  return { moved, cash };
}

/** The movement of the cash of folios since it was last known. */
function cashMovedIn({ folios }: AccountBook, known: Map<string, bigint>) {
  const moved: (readonly [string, bigint])[] = [];
  for (const [folioNumber, { cash }] of folios) {
    const before = known.get(folioNumber) ?? 0n;
    if (cash === before) continue;
    known.set(folioNumber, cash);
    moved.push([folioNumber, cash - before]);
  }
  return moved;
}

/** The cash of each folio and its shares of the securities of an event. */
type Stand = ReadonlyMap<string, { readonly cents: bigint; readonly shares: Movement["shares"] }>;

function standOf({ folios }: AccountBook, row: TransactionRow): Stand {
  const ids = [row.securityId, row.intoSecurityId].filter((id) => id !== null);
  return new Map(
    [...folios].map(([folioNumber, { cash, positions }]) => [
      folioNumber,
      { cents: cash, shares: new Map(ids.map((id) => [id, positions.get(id) ?? 0n])) },
    ]),
  );
}

function differences(before: Stand, after: Stand): Movement[] {
  return [...after].flatMap(([folioNumber, { cents, shares }]) => {
    const known = before.get(folioNumber);
    const moved = cents - (known?.cents ?? 0n);
    const movedShares = [...shares]
      .map(([id, held]) => [id, held - (known?.shares.get(id) ?? 0n)] as const)
      .filter(([, count]) => count !== 0n);
    if (moved === 0n && movedShares.length === 0) return [];
    return [{ folioNumber, cents: moved, shares: new Map(movedShares) }];
  });
}
