// Identifiers as text: what may be one, and how a new one is drawn. (interface 1)

declare const idBrand: unique symbol;
declare const accountNumberBrand: unique symbol;
declare const folioNumberBrand: unique symbol;

/** A whole number from 1 to 9223372036854775807 as decimal digits without leading zeros. */
export type Id = string & { readonly [idBrand]: true };

/** An account's number: `R` and 8 or 9 upper-case letters and digits. */
export type AccountNumber = string & { readonly [accountNumberBrand]: true };

/** A folio's number: its account's number and two digits, 01 and up. */
export type FolioNumber = string & { readonly [folioNumberBrand]: true };

const greatest = "9223372036854775807";
const epochMs = Date.UTC(2020, 0, 1);
const randomBits = 22n;

/** Whether the text can be an id; equal length makes text order the order of the numbers. */
export function isId(text: string): text is Id {
  if (!/^[1-9]\d{0,18}$/.test(text)) return false;
  return text.length < greatest.length || text <= greatest;
}

/** The order of two ids as numbers. */
export function compareIds(a: Id, b: Id): number {
  return a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);
}

/** Whether the text can be an account number. */
export function isAccountNumber(text: string): text is AccountNumber {
  return /^R[A-Z0-9]{8,9}$/.test(text);
}

/** Whether the text can be the number of a folio of an account. */
export function isFolioNumber(text: string): text is FolioNumber {
  return /^R[A-Z0-9]{8,9}(?!00)\d{2}$/.test(text);
}

/**
 * Draws an id that grows with time: 41 bits of milliseconds since 2020, then 22 random bits.
 * Throws a RangeError for an instant before 2020 or after September 2089.
 */
export function drawId(now: Date, random: (bytes: number) => Uint8Array): Id {
  const elapsed = BigInt(now.getTime() - epochMs);
  if (elapsed < 0n || elapsed >= 1n << 41n) throw new RangeError("an id's instant is out of range");
  let noise = 0n;
  for (const byte of random(3)) noise = (noise << 8n) | BigInt(byte);
  const id = (elapsed << randomBits) | BigInt.asUintN(22, noise);
  return (id === 0n ? "1" : id.toString()) as Id;
}

/**
 * Opens the source of a process's ids: no two of them are equal, and each is greater than the one
 * before, also within a millisecond and after a clock was set back. The first id of a millisecond is
 * random, and the next ones count on from it. Two processes can draw equal ids only in the same
 * millisecond, which has some four million.
 */
export function openIds(random: (bytes: number) => Uint8Array): (now: Date) => Id {
  let last = 0n;
  return (now) => {
    const drawn = BigInt(drawId(now, random));
    last = drawn >> randomBits > last >> randomBits ? drawn : last + 1n;
    return last.toString() as Id;
  };
}
