// The id of a tax lot, made of what it is, so that the same facts give it again.
import { hash } from "node:crypto";

/** The first 63 bits of SHA-256 over the account, the transactions and the place, joined by `/`. */
export function taxLotIdOf(madeOf: string): bigint {
  // A text of one character a byte costs the least to make and to read.
  const digest = hash("sha256", madeOf, "binary");
  halves[1] = fourBytes(digest, 0);
  halves[0] = fourBytes(digest, 4);
  return (whole[0] as bigint) >> 1n;
}

function fourBytes(digest: string, at: number): number {
  const high = (digest.charCodeAt(at) << 24) | (digest.charCodeAt(at + 1) << 16);
  return high | (digest.charCodeAt(at + 2) << 8) | digest.charCodeAt(at + 3);
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
 * The ids given in one account: a hash table of two halves of four bytes a place, at most three
 * quarters full, as there may be millions. An empty place is 0, which no lot has as its id.
 */
export interface GivenIds {
  places: Uint32Array<ArrayBuffer>;
  count: number;
}

/** A table without an id, with capacity for about this number of lots. */
export function noIds(expected = 500): GivenIds {
  return { places: new Uint32Array(4 * Math.max(expected, 500)), count: 0 };
}

/** Gives a lot its id; where one clashes, 1 in 2^63 pairs, the lot asked for first keeps it. */
export function giveId(given: GivenIds, madeOf: string): string {
  const own = taxLotIdOf(madeOf);
  if (own !== 0n && add(given, own)) return own.toString();
  const next = nextTaxLotId(madeOf, { has: (id) => id === "0" || isGiven(given, BigInt(id)) });
  add(given, BigInt(next));
  return next;
}

const whole = new BigUint64Array(1);
const halves = new Uint32Array(whole.buffer);

function isGiven({ places }: GivenIds, id: bigint): boolean {
  whole[0] = id;
  return !isEmpty(places, placeOf(places, halves[0] as number, halves[1] as number));
}

/** Whether the id was not there before. */
function add(given: GivenIds, id: bigint): boolean {
  whole[0] = id;
  const low = halves[0] as number;
  const high = halves[1] as number;
  const at = placeOf(given.places, low, high);
  if (!isEmpty(given.places, at)) return false;
  given.places[at] = low;
  given.places[at + 1] = high;
  given.count += 1;
  // Three quarters of the places, of two numbers each.
  if (given.count * 8 > given.places.length * 3) grow(given);
  return true;
}

/** Half as many places more; in the order of ids, so that memory is read and written in order, too. */
function grow(given: GivenIds): void {
  const before = given.places;
  const more = before.length >> 2;
  given.places = new Uint32Array(before.length + 2 * more);
  for (let from = 0; from < before.length; from += 2) {
    if (isEmpty(before, from)) continue;
    const low = before[from] as number;
    const high = before[from + 1] as number;
    const at = placeOf(given.places, low, high);
    given.places[at] = low;
    given.places[at + 1] = high;
  }
  // Its memory would else last until a collection of everything that is old.
  before.buffer.transfer(0);
}

function isEmpty(places: Uint32Array, at: number): boolean {
  return places[at] === 0 && places[at + 1] === 0;
}

/** The slot of an id, or the empty one where it would go: id ÷ highest id × length of the table, since the
 * bits of a digest need no further hashing. */
function placeOf(places: Uint32Array, low: number, high: number): number {
  const { length } = places;
  let at = 2 * Math.floor((high * (length >> 1)) / highest);
  while ((places[at] !== low || places[at + 1] !== high) && !isEmpty(places, at)) {
    at += 2;
    if (at === length) at = 0;
  }
  return at;
}

/** The upper half of an id has 31 bits. */
const highest = 2 ** 31;
