// The relief methods: a table of preferences between two lots, from which both the order and the
// place to look for the next lot follow. A new method is one line here. (docs/tax-lots.md, "Methods")
import { minus, smaller, times, type Whole } from "../../../values/src/whole.ts";
import type { MethodCode } from "../facts/fact.ts";
import type { Worth } from "../facts/quotation.ts";
import { compareTies, type Lot, longFromOf, lossDayOf } from "../shelf/lot.ts";
import type { Shelf, TermShelf } from "../shelf/shelf.ts";
import { compareBases, lotsByAge, lotsByGain, oldestOf, termsOn } from "../shelf/shelf.ts";
import { first, firstReached, last, lastBefore, type Sorted } from "../shelf/sorted.ts";

/** One class of lots, and which of them goes first; classes are exhausted one after another. */
interface Preference {
  readonly by: "age" | "gain" | "taxedGain";
  readonly first: "lowest" | "highest";
  readonly term?: "short" | "long";
  readonly sign?: "loss" | "gain";
}

/** A method: its letter in closed rows and its preferences. */
export interface Method {
  readonly letter: string;
  readonly preferences: readonly Preference[];
}

const loss = { by: "gain", sign: "loss" } as const;
const gain = { by: "gain", sign: "gain" } as const;
const largestLoss = { ...loss, first: "lowest" } as const;
const smallestLoss = { ...loss, first: "highest" } as const;
const largestGain = { ...gain, first: "highest" } as const;
const smallestGain = { ...gain, first: "lowest" } as const;
const short = { term: "short" } as const;
const long = { term: "long" } as const;

type Term = typeof short | typeof long;
const gainsOf = (a: Term, b: Term): Preference[] => [
  { ...a, ...largestGain },
  { ...b, ...largestGain },
  { ...b, ...smallestLoss },
  { ...a, ...smallestLoss },
];
const lossesOf = (a: Term, b: Term): Preference[] => [
  { ...a, ...largestLoss },
  { ...b, ...largestLoss },
  { ...b, ...smallestGain },
  { ...a, ...smallestGain },
];

/** Every method by its code; average cost takes the oldest shares and its basis from the pool. */
export const methods: Readonly<Record<MethodCode, Method>> = {
  FIFO: { letter: "F", preferences: [{ by: "age", first: "lowest" }] },
  LIFO: { letter: "L", preferences: [{ by: "age", first: "highest" }] },
  LGHL: { letter: "S", preferences: [{ by: "gain", first: "lowest" }] },
  HGLL: { letter: "G", preferences: [{ by: "gain", first: "highest" }] },
  LLTG: { letter: "C", preferences: lossesOf(long, short) },
  LSTG: { letter: "D", preferences: lossesOf(short, long) },
  HLTG: { letter: "H", preferences: gainsOf(long, short) },
  HSTG: { letter: "J", preferences: gainsOf(short, long) },
  AVGC: { letter: "A", preferences: [{ by: "age", first: "lowest" }] },
  WLFS: { letter: "W", preferences: [{ by: "taxedGain", first: "lowest" }] },
  WGFS: { letter: "X", preferences: [{ by: "taxedGain", first: "highest" }] },
};

/** The letter of a disposal whose lots were named. */
export const namedLotsLetter = "V";

/** The facts besides the lots on which a choice depends: the price is before fees. */
export interface Situation extends Worth {
  readonly method: Method;
  readonly day: number;
  /** The same price as a quotation, to 6 places. */
  readonly quotation: Whole | undefined;
  /** Tax rates on one scale; both 1 where neither is set or both are 0. */
  readonly shortRate: Whole;
  readonly longRate: Whole;
}

/** Gain on the whole lot at the price, times its unit: it serves to compare and to show. */
export function gainOf(lot: Lot, { price, unit }: Worth): Whole {
  const value = times(price, lot.quantity);
  const onBasis = minus(value, times(lot.basis, unit));
  if (lot.lower === undefined || onBasis >= 0) return onBasis;
  const onLower = minus(value, times(lot.lower, unit));
  return smaller(onLower, 0);
}

/** Whether the lot would be long-term; below a gift's lower value its date is that of the gift. */
export function isLongAt(lot: Lot, situation: Situation): boolean {
  const isBelow = lot.lower !== undefined && gainOf(lot, situation) < 0;
  return situation.day >= (isBelow ? longFromOf(lossDayOf(lot), lot.isInherited) : lot.longFrom);
}

/** The order in which a method takes lots. */
export function preferred(situation: Situation): (a: Lot, b: Lot) => number {
  const { preferences } = situation.method;
  const classOf = (lot: Lot) => preferences.findIndex((each) => admits(each, lot, situation));
  return (a, b) => {
    const at = preferences.length === 1 ? 0 : classOf(a);
    const difference = preferences.length === 1 ? 0 : at - classOf(b);
    if (difference !== 0) return difference;
    const preference = preferences[at] as Preference;
    const measured = compareMeasure(preference, situation, [a, b]);
    return (preference.first === "lowest" ? measured : -measured) || compareTies(a, b);
  };
}

function compareMeasure(preference: Preference, situation: Situation, [a, b]: [Lot, Lot]): number {
  if (preference.by === "age") return a.originalDay - b.originalDay;
  let left = times(gainOf(a, situation), b.quantity);
  let right = times(gainOf(b, situation), a.quantity);
  if (preference.by === "taxedGain") {
    left = times(left, rateOf(a, situation));
    right = times(right, rateOf(b, situation));
  }
  return left < right ? -1 : left > right ? 1 : 0;
}

function rateOf(lot: Lot, situation: Situation): Whole {
  return isLongAt(lot, situation) ? situation.longRate : situation.shortRate;
}

function admits({ term, sign }: Preference, lot: Lot, situation: Situation): boolean {
  if (term !== undefined && (term === "long") !== isLongAt(lot, situation)) return false;
  return sign === undefined || (sign === "gain") === gainOf(lot, situation) >= 0;
}

/** The lot that the method takes next from a shelf that holds one. */
export function nextLot(shelf: Shelf, situation: Situation): Lot | undefined {
  const { preferences } = situation.method;
  for (const preference of preferences) {
    if (preference.by === "age") return headByAge(lotsByAge(shelf), preference);
    const heads = headsOf(shelf, preference, situation);
    if (heads.length === 1) return heads[0];
    if (heads.length > 1) return heads.toSorted(preferred(situation))[0];
  }
  return undefined;
}

function headByAge(byAge: Sorted<Lot>, preference: Preference): Lot | undefined {
  return preference.first === "lowest" ? first(byAge) : newest(byAge);
}

/** The lots among which the first of a class by gain is. */
function headsOf(shelf: Shelf, preference: Preference, situation: Situation): Lot[] {
  const heads: Lot[] = [];
  for (const lot of shelf.twoBases) if (admits(preference, lot, situation)) heads.push(lot);
  if (preference.by === "gain" && preference.term === undefined) {
    const head = headByGain(lotsByGain(shelf), preference, situation);
    if (head !== undefined) heads.push(head);
    return heads;
  }
  const terms = termsOn(shelf, situation.day);
  for (const term of ["short", "long"] as const) {
    if (preference.term !== undefined && preference.term !== term) continue;
    const head = headOfTerm(terms[term], preference, [term, situation]);
    if (head !== undefined) heads.push(head);
  }
  return heads;
}

function headOfTerm(
  lots: TermShelf,
  preference: Preference,
  [term, situation]: ["short" | "long", Situation],
): Lot | undefined {
  // Times a rate of zero every gain is the same, so that the tie decides: the oldest.
  const rate = term === "short" ? situation.shortRate : situation.longRate;
  if (preference.by === "taxedGain" && rate === 0) return oldestOf(lots);
  return headByGain(lots.byGain, preference, situation);
}

function headByGain(
  byGain: Sorted<Lot>,
  preference: Preference,
  situation: Situation,
): Lot | undefined {
  const isGain = (lot: Lot) => gainOf(lot, situation) >= 0;
  if (preference.first === "lowest") {
    if (preference.sign === "gain") return firstReached(byGain, isGain);
    return within(first(byGain), preference, isGain);
  }
  if (preference.sign === "loss") return firstOfRun(byGain, lastBefore(byGain, isGain));
  return firstOfRun(byGain, within(last(byGain), preference, isGain));
}

function within(
  lot: Lot | undefined,
  { sign }: Preference,
  isGain: (lot: Lot) => boolean,
): Lot | undefined {
  if (lot === undefined || sign === undefined) return lot;
  return (sign === "gain") === isGain(lot) ? lot : undefined;
}

/** Of all lots with exactly the gain per share of this one, that which the ties put first. */
function firstOfRun(byGain: Sorted<Lot>, lot: Lot | undefined): Lot | undefined {
  return lot && firstReached(byGain, (other) => compareBases(other, lot) >= 0);
}

function newest(byAge: Sorted<Lot>): Lot | undefined {
  const lot = last(byAge);
  return lot && firstReached(byAge, (other) => other.originalDay >= lot.originalDay);
}
