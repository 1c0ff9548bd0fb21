// The id of a tax lot, made of what it is, so that the same facts give it again.
import { hash } from "node:crypto";

/** The first 63 bits of SHA-256 over the account, the transactions and the place, joined by `/`. */
export function taxLotIdOf(madeOf: string): bigint {
  return firstBits(hash("sha256", madeOf, "hex"));
}

/** The id used when one is taken: the digest's hex text is hashed again until an id is free. */
export function nextTaxLotId(madeOf: string, taken: { has(id: string): boolean }): string {
  let digest = hash("sha256", madeOf, "hex");
  while (taken.has(firstBits(digest).toString())) digest = hash("sha256", digest, "hex");
  return firstBits(digest).toString();
}

function firstBits(digest: string): bigint {
  return BigInt(`0x${digest.slice(0, 16)}`) >> 1n;
}

/**
 * The ids given in one account: a hash table of eight bytes a place, at most half full, as there
 * may be millions. An empty place is 0, which no lot has as its id.
 */
export interface GivenIds {
  places: BigUint64Array;
  count: number;
}

/** A table without an id. */
export function noIds(): GivenIds {
  return { places: new BigUint64Array(1024), count: 0 };
}

/** Gives a lot its id; where one clashes, 1 in 2^63 pairs, the lot asked for first keeps it. */
export function giveId(given: GivenIds, madeOf: string): string {
  const own = taxLotIdOf(madeOf);
  if (own !== 0n && add(given, own)) return own.toString();
  const next = nextTaxLotId(madeOf, { has: (id) => id === "0" || isGiven(given, BigInt(id)) });
  add(given, BigInt(next));
  return next;
}

function isGiven({ places }: GivenIds, id: bigint): boolean {
  return places[placeOf(places, id)] === id;
}

/** Whether the id was not there before. */
function add(given: GivenIds, id: bigint): boolean {
  const at = placeOf(given.places, id);
  if (given.places[at] === id) return false;
  given.places[at] = id;
  given.count += 1;
  if (given.count * 2 > given.places.length) grow(given);
  return true;
}

function grow(given: GivenIds): void {
  const before = given.places;
  given.places = new BigUint64Array(before.length * 2);
  for (const id of before) if (id !== 0n) given.places[placeOf(given.places, id)] = id;
}

const whole = new BigUint64Array(1);
const halves = new Uint32Array(whole.buffer);

/** The place of an id, or the empty one where it would go; a digest's bits need no mixing. */
function placeOf(places: BigUint64Array, id: bigint): number {
  whole[0] = id;
  const last = places.length - 1;
  let at = (halves[0] as number) & last;
  for (let there = places[at]; there !== 0n && there !== id; there = places[at]) {
    at = (at + 1) & last;
  }
  return at;
}
