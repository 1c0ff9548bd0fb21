// Sums by name: of this process, and where workers share their counts, of the machine.
import type { SharedCounts } from "./shared-counts.ts";

/** Sums that may be bounded. */
export interface Tally {
  add(name: string, by: number): void;
  /** The sum of this process. */
  own(name: string): number;
  /** The sum of the machine, as far as other workers have told. */
  all(name: string): number;
  /** Whether others make room where a bound of the machine is reached: they hold more than their part
   * of it if this process, with so much more, holds less than its own. The one that holds most is
   * then asked. */
  getsRoom(bound: Bound, more: number): boolean;
  /** Calls back with the name of a sum of which this process is asked to give some up. */
  onRoomWanted(listener: (name: string) => void): void;
}

/** How large the sum of a name may be. */
export interface Bound {
  readonly name: string;
  readonly most: number;
}

/** Begins to count; `of` says what, so that names of other tallies are others. */
export function openTally(of: string, shared?: Omit<SharedCounts, "use" | "onUse">): Tally {
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
    getsRoom({ name, most }, more) {
      if (shared === undefined) return false;
      if (own(name) + more > Math.ceil(most / shared.processes)) return false;
      shared.askForRoom(`${of} ${name}`);
      return true;
    },
    onRoomWanted(listener) {
      shared?.onRoomWanted((name) => {
        if (name.startsWith(`${of} `)) listener(name.slice(of.length + 1));
      });
    },
  };
}
