// A quarter's unit values as they are served: a line a day with gross and net, with 5 places each, as
// `psql` shows them. (docs/adr/0046-series-as-lines.md)
import { published, unitScale } from "@bursar/performance";
import { type Day, encodeDayUtc } from "@bursar/values/dates";
import { type Decimal, fixed, placesOf } from "@bursar/values/decimal";
import type { Columns } from "../../../platform/bulk/kinds/copy-text.ts";
import { fivePlacesOf } from "./day-columns.ts";
import type { DateRange } from "./schema.ts";

/** The unit values of one day. */
export interface UnitValueRow {
  readonly valuedOn: Day;
  readonly gross: Decimal;
  readonly net: Decimal;
}

/** Writes days in the order given; the values are rounded half to even as they are published. */
export function writeUnitValues(rows: readonly UnitValueRow[]): string {
  return rows
    .map(({ valuedOn, gross, net }) => `${valuedOn} ${fivePlaces(gross)} ${fivePlaces(net)}`)
    .join("\n");
}

/** The same of rows of `unit_value`, as a load has them. */
export function quarterLines(rows: readonly Columns[]): string {
  return writeUnitValues(
    rows.map(({ valued_on, gross, net }) => ({
      valuedOn: valued_on as Day,
      gross: gross as Decimal,
      net: net as Decimal,
    })),
  );
}

/** Most values are loaded with five places. */
function fivePlaces(value: Decimal): string {
  return placesOf(value) === 5 ? value : fixed(value, 5);
}

/** A day's units in parts of 10^-18. */
export interface DailyUnits {
  readonly on: Day;
  readonly gross: bigint;
  readonly net: bigint;
}

/** The same of days as the chain gives them; undefined if there are none. A value of more than one
 * trillion is not published. */
export function writeUnits(days: readonly DailyUnits[]): string | undefined {
  const lines = days
    .filter(({ gross }) => gross <= mostPublished)
    .map(({ on, gross, net }) => `${on} ${publishedText(gross)} ${publishedText(net)}`);
  return lines.length === 0 ? undefined : lines.join("\n");
}

const mostPublished = 10n ** 12n * unitScale;

function publishedText(unit: bigint): string {
  return fivePlacesOf(published(unit));
}

const dayLength = "2000-01-01".length;

/** The days of lines from the first day to the last, as the array of a response. */
export function encodeUnitValues(
  lines: string,
  returns: "gross" | "net",
  { firstOn, lastOn }: DateRange,
): string {
  const entries: string[] = [];
  for (const line of lines.split("\n")) {
    const on = line.slice(0, dayLength) as Day;
    if (on < firstOn || on > lastOn) continue;
    const space = line.indexOf(" ", dayLength + 1);
    const value = returns === "gross" ? line.slice(dayLength + 1, space) : line.slice(space + 1);
    entries.push(`${openingAt(on)}${value}"}`);
  }
  return entries.join(",");
}

// Series share their days, so each is written out once.
const knownOpenings = new Map<Day, string>();

/** The text before the value of a day. */
function openingAt(on: Day): string {
  let opening = knownOpenings.get(on);
  if (opening === undefined) {
    opening = `{"date":"${encodeDayUtc(on)}","value":"`;
    knownOpenings.set(on, opening);
  }
  return opening;
}
