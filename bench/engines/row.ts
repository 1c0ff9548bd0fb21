// What a row of the engines' bench is: work that is prepared, then measured in a fresh process.

/** How much work: as the table states it, or a little of it, to see that the row still runs. */
export type Size = "full" | "quick";

/** One row of the table. */
export interface BenchRow {
  /** Unique; `--only` matches a part of it. */
  readonly name: string;
  /** What a caller gives and gets between the two looks at the clock. */
  readonly measured: string;
  /** The target, as it is printed. */
  readonly target: string;
  /** How many rounds, where nothing else is asked for and it is not the usual number. */
  readonly rounds?: number;
  /** Makes what the work is done on; not measured, though its memory counts for the peak. The
   * number of accounts is asked for where it is not the row's own. */
  readonly prepare: (size: Size, accounts?: number) => Work | Promise<Work>;
}

/** Work that is ready to be measured once. */
export interface Work {
  /** How many things it is about, such as 1,000,000 trades, for the time that one takes. */
  readonly count: number;
  readonly of: string;
  readonly run: () => Outcome | Promise<Outcome>;
  /** Takes away what was prepared, where that is more than memory. */
  readonly end?: () => Promise<void>;
}

/** What the work came to, so that nothing is left out unseen. */
export interface Outcome {
  readonly counts: Readonly<Record<string, number>>;
  /** What other processes used, where the work is not done in this one. */
  readonly elsewhere?: { readonly cpuMs: number; readonly peakMb: number };
}

/** One round of a row. */
export interface Round {
  readonly wallMs: number;
  /** All threads of the process, those that collect garbage with them. */
  readonly cpuMs: number;
  /** The most memory the process held, what was prepared included. */
  readonly peakMb: number;
  readonly preparedMb: number;
  readonly count: number;
  readonly of: string;
  readonly counts: Readonly<Record<string, number>>;
}
