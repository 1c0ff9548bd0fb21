// The series of fixed weights that are restored after every day. (docs/performance.md, 5)
import type { Day } from "../../values/src/dates.ts";
import { divide } from "./chain.ts";
import type { Point } from "./drawdown.ts";

/** A security with its weight in hundredths of a percent; cash has no closes and does not move. */
export interface WeightedCloses {
  readonly weight: bigint;
  readonly closes: readonly { readonly on: Day; readonly close: bigint }[] | undefined;
}

/**
 * A series that begins at `first` on the first day on which each security has had a close above 0. A day's
 * factor is the sum of weight × close / last close, rounded half even with the value, once a day.
 */
export function modelChain(parts: readonly WeightedCloses[], first: bigint): Point[] {
  const steps = modelChainInSteps(parts, first);
  for (let step = steps.next(); ; step = steps.next()) if (step.done) return step.value;
}

/** How many closes a step looks at: some milliseconds of work. */
const closesAtOnce = 10_000;

/** The same a step at a time, so that others can have their turn: of a thousand securities and ten years it is seconds
 * of work. */
export function* modelChainInSteps(
  parts: readonly WeightedCloses[],
  first: bigint,
): Generator<undefined, Point[], undefined> {
  const moving = parts.flatMap(({ weight, closes }) =>
    closes ? [{ weight, closes, at: -1 }] : [],
  );
  const all = new Set<Day>();
  for (const { closes } of moving) {
    for (const { on } of closes) all.add(on);
    yield;
  }
  const points: Point[] = [];
  let last: bigint[] | undefined;
  let looked = 0;
  for (const on of [...all].toSorted()) {
    looked += moving.length;
    if (looked > closesAtOnce) {
      looked = 0;
      yield;
    }
    const prices = moving.map((part) => {
      while ((part.closes[part.at + 1]?.on ?? "~") <= on) part.at += 1;
      return part.closes[part.at]?.close ?? 0n;
    });
    const before = points.at(-1)?.value;
    if (before === undefined || last === undefined) {
      if (prices.some((price) => price <= 0n)) continue;
      points.push({ on, value: first });
    } else points.push({ on, value: moved(before, parts, [last, prices]) });
    // A price of 0 would end the series: the last one above stands until there is another.
    last = prices.map((price, index) => (price > 0n ? price : (last?.[index] ?? price)));
  }
  return points;
}

function moved(
  value: bigint,
  parts: readonly WeightedCloses[],
  [before, now]: readonly [readonly bigint[], readonly bigint[]],
): bigint {
  const whole = parts.reduce((sum, { weight }) => sum + weight, 0n);
  let still = whole;
  let grown = 0n;
  let index = 0;
  for (const { weight, closes } of parts) {
    if (closes === undefined) continue;
    const from = before[index] ?? 1n;
    const to = now[index] ?? 1n;
    grown += divide(value * weight * to * scale, from);
    still -= weight;
    index += 1;
  }
  return divide(grown + value * still * scale, whole * scale);
}

const scale = 10n ** 12n;
