// The messages to and from the threads of `bursar compute --all`.
import type { ComputedAccount } from "../brokerage/books/recompute/compute-account.ts";

/** A batch for a thread. */
export interface Question {
  readonly id: number;
  readonly accounts: readonly string[];
}

/** The result of a batch. */
export type Answer =
  | { readonly id: number; readonly computed: readonly ComputedAccount[] }
  | { readonly id: number; readonly failure: string };
