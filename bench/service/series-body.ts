// A series as the floor keeps it, 12 bytes a day (the day in 4 from 2000-01-01 on, the value in 8
// in units of 0.00001, big-endian), and the answer that it stands for.
import assert from "node:assert/strict";

/** The text of an answer before its days, and the days packed. */
export interface PackedSeries {
  readonly head: string;
  readonly packed: Buffer;
}

const dayLength = 12;
const dayMs = 86_400_000;
const firstDayMs = Date.UTC(2000, 0, 1);
const unitsOfOne = 100_000;

interface Answered {
  readonly values: readonly { readonly date: string; readonly value: string }[];
}

/** Packs the body of an answer; the floor must give the same bytes back. */
export function packSeries(body: string): PackedSeries {
  const { values } = JSON.parse(body) as Answered;
  const packed = Buffer.alloc(values.length * dayLength);
  for (const [index, { date, value }] of values.entries()) {
    const at = index * dayLength;
    packed.writeInt32BE((Date.parse(`${date.slice(0, 10)}Z`) - firstDayMs) / dayMs, at);
    packed.writeBigInt64BE(BigInt(value.replace(".", "")), at + 4);
    prefixes.set(packed.readInt32BE(at), `{"date":"${date}","value":"`);
  }
  const opening = '"values":[';
  const head = body.slice(0, body.indexOf(opening) + opening.length);
  assert.equal(unpackSeries({ head, packed }), body);
  return { head, packed };
}

/** The answer: what is before the days, each day, and the end. */
export function unpackSeries({ head, packed }: PackedSeries): string {
  let body = head;
  for (let at = 0; at < packed.length; at += dayLength) {
    const high = packed.readUInt32BE(at + 4);
    const units = high * 2 ** 32 + packed.readUInt32BE(at + 8);
    const whole = Math.floor(units / unitsOfOne);
    const places = fractions[units - whole * unitsOfOne];
    const separator = at === 0 ? "" : ",";
    body += `${separator}${prefixOf(packed.readInt32BE(at))}${whole}.${places}"}`;
  }
  return `${body}]}`;
}

// Series share their days, and every fraction is one of these: each is written out once.
const prefixes = new Map<number, string>();
const fractions = Array.from({ length: unitsOfOne }, (_, at) => String(at).padStart(5, "0"));

function prefixOf(day: number): string {
  let prefix = prefixes.get(day);
  if (prefix === undefined) {
    const on = new Date(firstDayMs + day * dayMs);
    prefix = `{"date":"${on.toISOString().slice(0, 11)}${midnightOf(on)}:00:00.000+0000","value":"`;
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
