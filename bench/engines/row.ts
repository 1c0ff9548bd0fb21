// A row of the engines' bench: work that is prepared, then measured in a fresh process.

/** How much work: as the table states it, or a little of it, to see that the row still runs. */
export type Size = "full" | "quick";

/** One row of the table. */
export interface BenchRow {
  /** Unique; `--only` matches a part of it. */
  readonly name: string;
  /** The measured work: the input and the output between the two readings of the clock. */
  readonly measured: string;
  /** The target, as it is printed. */
  readonly target: string;
  /** How many rounds by default, if not the usual number. */
  readonly rounds?: number;
  /** Prepares the work's input; not measured, though its memory counts for the peak. The number of
   * accounts is given if it is not the row's own. */
  readonly prepare: (size: Size, accounts?: number) => Work | Promise<Work>;
}

/** Work that is ready to be measured once. */
export interface Work {
  /** How many things it is about, such as 1,000,000 trades, for the time that one takes. */
  readonly count: number;
  readonly of: string;
  readonly run: () => Outcome | Promise<Outcome>;
  /** Removes what was prepared, if that is more than memory. */
  readonly end?: () => Promise<void>;
}

/** The result of the work, so that nothing can be skipped unnoticed. */
export interface Outcome {
  readonly counts: Readonly<Record<string, number>>;
  /** The processor time and memory of other processes, where the work is not done in this one. */
  readonly elsewhere?: { readonly cpuMs: number; readonly peakMb: number };
}

/** One round of a row. */
export interface Round {
  readonly wallMs: number;
  /** All threads of the process, those that collect garbage with them. */
  readonly cpuMs: number;
  /** The process's peak memory, including what was prepared. */
  readonly peakMb: number;
  readonly preparedMb: number;
  readonly count: number;
  readonly of: string;
  readonly counts: Readonly<Record<string, number>>;
}
