// Sums by name.

/** Sums that may be bounded. */
export interface Tally {
  add(name: string, by: number): void;
  sum(name: string): number;
}

/** Begins to count. */
export function openTally(): Tally {
  const sums = new Map<string, number>();
  const sum = (name: string) => sums.get(name) ?? 0;
  return {
    sum,
    add(name, by) {
      const next = sum(name) + by;
      if (next === 0) sums.delete(name);
      else sums.set(name, next);
    },
  };
}
