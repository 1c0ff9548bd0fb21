// The mutants that no test can tell from the original, or need not, each with the reason.

/** A survivor that is explained; `line` is the source line without the blanks around it. */
export interface Accepted {
  readonly path: string;
  readonly line: string;
  readonly operator: string;
  readonly why: string;
}

export const accepted: readonly Accepted[] = [];
