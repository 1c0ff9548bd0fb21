// The results of a range, for the second implementation: the balance is carried from day to day.
import {
  isLess,
  isSame,
  minus,
  one,
  over,
  plus,
  type Rational,
  rounded,
  times,
  total,
  write,
  zero,
} from "../../tax-lots/reference/rational.ts";
import type { Raw, Units } from "./reference.ts";

/** A series as it was computed. */
export interface Series {
  readonly raw: readonly Raw[];
  readonly units: readonly Units[];
}

/** A range of a series and the view of its summary. */
export interface SummaryRange {
  readonly firstOn: string;
  readonly lastOn: string;
  readonly view: "gross" | "net";
}

const endOf = ({ marketValue, accrued }: Raw) => plus(marketValue, accrued);
const flowOf = ({ cashFlows, securityFlows }: Raw) => plus(cashFlows, securityFlows);
const dayNumber = (on: string) => Date.parse(on) / 86_400_000;
const hundred = { n: 100n, d: 1n };

/** The served figures; "-" where there is none, undefined where nothing is valued. */
export function summaryText({ raw, units }: Series, range: SummaryRange): string | undefined {
  const until = raw.filter(({ on }) => on <= range.lastOn);
  const first = until[0];
  const last = until.at(-1);
  if (first === undefined || last === undefined) return undefined;
  const found = until.findLastIndex(({ on }) => on <= range.firstOn);
  const isBase = isSame(flowOf(first), zero);
  const startAt = found === -1 && isBase ? 0 : found;
  const isAnew = units[startAt]?.isNewBeginning === true;
  const from = isAnew ? undefined : until[startAt];
  const days = until.slice(isAnew ? startAt : startAt + 1);
  const before = isAnew ? (until[startAt - 1] as Raw) : undefined;
  const left = before && isLess(zero, endOf(before)) ? endOf(before) : zero;
  const start = {
    day: from ? dayNumber(from.on) : dayNumber((days[0] as Raw).on) - 1,
    value: from ? endOf(from) : zero,
    unit: from ? units[startAt]?.[range.view] : hundred,
  };
  const rate = moneyWeighted({
    days: dayNumber(last.on) - start.day,
    start: start.value,
    end: endOf(last),
    flows: days.map((day, at) => ({
      day: dayNumber(day.on) - start.day,
      amount: flowOf(day),
      extra: at === 0 ? left : zero,
      fees: range.view === "gross" ? day.fees : zero,
    })),
  });
  const passed = units.slice(isAnew ? startAt : startAt + 1, until.length);
  const isOver = passed.some(({ isNewBeginning }, at) => isNewBeginning && !(isAnew && at === 0));
  const ends = passed.flatMap((day) => day[range.view] ?? []);
  const isStill = passed.length > 0 && passed.every(({ grossReturn }) => grossReturn === undefined);
  return [
    isOver || isStill ? "-" : timeWeighted(start.unit, ends.at(-1) ?? start.unit),
    rate,
    write(total([left, ...days.map(flowOf)]), 2),
    write(start.value, 2),
    write(endOf(last), 2),
  ].join(" ");
}

function timeWeighted(start: Rational | undefined, end: Rational | undefined): string {
  if (start === undefined || end === undefined) return "-";
  const from = rounded(start, 5, "even");
  const to = rounded(end, 5, "even");
  if (isSame(from, zero)) return "-";
  return write(rounded(times(minus(over(to, from), one), hundred), 5, "even"), 5);
}

/** A period in days, in dollars. */
export interface Period {
  readonly days: number;
  readonly start: Rational;
  readonly end: Rational;
  readonly flows: readonly {
    readonly day: number;
    readonly amount: Rational;
    /** Added at the start of the day, with its flow. */
    readonly extra?: Rational;
    readonly fees: Rational;
  }[];
}

const scale = 10n ** 70n;
const fixed = (a: Rational) => (a.n * scale) / a.d;

/** The period's rate in percent as it is served, or "-". */
export function moneyWeighted({ days, start, end, flows }: Period): string {
  const isNothing =
    [start, end].every((value) => isSame(value, zero)) &&
    flows.every(({ amount, extra = zero, fees }) =>
      [amount, extra, fees].every((each) => isSame(each, zero)),
    );
  if (days === 0 || isNothing) return "-";
  const first = fixed(start);
  const last = fixed(end);
  const flowsBy = new Map(flows.map((flow) => [flow.day, flow]));
  /** The balance at the end when every day multiplies it by a factor, unless it was negative. */
  const balance = (factor: bigint): bigint | undefined => {
    let now = first;
    for (let day = 1; day <= days && now >= 0n; day += 1) {
      const { amount = zero, extra = zero, fees = zero } = flowsBy.get(day) ?? {};
      const isIn = isLess(zero, amount);
      now += fixed(extra);
      if (isIn) now += fixed(amount);
      now = (now * factor) / scale - fixed(isIn ? fees : minus(fees, amount));
    }
    return now < 0n ? undefined : now;
  };
  const reaches = (factor: bigint) => {
    const now = balance(factor);
    return now !== undefined && now >= last;
  };
  const meets = (factor: bigint) => {
    const difference = (balance(factor) ?? last + scale) - last;
    return difference < scale / 10n ** 9n && difference > -scale / 10n ** 9n;
  };
  if (reaches(0n)) return meets(0n) ? "-100.00000" : "-";
  let high = scale;
  while (!reaches(high)) {
    high *= 2n;
    if (high > scale * 10n ** 22n) return "-";
  }
  let low = 0n;
  while (high - low > 10n ** 8n) {
    const middle = (low + high) / 2n;
    if (reaches(middle)) high = middle;
    else low = middle;
  }
  if (!meets(high)) return "-";
  let growth = scale;
  for (let day = 1; day <= days; day += 1) growth = (growth * high) / scale;
  // A remainder that is closer to a half than the search can distinguish is a half.
  const percent = rounded({ n: (growth - scale) * 100n, d: scale }, 25, "even");
  return write(rounded(percent, 5, "even"), 5);
}
