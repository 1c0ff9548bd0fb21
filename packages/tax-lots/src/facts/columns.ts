// Many facts, security by security, with their figures in columns of numbers: facts are read where they
// lie in memory, one after another, while those of one security lie far apart.
import type { Id } from "../../../values/src/ids.ts";
import { type Entry, entryOf } from "./entry.ts";
import type { LotAccount, LotFact } from "./fact.ts";

/** Facts in parts that have nothing to do with each other; in a part they are in the order given. */
export interface Columns {
  readonly account: LotAccount;
  /** The first place behind each part. */
  readonly ends: readonly number[];
  readonly facts: readonly LotFact[];
  readonly days: Int32Array;
  /** NaN where one of the three figures is no safe integer, so that they are read again. */
  readonly shares: Float64Array;
  /** -1 where there is none. */
  readonly prices: Float64Array;
  readonly amounts: Float64Array;
}

/** Reads facts into columns; securities are in one part where an event joins them. */
export function factColumns(account: LotAccount, facts: readonly LotFact[]): Columns {
  const { parts, ends } = partsOf(facts);
  const { length } = facts;
  const columns = {
    account,
    ends,
    facts: facts.slice(),
    days: new Int32Array(length),
    shares: new Float64Array(length),
    prices: new Float64Array(length),
    amounts: new Float64Array(length),
  };
  const next = [0, ...ends];
  for (let from = 0; from < length; from += 1) {
    const part = parts[from] as number;
    const at = next[part] as number;
    next[part] = at + 1;
    write(columns, at, entryOf(facts[from] as LotFact, account));
  }
  return columns;
}

type Written = Columns & { readonly facts: LotFact[] };

function write(
  columns: Written,
  at: number,
  { fact, day, shares, price = -1, amount }: Entry,
): void {
  columns.facts[at] = fact;
  columns.days[at] = day;
  columns.shares[at] = Number.NaN;
  if (typeof shares !== "number" || typeof price !== "number" || typeof amount !== "number") return;
  columns.shares[at] = shares;
  columns.prices[at] = price;
  columns.amounts[at] = amount;
}

/** The fact at a place. */
export function entryAt(columns: Columns, at: number): Entry {
  const { facts, days, shares, prices, amounts } = columns;
  const fact = facts[at] as LotFact;
  const known = shares[at] as number;
  if (Number.isNaN(known)) return entryOf(fact, columns.account);
  const price = prices[at] as number;
  return {
    fact,
    day: days[at] as number,
    shares: known,
    price: price < 0 ? undefined : price,
    amount: amounts[at] as number,
  };
}

interface Parts {
  /** The part of each fact. */
  readonly parts: Int32Array;
  readonly ends: number[];
}

/** Numbers the parts by their first facts. */
function partsOf(facts: readonly LotFact[]): Parts {
  const leaderOf = leadersOf(facts);
  const numbers = new Map<Id, number>();
  const ends: number[] = [];
  const partOf = (security: Id) => {
    const leader = leaderOf(security);
    const part = numbers.get(leader) ?? ends.push(0) - 1;
    numbers.set(leader, part).set(security, part);
    return part;
  };
  const parts = new Int32Array(facts.length);
  for (let at = 0; at < facts.length; at += 1) {
    const { security } = facts[at] as LotFact;
    const part = numbers.get(security) ?? partOf(security);
    parts[at] = part;
    ends[part] = (ends[part] as number) + 1;
  }
  for (let part = 1; part < ends.length; part += 1) {
    ends[part] = (ends[part] as number) + (ends[part - 1] as number);
  }
  return { parts, ends };
}

/** Finds the one security by which those that events join are known. */
function leadersOf(facts: readonly LotFact[]): (security: Id) => Id {
  const joined = new Map<Id, Id>();
  const leaderOf = (security: Id): Id => {
    let leader = security;
    for (let next = joined.get(leader); next !== undefined; next = joined.get(leader))
      leader = next;
    return leader;
  };
  for (const fact of facts) {
    if (!("intoSecurity" in fact) || fact.intoSecurity === undefined) continue;
    const from = leaderOf(fact.security);
    const into = leaderOf(fact.intoSecurity);
    if (from !== into) joined.set(from, into);
  }
  return leaderOf;
}
