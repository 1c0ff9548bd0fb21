// The largest fall of a series from a peak. (docs/performance.md, 5)
import type { Day } from "../../values/src/dates.ts";
import { divide } from "./chain.ts";

/** The value of a series on a day, in any unit; one that begins anew has nothing to do with those before. */
export interface Point {
  readonly on: Day;
  readonly value: bigint;
  readonly isAnew?: boolean;
  /** Whether its day has no return: the value is carried. */
  readonly isCarried?: boolean;
}

/** A fall in units of 10^-5 percent, at most 0, and its days; still undefined if it was not made up for. */
export interface Drawdown {
  readonly fall: bigint;
  readonly peakOn: Day;
  readonly troughOn: Day;
  readonly recoveredOn: Day | undefined;
}

interface Fall {
  readonly peak: Point;
  readonly trough: Point;
  recoveredOn: Day | undefined;
}

/** The largest fall, the first of equal ones; undefined where a series never falls. */
export function largestDrawdown(points: readonly Point[]): Drawdown | undefined {
  let [peak] = points;
  let largest: Fall | undefined;
  for (const point of points) {
    if (peak === undefined || point.isAnew === true || point.value >= peak.value) peak = point;
    if (largest !== undefined && largest.recoveredOn === undefined) {
      if (point.value >= largest.peak.value) largest.recoveredOn = point.on;
    }
    if (point.value < peak.value && isDeeper(peak, point, largest)) {
      largest = { peak, trough: point, recoveredOn: undefined };
    }
  }
  if (largest === undefined) return undefined;
  const { peak: from, trough: to, recoveredOn } = largest;
  const fall = divide((to.value - from.value) * 10n ** 7n, from.value);
  return { fall, peakOn: from.on, troughOn: to.on, recoveredOn };
}

/** Whether trough / peak is below that of the largest fall so far, compared exactly. */
function isDeeper(peak: Point, trough: Point, largest: Fall | undefined): boolean {
  if (largest === undefined) return true;
  return trough.value * largest.peak.value < largest.trough.value * peak.value;
}
