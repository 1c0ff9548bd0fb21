// The mutants that no test can tell from the original, or need not, each with the reason.

/** An explained survivor; `line` is the source line, trimmed. */
export interface Accepted {
  readonly path: string;
  readonly line: string;
  readonly operator: string;
  readonly why: string;
}

export const accepted: readonly Accepted[] = [];
