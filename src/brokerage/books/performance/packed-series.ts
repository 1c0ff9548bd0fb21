// A quarter's unit values as bytes: 20 a day, oldest first, with the values as they are published.
import { published, unitScale } from "@bursar/performance";
import { addDays, type Day, daysBetween, encodeDayUtc } from "@bursar/values/dates";
import { type Decimal, fixed } from "@bursar/values/decimal";
import { safeTextOf, textOf } from "@bursar/values/units";
import { viewOf } from "../../../values/bytes.ts";
import type { DateRange } from "./schema.ts";

/** The unit values of one day. */
export interface UnitValueRow {
  readonly valuedOn: Day;
  readonly gross: Decimal;
  readonly net: Decimal;
}

/** The places of a published value. */
const publishedPlaces = 5;

const dayLength = 20;
const firstDay = Temporal.PlainDate.from("2000-01-01");

/** Packs days in the order given; the values are rounded half even as they are published. */
export function encodeSeries(rows: readonly UnitValueRow[]): Buffer {
  const packed = Buffer.alloc(rows.length * dayLength);
  for (const [index, { valuedOn, gross, net }] of rows.entries()) {
    const at = index * dayLength;
    packed.writeInt32BE(firstDay.until(valuedOn).days, at);
    packed.writeBigInt64BE(unitsOf(gross), at + 4);
    packed.writeBigInt64BE(unitsOf(net), at + 12);
  }
  return packed;
}

/** A day's units in parts of 10^-18. */
export interface DailyUnits {
  readonly on: Day;
  readonly gross: bigint;
  readonly net: bigint;
}

/** Packs days as the chain gives them, rounded half even as they are published; undefined if none can
 * be. A value that does not fit is not published. */
export function encodeUnits(days: readonly DailyUnits[]): Buffer | undefined {
  const fitting = days.filter(({ gross }) => gross <= mostPublished);
  if (fitting.length === 0) return undefined;
  const packed = Buffer.allocUnsafe(fitting.length * dayLength);
  const view = viewOf(packed);
  let at = 0;
  for (const { on, gross, net } of fitting) {
    view.setInt32(at, daysFromFirst(on));
    view.setBigInt64(at + 4, published(gross));
    view.setBigInt64(at + 12, published(net));
    at += dayLength;
  }
  return packed;
}

const mostPublished = 10n ** 12n * unitScale;

/** The days of packed bytes from the first day to the last, the values with 5 places. */
export function decodeSeries(packed: Buffer, firstOn?: Day, lastOn?: Day): UnitValueRow[] {
  const rows: UnitValueRow[] = [];
  for (let at = 0; at < packed.length; at += dayLength) {
    const valuedOn = dayAt(packed.readInt32BE(at));
    if ((firstOn && valuedOn < firstOn) || (lastOn && valuedOn > lastOn)) continue;
    const gross = valueFrom(packed.readBigInt64BE(at + 4));
    const net = valueFrom(packed.readBigInt64BE(at + 12));
    rows.push({ valuedOn, gross, net });
  }
  return rows;
}

/** The days of packed bytes from the first day to the last, as the array of an answer. */
export function writeSeries(
  packed: Buffer,
  returns: "gross" | "net",
  { firstOn, lastOn }: DateRange,
): string {
  const first = firstDay.until(firstOn).days;
  const last = firstDay.until(lastOn).days;
  const place = returns === "gross" ? 4 : 12;
  let written = "";
  for (let at = 0; at < packed.length; at += dayLength) {
    const days = packed.readInt32BE(at);
    if (days < first || days > last) continue;
    const separator = written === "" ? "" : ",";
    written += `${separator}${openingAt(days)}${writeValue(packed, at + place)}"}`;
  }
  return written;
}

/** A stored value; most fit into the lower four of its eight bytes. */
function writeValue(packed: Buffer, at: number): string {
  const isSmall = packed.readInt32BE(at) === 0;
  if (isSmall) return safeTextOf(packed.readUInt32BE(at + 4), publishedPlaces);
  return valueFrom(packed.readBigInt64BE(at));
}

const knownOpenings = new Map<number, string>();

/** The text before the value of a day. */
function openingAt(daysFromFirst: number): string {
  let opening = knownOpenings.get(daysFromFirst);
  if (opening === undefined) {
    opening = `{"date":"${encodeDayUtc(dayAt(daysFromFirst))}","value":"`;
    knownOpenings.set(daysFromFirst, opening);
  }
  return opening;
}

// Series share their days, so each is counted and written out once.
const knownCounts = new Map<Day, number>();

function daysFromFirst(day: Day): number {
  let count = knownCounts.get(day);
  if (count === undefined) {
    count = daysBetween(firstDay.toString() as Day, day);
    knownCounts.set(day, count);
  }
  return count;
}

const knownDays = new Map<number, Day>();

function dayAt(daysFromFirst: number): Day {
  let day = knownDays.get(daysFromFirst);
  if (day === undefined) {
    day = addDays(firstDay.toString() as Day, daysFromFirst);
    knownDays.set(daysFromFirst, day);
  }
  return day;
}

function unitsOf(value: Decimal): bigint {
  return BigInt(fixed(value, publishedPlaces).replace(".", ""));
}

function valueFrom(units: bigint): Decimal {
  return textOf(units, publishedPlaces) as Decimal;
}
