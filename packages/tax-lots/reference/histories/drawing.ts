// The random values from which a step of a history is drawn, and the account's state by then.
import type { Day } from "../../../values/src/dates.ts";
import type { Id } from "../../../values/src/ids.ts";
import type { LotAccount, MethodCode } from "../../src/facts/fact.ts";

/** From here on: what adjusts a basis or elects to average it, and what moves inside the firm. */
export const firstBasisOp = 60;

export const lastBasisOp = 69;

export interface Step {
  readonly op: number;
  readonly security: number;
  readonly days: number;
  readonly shares: number;
  readonly price: number;
  readonly extra: number;
}

export const methodCodes: readonly MethodCode[] = [
  "FIFO",
  "LIFO",
  "LGHL",
  "HGLL",
  "LLTG",
  "LSTG",
  "HLTG",
  "HSTG",
  "WLFS",
  "WGFS",
];

/** The shares of each security that are held, as the generator knows them, in 0.00001. */
export type Holdings = Map<string, bigint>;

export type Fields = Record<string, unknown>;

/** The lots of the newest arrival of each security of which nothing has been taken or changed. */
export type Newest = Map<string, { readonly id: string; readonly lots: readonly bigint[] }>;

export interface Drawing {
  readonly account: LotAccount;
  readonly holdings: Holdings;
  readonly newest: Newest;
  readonly elections: Elections;
  readonly base: Fields & {
    readonly transactionId: string;
    readonly tradeOn: string;
    readonly security: string;
  };
  readonly step: Step;
}

export const sharesText = (units: bigint) => {
  const digits = units.toString().padStart(6, "0");
  return `${digits.slice(0, -5)}.${digits.slice(-5)}`;
};

export const cents = (amount: number) =>
  `${Math.trunc(amount / 100)}.${String(amount % 100).padStart(2, "0")}`;

export const before = (day: string, days: number) =>
  Temporal.PlainDate.from(day).subtract({ days }).toString();

export const later = (day: string, days: number) =>
  Temporal.PlainDate.from(day).add({ days }).toString() as Day;

/** Mostly whole shares, often with a fraction of five places; some lots are tiny. */
export function unitsOf({ shares, extra }: Step): bigint {
  if (extra % 11 === 0) return BigInt(shares % 5) + 3n;
  return BigInt(shares) * 100_000n + (extra % 3 === 0 ? BigInt(extra * 7) : 0n);
}

interface Elected {
  readonly on: string;
  readonly isInForce: boolean;
  hasDisposed: boolean;
}

/** Whether average basis was last elected or ended for a security, and whether shares were disposed of since. */
export type Elections = Map<string, Elected>;

export function passElection(elections: Elections, from: string, to: string): void {
  const election = elections.get(from);
  if (election !== undefined) elections.set(to, election);
  elections.delete(from);
}

/** Whether a basis is averaged, as far as the generator knows. */
export function isAveraged({ account, elections, base }: Drawing): boolean {
  const { isTaxable, fundSecurities, fundsAveragedFrom: from } = account;
  const isDefault = from !== undefined && base.tradeOn >= from;
  const isFund = fundSecurities?.has(base.security as Id) ?? false;
  return isTaxable && (elections.get(base.security)?.isInForce ?? (isDefault && isFund));
}

export function add({ holdings, base, step: drawn }: Drawing): string {
  const units = unitsOf(drawn);
  holdings.set(base.security, (holdings.get(base.security) ?? 0n) + units);
  return sharesText(units);
}
