// A series as the floor keeps it, 12 bytes a day (the day in 4 from 2000-01-01 on, the value in 8
// in units of 0.00001, big-endian), and the response that it encodes.
import assert from "node:assert/strict";

/** The text of a response before its days, and the days packed. */
export interface PackedSeries {
  readonly head: string;
  readonly packed: Buffer;
}

const dayLength = 12;
const dayMs = 86_400_000;
const firstDayMs = Date.UTC(2000, 0, 1);
const unitsOfOne = 100_000;

interface SentSeries {
  readonly values: readonly { readonly date: string; readonly value: string }[];
}

/** Packs the body of a response; the floor must give the same bytes back. */
export function packSeries(body: string): PackedSeries {
  const { values } = JSON.parse(body) as SentSeries;
  const packed = Buffer.alloc(values.length * dayLength);
  for (const [index, { date, value }] of values.entries()) {
    const at = index * dayLength;
    packed.writeInt32BE((Date.parse(`${date.slice(0, 10)}Z`) - firstDayMs) / dayMs, at);
    packed.writeBigInt64BE(BigInt(value.replace(".", "")), at + 4);
  }
  const opening = '"values":[';
  const head = body.slice(0, body.indexOf(opening) + opening.length);
  assert.equal(unpackSeries({ head, packed }).toString(), body);
  return { head, packed };
}

/** The response: the text before the days, each day, and the end, written byte by byte. */
export function unpackSeries({ head, packed }: PackedSeries): Buffer {
  const body = Buffer.allocUnsafe(head.length + (packed.length / dayLength) * longestDay + 2);
  const start = body.write(head, 0, "latin1");
  let end = start;
  for (let at = 0; at < packed.length; at += dayLength) {
    const prefix = prefixOf(packed.readInt32BE(at));
    body.set(prefix, end);
    end += prefix.length;
    const units = packed.readUInt32BE(at + 4) * 2 ** 32 + packed.readUInt32BE(at + 8);
    const whole = Math.floor(units / unitsOfOne);
    let digits = 1;
    for (let power = 10; power <= whole; power *= 10) digits += 1;
    writeDigits(body, whole, end, digits);
    end += digits;
    body[end] = point;
    writeDigits(body, units - whole * unitsOfOne, end + 1, places);
    end += 1 + places;
    body[end] = quote;
    body[end + 1] = brace;
    end += 2;
  }
  // Each day begins with a comma, also the first.
  if (end > start) {
    body.copyWithin(start, start + 1, end);
    end -= 1;
  }
  return body.subarray(0, end + body.write("]}", end, "latin1"));
}

const places = 5;
const longestDay = 80;
const zero = 0x30;
const point = 0x2e;
const quote = 0x22;
const brace = 0x7d;

function writeDigits(body: Buffer, value: number, from: number, count: number): void {
  let rest = value;
  for (let at = from + count - 1; at >= from; at -= 1) {
    const tenth = Math.floor(rest / 10);
    body[at] = zero + rest - tenth * 10;
    rest = tenth;
  }
}

// Series share their days, so each is written out once.
const prefixes = new Map<number, Buffer>();

function prefixOf(day: number): Buffer {
  let prefix = prefixes.get(day);
  if (prefix === undefined) {
    const on = new Date(firstDayMs + day * dayMs);
    const date = `${on.toISOString().slice(0, 11)}${midnightOf(on)}:00:00.000+0000`;
    prefix = Buffer.from(`,{"date":"${date}","value":"`);
    prefixes.set(day, prefix);
  }
  return prefix;
}

const newYork = new Intl.DateTimeFormat("en-US", {
  timeZone: "America/New_York",
  hour: "numeric",
  hourCycle: "h23",
});

/** The hour of UTC at which a day begins in New York. */
function midnightOf(on: Date): string {
  const isSummer = newYork.format(new Date(+on + 4 * 3_600_000)) === "00";
  return isSummer ? "04" : "05";
}
