// The days of a command: `--from` and `--to` by themselves, or both as `--range`, as the requests have them.
import { type Day, decodeDay } from "@bursar/values/dates";
import { UsageFault } from "./faults.ts";

/** The days of a command as they are given. */
export interface RangeOptions {
  readonly from?: Day;
  readonly to?: Day;
  /** `first,last`. */
  readonly range?: string;
}

/** The first day and the last, both included; undefined where they are left out. */
export function daysGiven({ from, to, range }: RangeOptions): {
  readonly from: Day | undefined;
  readonly to: Day | undefined;
} {
  if (range === undefined) {
    if (from !== undefined && to !== undefined && from > to) {
      throw new UsageFault("--from is after --to");
    }
    return { from, to };
  }
  if (from !== undefined || to !== undefined) {
    throw new UsageFault("--range does not go with --from and --to");
  }
  const [first, last, ...more] = range.split(",").map(decodeDay);
  if (first && last && first <= last && more.length === 0) return { from: first, to: last };
  throw new UsageFault("--range is two ISO 8601 dates, first and last, separated by a comma");
}
