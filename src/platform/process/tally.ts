// Sums by name: of this process, and where workers share their counts, of the machine.
import type { SharedCounts } from "./shared-counts.ts";

/** Sums that may be bounded. */
export interface Tally {
  add(name: string, by: number): void;
  /** The sum of this process. */
  own(name: string): number;
  /** The sum of the machine, as far as other workers have told. */
  all(name: string): number;
}

/** Begins to count; `of` says what, so that names of other tallies are others. */
export function openTally(
  of: string,
  shared?: Pick<SharedCounts, "hold" | "heldElsewhere">,
): Tally {
  const sums = new Map<string, number>();
  const own = (name: string) => sums.get(name) ?? 0;
  return {
    own,
    all: (name) => own(name) + (shared?.heldElsewhere(`${of} ${name}`) ?? 0),
    add(name, by) {
      if (by === 0) return;
      const sum = own(name) + by;
      if (sum === 0) sums.delete(name);
      else sums.set(name, sum);
      shared?.hold(`${of} ${name}`, by);
    },
  };
}
