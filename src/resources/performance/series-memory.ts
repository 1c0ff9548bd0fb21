// Texts of unit values that were answered a moment ago, each with the digest of the quarters that it was
// written from. The store is asked each time whether that digest still holds, and who may read.

/** A text that was answered. */
export interface RememberedSeries {
  readonly digest: string;
  readonly body: string;
}

/** Texts by what was asked for. */
export interface SeriesMemory {
  find(asked: string): RememberedSeries | undefined;
  keep(asked: string, series: RememberedSeries): void;
  /** How many characters are kept now; each is a byte. */
  length(): number;
}

/** Remembers texts of so many characters in all; those asked for longest ago go first. */
export function openSeriesMemory(most: number): SeriesMemory {
  const known = new Map<string, RememberedSeries>();
  let kept = 0;

  function forget(asked: string): void {
    kept -= known.get(asked)?.body.length ?? 0;
    known.delete(asked);
  }

  return {
    find(asked) {
      const found = known.get(asked);
      if (found === undefined) return undefined;
      known.delete(asked);
      known.set(asked, found);
      return found;
    },
    keep(asked, series) {
      forget(asked);
      known.set(asked, series);
      kept += series.body.length;
      for (const oldest of known.keys()) {
        if (kept <= most) break;
        forget(oldest);
      }
    },
    length: () => kept,
  };
}
