// Texts that were answered a moment ago, each with its version. The store is asked each time whether that
// version still holds, and who may read.

/** A text that was answered. */
export interface RememberedAnswer {
  readonly version: string;
  readonly body: string;
}

/** Texts by what was asked. */
export interface RememberedAnswers {
  find(question: string): RememberedAnswer | undefined;
  keep(question: string, answer: RememberedAnswer): void;
  /** How many characters are kept now; each is a byte, except in texts beyond Latin-1. */
  length(): number;
}

/** Remembers texts of so many characters in all; those asked for longest ago go first. */
export function openRememberedAnswers(most: number): RememberedAnswers {
  const known = new Map<string, RememberedAnswer>();
  let kept = 0;

  function forget(question: string): void {
    kept -= known.get(question)?.body.length ?? 0;
    known.delete(question);
  }

  return {
    find(question) {
      const found = known.get(question);
      if (found === undefined) return undefined;
      known.delete(question);
      known.set(question, found);
      return found;
    },
    keep(question, answer) {
      forget(question);
      known.set(question, answer);
      kept += answer.body.length;
      for (const oldest of known.keys()) {
        if (kept <= most) break;
        forget(oldest);
      }
    },
    length: () => kept,
  };
}
