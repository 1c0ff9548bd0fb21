// A subject of the bench: a name to choose it by, and how its sides are made ready.
import type { Bench } from "./bench.ts";
import type { Pair, Row } from "./pair.ts";

/** A subject of the table: a pair of sides, or rows that it makes itself. */
export interface Subject {
  readonly name: string;
  /** Whether it is measured only with `--full`. */
  readonly isLong?: boolean;
  readonly prepare?: (bench: Bench) => Promise<Pair>;
  readonly measure?: (bench: Bench) => Promise<readonly Row[]>;
}
