// Compares what a custodian states of an account with the books: pure; facts in, breaks out.
// Shares are in 0.00001, money in cents. (docs/reconciliation.md)
import type { Day } from "@bursar/values/dates";
import { nearest } from "@bursar/values/units";
import { type Cause, causeOfBasis, causeOfCash, causeOfShares, causeOfValue } from "./causes.ts";
import type { Held, HeldAtCustodian } from "./held.ts";

/** The kinds of breaks: shares of a position, its market value, cash, shares of a lot, its basis. */
export const breakKinds = ["shares", "value", "cash", "lotShares", "lotBasis"] as const;
/** One of them. */
export type BreakKind = (typeof breakKinds)[number];

/** The lots of a security that were acquired on one day; the basis is undefined if one is unknown. */
export interface LotsOfDay {
  readonly shares: bigint;
  readonly basis: bigint | undefined;
}

/** Lots by the day of acquisition, which is empty where it is not known. */
export type LotsByDay = ReadonlyMap<Day | "", LotsOfDay>;

/** An account as a custodian states it, by security; a part of which it sends no file is
 * undefined. */
export interface CustodianAccount {
  readonly positions: ReadonlyMap<string, HeldAtCustodian> | undefined;
  readonly cash: bigint | undefined;
  readonly lots: ReadonlyMap<string, LotsByDay> | undefined;
}

/** The same by the books; an account whose positions follow from no transactions has no lots. */
export interface BooksAccount {
  readonly positions: ReadonlyMap<string, Held>;
  readonly cash: bigint;
  readonly lots: ReadonlyMap<string, LotsByDay>;
}

/** A difference: what both sides have, in shares or cents by its kind, and what it is worth. */
export interface Difference {
  readonly kind: BreakKind;
  /** The security, as both sides key it; empty for cash. */
  readonly security: string;
  readonly acquiredOn: Day | "" | undefined;
  readonly custodian: bigint;
  /** Undefined where the books do not know a value. */
  readonly books: bigint | undefined;
  /** In cents, the custodian's less the books'; undefined without any price. */
  readonly amount: bigint | undefined;
  readonly cause: Cause;
}

/** The largest differences of money, in cents, that are no breaks. */
export interface Tolerance {
  readonly money: bigint;
}

const none = { shares: 0n, value: 0n };

/** The breaks of an account, by kind and security. `isKnown` accepts the securities of the books. */
export function breaksOf(
  custodian: CustodianAccount,
  books: BooksAccount,
  { tolerance, isKnown }: { tolerance: Tolerance; isKnown: (security: string) => boolean },
): Difference[] {
  const cash = custodian.cash === undefined ? undefined : custodian.cash - books.cash;
  const found: Difference[] = [];
  const agreed = new Set<string>();
  for (const security of securitiesOf(custodian.positions, books.positions)) {
    const here = books.positions.get(security) ?? none;
    const there = custodian.positions?.get(security) ?? { ...none, places: 5 };
    if (there.shares === here.shares) {
      agreed.add(security);
      const value = valueBreak(security, there, here, tolerance);
      if (value !== undefined) found.push(value);
      continue;
    }
    const amount = worthOf(there.shares - here.shares, here, there);
    const facts = { there, here, amount, cash, isKnown: isKnown(security) };
    found.push({
      kind: "shares",
      security,
      acquiredOn: undefined,
      amount,
      custodian: there.shares,
      books: here.shares,
      cause: causeOfShares(facts),
    });
  }
  if (custodian.cash !== undefined && cash !== undefined && isBeyond(cash, tolerance)) {
    found.push({
      kind: "cash",
      security: "",
      acquiredOn: undefined,
      amount: cash,
      custodian: custodian.cash,
      books: books.cash,
      cause: causeOfCash(cash),
    });
  }
  // Shares that differ make their lots differ too, which adds nothing.
  const isCompared = (security: string) =>
    custodian.positions === undefined || agreed.has(security);
  return [
    ...found,
    ...lotBreaks(custodian, books, tolerance).filter((each) => isCompared(each.security)),
  ];
}

function securitiesOf(
  custodian: ReadonlyMap<string, unknown> | undefined,
  books: ReadonlyMap<string, unknown>,
): readonly string[] {
  return custodian === undefined ? [] : [...new Set([...books.keys(), ...custodian.keys()])];
}

function isBeyond(difference: bigint, { money }: Tolerance): boolean {
  return difference > money || -difference > money;
}

/** The value of shares at the books' price, or else at the custodian's. */
function worthOf(shares: bigint, ...holders: readonly Held[]): bigint | undefined {
  for (const { shares: held, value } of holders) {
    if (held !== 0n && value !== undefined) return nearest(shares * value, held);
  }
  return undefined;
}

function valueBreak(
  security: string,
  there: Held,
  here: Held,
  tolerance: Tolerance,
): Difference | undefined {
  if (there.value === undefined) return undefined;
  const amount = here.value === undefined ? undefined : there.value - here.value;
  if (amount !== undefined && !isBeyond(amount, tolerance)) return undefined;
  return {
    kind: "value",
    security,
    acquiredOn: undefined,
    amount,
    custodian: there.value,
    books: here.value,
    cause: causeOfValue(amount, here.shares),
  };
}

/** The breaks of lots, where both sides have lots of the account. */
function lotBreaks(
  { lots: stated }: CustodianAccount,
  { lots: own }: BooksAccount,
  tolerance: Tolerance,
): Difference[] {
  if (own.size === 0) return [];
  return securitiesOf(stated, own).flatMap((security) => {
    const there = stated?.get(security) ?? new Map<Day | "", LotsOfDay>();
    const here = own.get(security) ?? new Map<Day | "", LotsOfDay>();
    const days = [...new Set([...here.keys(), ...there.keys()])].toSorted();
    return days.flatMap((acquiredOn) => {
      const found = lotBreak(there.get(acquiredOn), here.get(acquiredOn), tolerance);
      return found === undefined ? [] : [{ ...found, security, acquiredOn }];
    });
  });
}

function lotBreak(
  there: LotsOfDay | undefined,
  here: LotsOfDay | undefined,
  tolerance: Tolerance,
): Omit<Difference, "security" | "acquiredOn"> | undefined {
  const shares = there?.shares ?? 0n;
  const ownShares = here?.shares ?? 0n;
  const basis = there ? there.basis : 0n;
  const ownBasis = here ? here.basis : 0n;
  const amount = basis === undefined || ownBasis === undefined ? undefined : basis - ownBasis;
  if (shares !== ownShares) {
    return { kind: "lotShares", custodian: shares, books: ownShares, amount, cause: "lotRelief" };
  }
  if (basis === undefined || (amount !== undefined && !isBeyond(amount, tolerance)))
    return undefined;
  const cause = causeOfBasis(amount);
  return { kind: "lotBasis", custodian: basis, books: ownBasis, amount, cause };
}
