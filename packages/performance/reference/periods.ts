// The starts of standard periods and the returns of months and years, for the second
// implementation: every day is looked at in turn.
import {
  isSame,
  minus,
  one,
  over,
  type Rational,
  rounded,
  times,
  write,
  zero,
} from "../../tax-lots/reference/rational.ts";

/** A published unit of a series; what is carried has no return. */
export interface Unit {
  readonly on: string;
  readonly value: Rational;
  readonly isAnew: boolean;
  readonly isCarried: boolean;
}

type IsOpen = (on: string) => boolean;

const parts = (on: string) => on.split("-").map(Number) as [number, number, number];
const two = (n: number) => String(n).padStart(2, "0");
const lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

function lengthOf(year: number, month: number): number {
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  return month === 2 && isLeap ? 29 : (lengths[month - 1] as number);
}

/** Whether each later day of the month is closed. */
function isLastOpen(on: string, isOpen: IsOpen): boolean {
  const [year, month, day] = parts(on);
  const later = Array.from({ length: lengthOf(year, month) - day }, (_, at) => day + 1 + at);
  return !later.some((each) => isOpen(`${on.slice(0, 8)}${two(each)}`));
}

/** The day until which a period's first valuation is looked up, by its code; "" since inception. */
export function startText(code: string, endOn: string, isOpen: IsOpen): string {
  const [year, month, day] = parts(endOn);
  const lastOf = (y: number, m: number) => `${y}-${two(m)}-${lengthOf(y, m)}`;
  const before = (m: number) => (m === 1 ? lastOf(year - 1, 12) : lastOf(year, m - 1));
  if (code === "SI") return "";
  if (code === "MTD") return before(month);
  if (code === "QTD") return before(month - ((month - 1) % 3));
  if (code === "YTD") return before(1);
  const back = year - Number(code.slice(0, -1));
  const isWhole = isLastOpen(endOn, isOpen);
  const length = lengthOf(back, month);
  return `${back}-${two(month)}-${two(isWhole ? length : Math.min(day, length))}`;
}

/** Each month (7) or year (4) of units, and its return in percent; "-" where it has none. */
export function calendarText(units: readonly Unit[], length: 4 | 7): string[] {
  const nameOf = (unit: Unit) => unit.on.slice(0, length);
  const names = [...new Set(units.slice(1).map(nameOf))];
  return names.map((name) => {
    const own = units.slice(1).filter((unit) => nameOf(unit) === name);
    const base = units[units.indexOf(own[0] as Unit) - 1] as Unit;
    const isNone = own.some(({ isAnew }) => isAnew) || own.every(({ isCarried }) => isCarried);
    if (isNone || isSame(base.value, zero)) return `${name} -`;
    const grown = minus(over((own.at(-1) as Unit).value, base.value), one);
    return `${name} ${write(rounded(times(grown, { n: 100n, d: 1n }), 5, "even"), 5)}`;
  });
}

/** The months whose returns a volatility is taken of: of the 60 that are over, the last 36 with a return. */
export function volatileMonths(units: readonly Unit[], isOpen: IsOpen): string[] {
  const last = units.at(-1);
  if (last === undefined) return [];
  const [year, month] = parts(last.on);
  const newest = year * 12 + month - (isLastOpen(last.on, isOpen) ? 0 : 1);
  const counted = units.slice(1).filter(({ on, isCarried }) => {
    const [y, m] = parts(on);
    const age = newest - (y * 12 + m);
    return !isCarried && age >= 0 && age < 60 && on.slice(0, 7) > (units[0] as Unit).on.slice(0, 7);
  });
  return [...new Set(counted.map(({ on }) => on.slice(0, 7)))].slice(-36);
}
