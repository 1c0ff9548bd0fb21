// Reads of benchmarks for other resources.
import type { Caller } from "../../../platform/change/context.ts";
import type { Reader } from "../../../platform/store/db.ts";
import { benchmarkErrors } from "./errors.ts";
import { visibleBenchmark } from "./visible-benchmark.ts";

export { type Benchmark, benchmarkReturn } from "./period-figures.ts";
export { periodsOf, type TimeWeightedPeriod, timeWeightedPeriodsOf } from "./periods.ts";
export type { Periods } from "./periods-schema.ts";
export { requestedBenchmark } from "./read-benchmark.ts";

/** The code of a benchmark that the caller does not see. */
export const benchmarkNotFound = benchmarkErrors.notFound;

/** Whether the caller sees nothing of the name of a benchmark; null names none. */
export async function isUnseen(
  db: Reader,
  caller: Caller,
  benchmark: string | null,
): Promise<boolean> {
  return benchmark !== null && (await visibleBenchmark(db, caller, benchmark)) === undefined;
}
