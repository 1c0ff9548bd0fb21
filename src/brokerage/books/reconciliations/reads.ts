// Reads of reconciliations for other resources: how a custodian's statement of any day differs from
// the books as they were then.

import type { Day } from "@bursar/values/dates";
import type { Decimal } from "@bursar/values/decimal";
import type { Id } from "@bursar/values/ids";
import { places, unitsOf } from "@bursar/values/units";
import type { Reader } from "../../../platform/store/db.ts";
import {
  type AccountHoldings,
  holdingsOn,
  lotsUntil,
  openSources,
} from "../account-books/reads.ts";
import { selectTransactionsOf } from "../transactions/reads.ts";
import { type FoundBreaks, knownSecurities } from "./found-breaks.ts";
import {
  type BooksAccount,
  type BreakKind,
  breaksOf,
  type CustodianAccount,
  type Difference,
  type LotsByDay,
  type LotsOfDay,
} from "./match.ts";

export { placesOfKind } from "./break-rows.ts";
export { causes } from "./causes.ts";
export type { FoundBreaks } from "./found-breaks.ts";
export type { CustodianAccount, Difference, LotsByDay, LotsOfDay } from "./match.ts";

/** A custodian's statement of accounts at the end of a day, by account number. */
export interface StatementOfDay {
  readonly on: Day;
  readonly accounts: ReadonlyMap<string, CustodianAccount>;
}

const accountsAtOnce = 100;
/** The difference that rounding can make in an amount, in cents. */
const tolerance = { money: 1n };

/** The differences of shares, cash and lots from the books at the end of the day. Lots are compared of the securities
 * of which the custodian states any. */
export async function findBreaksOn(
  db: Reader,
  { on, accounts: stated }: StatementOfDay,
  now: Date,
): Promise<FoundBreaks> {
  const { isKnown } = await knownSecurities(db);
  const found = new Map<string, readonly Difference[]>();
  const numbers = [...stated.keys()].toSorted();
  for (let at = 0; at < numbers.length; at += accountsAtOnce) {
    const some = numbers.slice(at, at + accountsAtOnce);
    const withLots = some.filter((number) => stated.get(number)?.lots !== undefined);
    const lots = await lotsOn(db, withLots, { day: on, now });
    for (const [number, held] of await holdingsOn(db, some, { day: on, now })) {
      const custodian = stated.get(number);
      if (custodian === undefined) continue;
      const books = booksOf(held, statedLots(lots.get(number), custodian));
      found.set(
        number,
        breaksOf(withoutAgreedValues(custodian, held), books, { tolerance, isKnown }),
      );
    }
  }
  return {
    on,
    accounts: found,
    compared: (number) => comparedKinds(stated.get(number)),
    unknown: [],
    unlisted: "0",
  };
}

/** The kinds of differences that what is stated of an account can show. */
function comparedKinds(custodian: CustodianAccount | undefined): ReadonlySet<BreakKind> {
  const kinds = new Set<BreakKind>();
  if (custodian?.positions !== undefined) kinds.add("shares");
  if (custodian?.cash !== undefined) kinds.add("cash");
  if (custodian?.lots !== undefined) kinds.add("lotShares").add("lotBasis");
  return kinds;
}

/** The open lots of accounts at the end of a day, worked out anew from their facts until then. */
async function lotsOn(
  db: Reader,
  accountNumbers: readonly string[],
  { day, now }: { readonly day: Day; readonly now: Date },
): Promise<ReadonlyMap<string, ReadonlyMap<string, LotsByDay>>> {
  const found = new Map<string, ReadonlyMap<string, LotsByDay>>();
  if (accountNumbers.length === 0) return found;
  const sources = openSources(db, now);
  const rowsOf = await selectTransactionsOf(db, accountNumbers);
  for (const accountNumber of accountNumbers) {
    const rows = rowsOf.get(accountNumber) ?? [];
    const { open } = await lotsUntil(db, sources, { accountNumber, rows, day });
    const bySecurity = new Map<string, Map<Day | "", LotsOfDay>>();
    for (const lot of open) {
      const days = bySecurity.get(lot.security) ?? new Map<Day | "", LotsOfDay>();
      bySecurity.set(lot.security, days);
      const acquiredOn = (lot.adjustedAcquisitionDate ?? lot.originalAcquisitionDate ?? "") as Day;
      const basis =
        lot.adjustedCostBasis === null
          ? undefined
          : unitsOf(lot.adjustedCostBasis as Decimal, places.money);
      const shares = unitsOf(lot.shareQuantity as Decimal, places.shares);
      days.set(acquiredOn, addLot(days.get(acquiredOn), { shares, basis }));
    }
    found.set(accountNumber, bySecurity);
  }
  return found;
}

/** Lots of one day together; their basis is known if each one is. */
export function addLot(before: LotsOfDay | undefined, { shares, basis }: LotsOfDay): LotsOfDay {
  if (before === undefined) return { shares, basis };
  const isKnown = before.basis !== undefined && basis !== undefined;
  return {
    shares: before.shares + shares,
    basis: isKnown ? (before.basis ?? 0n) + (basis ?? 0n) : undefined,
  };
}

/** The lots of the securities of which the custodian states any. */
function statedLots(
  lots: ReadonlyMap<string, LotsByDay> | undefined,
  { lots: stated }: CustodianAccount,
): ReadonlyMap<string, LotsByDay> {
  return new Map([...(lots ?? [])].filter(([security]) => stated?.has(security)));
}

/** The value of a past day is that of its closes, which the performance follows: here shares are compared. */
function booksOf(
  { shares, cash }: AccountHoldings,
  lots: ReadonlyMap<string, LotsByDay>,
): BooksAccount {
  const positions = [...shares].map(
    ([security, held]) => [security, { shares: held, value: undefined }] as const,
  );
  return { positions: new Map(positions), cash, lots };
}

/** A custodian's value says what different shares are worth; of the same shares it would be a break by itself. */
function withoutAgreedValues(
  { positions, cash, lots }: CustodianAccount,
  { shares }: AccountHoldings,
): CustodianAccount {
  if (positions === undefined) return { positions, cash, lots };
  const compared = [...positions].map(([security, held]) => {
    const isSame = shares.get(security as Id) === held.shares;
    return [security, isSame ? { ...held, value: undefined } : held] as const;
  });
  return { positions: new Map(compared), cash, lots };
}
