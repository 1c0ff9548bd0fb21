// What other resources may read of reconciliations: how a custodian's statement of any day differs from
// the books as they were then.

import type { Day } from "@bursar/values/dates";
import type { Id } from "@bursar/values/ids";
import type { Reader } from "../../../platform/store/db.ts";
import { type AccountHoldings, holdingsOn } from "../account-books/reads.ts";
import { type FoundBreaks, knownSecurities } from "./found-breaks.ts";
import { type BooksAccount, breaksOf, type CustodianAccount, type Difference } from "./match.ts";

export { causes } from "./causes.ts";
export type { FoundBreaks } from "./found-breaks.ts";
export type { CustodianAccount, Difference } from "./match.ts";

/** What a custodian states of accounts at the end of a day, by account number; lots are not compared. */
export interface StatementOfDay {
  readonly on: Day;
  readonly accounts: ReadonlyMap<string, CustodianAccount>;
}

const accountsAtOnce = 100;
/** What rounding can make of an amount, in cents. */
const tolerance = { money: 1n };

/** The differences of shares and cash from the books at the end of the day. */
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
    for (const [number, held] of await holdingsOn(db, some, { day: on, now })) {
      const custodian = stated.get(number);
      if (custodian === undefined) continue;
      found.set(
        number,
        breaksOf(withoutAgreedValues(custodian, held), booksOf(held), { tolerance, isKnown }),
      );
    }
  }
  const compared = new Set(["shares", "cash"] as const);
  return { on, accounts: found, compared, unknown: [], unlisted: "0" };
}

/** The value of a past day is that of its closes, which the performance follows: here shares are compared. */
function booksOf({ shares, cash }: AccountHoldings): BooksAccount {
  const positions = [...shares].map(
    ([security, held]) => [security, { shares: held, value: undefined }] as const,
  );
  return { positions: new Map(positions), cash, lots: new Map() };
}

/** A custodian's value says what different shares are worth; of the same shares it would be a break by itself. */
function withoutAgreedValues(
  { positions, cash }: CustodianAccount,
  { shares }: AccountHoldings,
): CustodianAccount {
  if (positions === undefined) return { positions, cash, lots: undefined };
  const compared = [...positions].map(([security, held]) => {
    const isSame = shares.get(security as Id) === held.shares;
    return [security, isSame ? { ...held, value: undefined } : held] as const;
  });
  return { positions: new Map(compared), cash, lots: undefined };
}
