// The state of an account in the second implementation while its facts are applied.
import type { LotAccount, LotFact } from "../src/facts/fact.ts";
import { type Rational, read, times, total, zero } from "./rational.ts";

export interface Lot {
  security: string;
  readonly id: bigint;
  readonly entry: number;
  readonly bought: string;
  readonly listed: number;
  readonly original: string | undefined;
  adjusted: string | undefined;
  readonly gift: string | undefined;
  readonly transfer: string | undefined;
  readonly inherited: boolean;
  readonly reinvested: boolean;
  /** As the transfer that delivered it says. */
  readonly covered: boolean | undefined;
  shares: Rational;
  /** As they were acquired. */
  first: Rational;
  /** Undefined where it is not known. */
  basis: Rational | undefined;
  cost: Rational;
  lower: Rational | undefined;
  canReplace: boolean;
  match: number;
  /** Place in the order in which lots were made. */
  made: number;
}

export interface Row {
  readonly lot: Lot;
  readonly fact: LotFact;
  readonly code: string;
  shares: Rational;
  first: Rational;
  net: Rational | undefined;
  basis: Rational | undefined;
  cost: Rational;
  readonly lower?: Rational | undefined;
  readonly adjusted: string | undefined;
  readonly price?: Rational | undefined;
  /** Old shares that a merger paid for. */
  readonly old?: Rational;
  disallowed?: Rational;
  replacement?: bigint;
  readonly pieces: Row[];
}

export interface Waiting {
  readonly row: Row;
  scale: Rational;
}

export interface State {
  readonly account: LotAccount;
  readonly facts: readonly LotFact[];
  lots: Lot[];
  readonly rows: Row[];
  waiting: Waiting[];
  readonly pools: Map<string, { basis: Rational; known: boolean }>;
  matches: number;
  made: number;
  /** Elections of average basis in force, by security. */
  readonly averages: Map<string, Election>;
  /** Securities of which an election was made or revoked, for which no default makes one. */
  readonly elected: Set<string>;
  /** Elections that were revoked, with their revocations: never made. */
  readonly never: ReadonlySet<string>;
}

interface Election {
  readonly names: string[];
  readonly on: string;
  readonly since: string;
  disposed: boolean;
}

/** An election was revoked: everything is done again as if it had never been made. */
export class Revoked extends Error {
  readonly names: readonly string[];

  constructor(names: readonly string[]) {
    super("revoked");
    this.names = names;
  }
}

/** The fact is impossible. */
export class Refused extends Error {}

/** The value of a share of a security at a price. */
export function worth({ account }: State, security: string, price: string | undefined): Rational {
  const factors = account.quotationFactors as ReadonlyMap<string, string> | undefined;
  return times(read(price ?? "0"), read(factors?.get(security) ?? "1"));
}

export function make(state: State, lot: Lot): void {
  state.made += 1;
  lot.made = state.made;
  state.lots.push(lot);
}

export function ties(a: Lot, b: Lot): number {
  return (
    (a.original ?? "").localeCompare(b.original ?? "") ||
    Number(a.id - b.id) ||
    a.listed - b.listed ||
    (a.adjusted ?? "").localeCompare(b.adjusted ?? "") ||
    a.match - b.match ||
    a.made - b.made
  );
}

export const acquisition = (a: Lot, b: Lot) =>
  (a.original ?? "").localeCompare(b.original ?? "") || a.entry - b.entry || ties(a, b);

export function held({ lots }: State, security: string): Lot[] {
  return lots.filter((lot) => lot.security === security).sort(ties);
}

export function sharesOf(lots: readonly Lot[]): Rational {
  return total(lots.map(({ shares }) => shares));
}

export function poolOf(state: State, security: string) {
  if (state.account.isTaxable) return undefined;
  const pool = state.pools.get(security) ?? { basis: zero, known: true };
  state.pools.set(security, pool);
  return pool;
}
