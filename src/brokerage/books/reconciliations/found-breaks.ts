// Compares a custodian's statement with the books, some accounts at a time.

import type { Day } from "@bursar/values/dates";
import type { Decimal } from "@bursar/values/decimal";
import { isAccountNumber } from "@bursar/values/ids";
import { places, unitsOf } from "@bursar/values/units";
import type { Reader } from "../../../platform/store/db.ts";
import {
  type CashRow,
  type HeldRow,
  type LotRow,
  type SecurityNames,
  selectCash,
  selectCountUnlisted,
  selectHeld,
  selectLots,
  selectSecurities,
} from "./books-queries.ts";
import type { Held } from "./held.ts";
import {
  type BooksAccount,
  type BreakKind,
  breaksOf,
  type Difference,
  type LotsByDay,
  type LotsOfDay,
  type Tolerance,
} from "./match.ts";
import type { NamedSecurity, Statement } from "./read-statement.ts";

/** The securities of the books, as a custodian names them. */
export interface KnownSecurities {
  /** The id of a security, by its id, CUSIP or ticker; of one that the books do not have its symbol,
   * after a colon. */
  securityKey(security: NamedSecurity): string;
  isKnown(key: string): boolean;
}

/** The breaks that a statement shows. */
export interface FoundBreaks {
  readonly on: Day;
  /** Every account of the statement that exists, with its breaks. */
  readonly accounts: ReadonlyMap<string, readonly Difference[]>;
  /** The kinds of differences that the statement can show of an account. */
  readonly compared: (accountNumber: string) => ReadonlySet<BreakKind>;
  /** Accounts of the statement that the books do not have, in order. */
  readonly unknown: readonly string[];
  /** How many accounts hold something and are not in the statement. */
  readonly unlisted: string;
}

const accountsAtOnce = 500;

/** Reads the names of all securities. */
export async function knownSecurities(db: Reader): Promise<KnownSecurities> {
  const all = await selectSecurities(db);
  const byId = new Map(all.map((each) => [each.securityId as string, each]));
  const byTicker = new Map(all.map((each) => [each.ticker.toUpperCase(), each]));
  const byCusip = new Map<string, SecurityNames>();
  for (const each of all) if (each.cusip !== null) byCusip.set(each.cusip.toUpperCase(), each);
  return {
    securityKey({ securityId, cusip, ticker }) {
      const found =
        (securityId && byId.get(securityId)) ??
        (cusip && byCusip.get(cusip.toUpperCase())) ??
        (ticker && byTicker.get(ticker.toUpperCase()));
      if (found) return found.securityId;
      return `:${(ticker ?? cusip ?? securityId ?? "").toUpperCase()}`;
    },
    isKnown: (key) => byId.has(key),
  };
}

/** Compares a statement with the books. */
export async function findBreaks(
  db: Reader,
  { on, accounts: stated, compared }: Statement,
  options: { readonly tolerance: Tolerance; readonly isKnown: (security: string) => boolean },
): Promise<FoundBreaks> {
  const accounts = new Map<string, readonly Difference[]>();
  const numbers = [...stated.keys()].toSorted();
  for (let at = 0; at < numbers.length; at += accountsAtOnce) {
    const some = numbers.slice(at, at + accountsAtOnce).filter(isAccountNumber);
    for (const [number, books] of await booksOf(db, some, on)) {
      const custodian = stated.get(number);
      if (custodian) accounts.set(number, breaksOf(custodian, books, options));
    }
  }
  const unknown = numbers.filter((number) => !accounts.has(number));
  return {
    on,
    accounts,
    compared: () => compared,
    unknown,
    unlisted: await selectCountUnlisted(db, [...accounts.keys()]),
  };
}

async function booksOf(
  db: Reader,
  accountNumbers: readonly string[],
  on: Day,
): Promise<Map<string, BooksAccount>> {
  const [cash, held, lots] = await Promise.all([
    selectCash(db, accountNumbers),
    selectHeld(db, accountNumbers, on),
    selectLots(db, accountNumbers),
  ]);
  const positions = Map.groupBy(held, ({ accountNumber }) => accountNumber);
  const ownLots = Map.groupBy(lots, ({ accountNumber }) => accountNumber);
  return new Map(
    cash.map((row) => {
      const { accountNumber: number } = row;
      return [number, booksAccount(row, positions.get(number) ?? [], ownLots.get(number) ?? [])];
    }),
  );
}

function booksAccount(
  { amount }: CashRow,
  held: readonly HeldRow[],
  lots: readonly LotRow[],
): BooksAccount {
  const positions = held.map(({ securityId, shares, value }): [string, Held] => [
    securityId,
    { shares: sharesOf(shares), value: centsOf(value) },
  ]);
  const bySecurity = [...Map.groupBy(lots, ({ securityId }) => securityId)].map(
    ([securityId, own]): [string, LotsByDay] => [
      securityId,
      new Map(
        own.map(({ acquiredOn, shares, basis }): [Day | "", LotsOfDay] => [
          acquiredOn ?? "",
          { shares: sharesOf(shares), basis: centsOf(basis) },
        ]),
      ),
    ],
  );
  return {
    positions: new Map(positions),
    cash: unitsOf(amount, places.money),
    lots: new Map(bySecurity),
  };
}

function sharesOf(shares: Decimal): bigint {
  return unitsOf(shares, places.shares);
}

function centsOf(amount: Decimal | null): bigint | undefined {
  return amount === null ? undefined : unitsOf(amount, places.money);
}
