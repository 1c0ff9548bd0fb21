// A quarter's computed days as bytes, without loss: a column for each figure, as wide as the widest
// of its values. ([ADR 7](docs/adr/0007-packed-series.md))
import type { RawDay, UnitDay } from "@bursar/performance";
import { addDays, type Day, daysBetween, quarterOf } from "@bursar/values/dates";
import { viewOf } from "../../../values/bytes.ts";

/** A computed day of a series: its raw data with its units and returns. */
export interface SeriesDay {
  readonly raw: RawDay;
  readonly unit: UnitDay;
  /** Whether it is the last day of an imported history, from whose units the chain continues. */
  readonly isImported: boolean;
}

// One byte is the number of days. Each day then has a byte for its distance from the first day of the
// quarter, and after these a byte of flags. A byte for each column is the width of its values, which
// follow column by column, big-endian in two's complement; a column of zeros has no width.

const isEstimated = 1;
const isImported = 2;
const hasUnits = 4;
const hasReturns = 8;

/** The figures of a day. Net figures are what fees have taken from the gross ones, mostly nothing. */
const columns: readonly ((day: SeriesDay) => bigint)[] = [
  ({ raw }) => raw.marketValue,
  ({ raw }) => raw.accrued,
  ({ raw }) => raw.cashFlows,
  ({ raw }) => raw.securityFlows,
  ({ raw }) => raw.fees,
  ({ unit }) => unit.gross ?? 0n,
  ({ unit }) => (unit.gross ?? 0n) - (unit.net ?? 0n),
  ({ unit }) => unit.grossReturn ?? 0n,
  ({ unit }) => (unit.grossReturn ?? 0n) - (unit.netReturn ?? 0n),
];

/** Packs days of one quarter, oldest first. */
export function encodeDays(days: readonly SeriesDay[]): Buffer {
  const values = columns.map((figureOf) => days.map(figureOf));
  const widths = values.map(widthOf);
  const head = firstColumnAt(days.length);
  const length = widths.reduce((sum, width) => sum + width * days.length, head);
  const packed = Buffer.allocUnsafe(length);
  const view = viewOf(packed);
  // From the end, since a value is written with bytes before it that are written later.
  let at = length;
  for (let column = columns.length - 1; column >= 0; column -= 1) {
    const ofColumn = values[column] ?? [];
    const width = widths[column] ?? 0;
    if (width === 0) continue;
    for (let day = days.length - 1; day >= 0; day -= 1) {
      at -= width;
      writeValue(view, at, width, ofColumn[day] ?? 0n);
    }
  }
  packed[0] = days.length;
  for (const [index, day] of days.entries()) {
    packed[1 + index] = distanceOf(day.raw.on);
    packed[1 + days.length + index] = flagsOf(day);
  }
  packed.set(widths, head - columns.length);
  return packed;
}

/** The days of a packed quarter, oldest first. */
export function decodeDays(quarterOn: Day, packed: Buffer): SeriesDay[] {
  const reader = openColumns(packed);
  return Array.from({ length: reader.count }, (_, index) => {
    const on = dayAt(quarterOn, packed[1 + index] ?? 0);
    const flags = packed[1 + reader.count + index] ?? 0;
    const figureOf = (column: number) => reader.figureOf(column, index);
    return {
      raw: rawOf(on, (flags & isEstimated) !== 0, figureOf),
      unit: unitOf(on, flags, figureOf),
      isImported: (flags & isImported) !== 0,
    };
  });
}

/** Whether two days are the same in all that is packed. */
export function isSameDay(a: SeriesDay, b: SeriesDay): boolean {
  const isSame = a.raw.on === b.raw.on && flagsOf(a) === flagsOf(b);
  return isSame && columns.every((figureOf) => figureOf(a) === figureOf(b));
}

type FigureOf = (column: number) => bigint;

function rawOf(on: Day, isMarked: boolean, figureOf: FigureOf): RawDay {
  return {
    on,
    marketValue: figureOf(0),
    accrued: figureOf(1),
    cashFlows: figureOf(2),
    securityFlows: figureOf(3),
    fees: figureOf(4),
    isEstimated: isMarked,
  };
}

function unitOf(on: Day, flags: number, figureOf: FigureOf): UnitDay {
  const gross = (flags & hasUnits) === 0 ? undefined : figureOf(5);
  const grossReturn = (flags & hasReturns) === 0 ? undefined : figureOf(7);
  return {
    on,
    gross,
    net: gross === undefined ? undefined : gross - figureOf(6),
    grossReturn,
    netReturn: grossReturn === undefined ? undefined : grossReturn - figureOf(8),
  };
}

/** The days of a packed quarter with what they are worth alone, oldest first; in cents. */
export function decodeEndValues(
  quarterOn: Day,
  packed: Buffer,
): { readonly on: Day; readonly value: bigint }[] {
  const { count, figureOf } = openColumns(packed);
  return Array.from({ length: count }, (_, index) => ({
    on: dayAt(quarterOn, packed[1 + index] ?? 0),
    value: figureOf(0, index) + figureOf(1, index),
  }));
}

function openColumns(packed: Buffer) {
  const count = packed[0] ?? 0;
  const view = viewOf(packed);
  let next = firstColumnAt(count);
  const widthsAt = next - columns.length;
  const places = columns.map((_, column) => {
    const width = packed[widthsAt + column] ?? 0;
    const at = next;
    next += width * count;
    return { at, width };
  });
  return {
    count,
    figureOf(column: number, index: number): bigint {
      const { at = 0, width = 0 } = places[column] ?? {};
      return width === 0 ? 0n : readValue(view, at + width * index, width);
    },
  };
}

/** Where the first column begins: behind the number of days, two bytes a day and the widths. */
function firstColumnAt(days: number): number {
  return 1 + days + days + columns.length;
}

function flagsOf({ raw, unit, isImported: isLastImported }: SeriesDay): number {
  return (
    (raw.isEstimated ? isEstimated : 0) |
    (isLastImported ? isImported : 0) |
    (unit.gross === undefined ? 0 : hasUnits) |
    (unit.grossReturn === undefined ? 0 : hasReturns)
  );
}

/** How many bytes hold each of the values. */
function widthOf(values: readonly bigint[]): number {
  let least = 0n;
  let most = 0n;
  for (const value of values) {
    if (value < least) least = value;
    else if (value > most) most = value;
  }
  if (least === most) return 0;
  // In two's complement the least value of a width is one further from 0 than the most.
  const furthest = most > ~least ? most : ~least;
  let width = 1;
  while (furthest >= boundOf(width)) width += 1;
  return width;
}

const bounds: bigint[] = [];

/** What is just too much for the positive values of a width. */
function boundOf(width: number): bigint {
  bounds[width] ??= 1n << BigInt((width << 3) - 1);
  return bounds[width];
}

const bitsOfEight = 64n;

/** Writes eight bytes at a time up to the value's last; those before its first are overwritten. */
function writeValue(view: DataView, at: number, width: number, value: bigint): void {
  view.setBigInt64(at + width - 8, value);
  if (width > 8) writeValue(view, at, width - 8, value >> bitsOfEight);
}

/** Reads up to eight bytes at a time; of those before the value's first nothing is left. */
function readValue(view: DataView, at: number, width: number): bigint {
  if (width <= 4) {
    const unused = (4 - width) << 3;
    return BigInt((view.getInt32(at + width - 4) << unused) >> unused);
  }
  if (width <= 8) return BigInt.asIntN(width << 3, view.getBigInt64(at + width - 8));
  return (readValue(view, at, width - 8) << bitsOfEight) | view.getBigUint64(at + width - 8);
}

// Series share their days, so each is counted once.
const knownDistances = new Map<Day, number>();
const knownDays = new Map<Day, Day[]>();

function distanceOf(day: Day): number {
  let distance = knownDistances.get(day);
  if (distance === undefined) {
    distance = daysBetween(quarterOf(day), day);
    knownDistances.set(day, distance);
  }
  return distance;
}

const mostDays = 92;

function dayAt(quarterOn: Day, distance: number): Day {
  let days = knownDays.get(quarterOn);
  if (days === undefined) {
    days = Array.from({ length: mostDays }, (_, n) => addDays(quarterOn, n));
    knownDays.set(quarterOn, days);
  }
  return days[distance] as Day;
}
