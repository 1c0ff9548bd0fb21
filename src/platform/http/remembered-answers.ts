// Texts that were answered a moment ago, each with its version. The store is asked each time whether that
// version still holds, and who may read.

/** A text that was answered; without a version it cannot be told whether it still holds. */
export interface Answered {
  readonly version: string | undefined;
  readonly body: string;
}

/** A text that is remembered. */
export interface RememberedAnswer extends Answered {
  readonly version: string;
}

/** Texts by what was asked. */
export interface RememberedAnswers {
  find(question: string): RememberedAnswer | undefined;
  /** Keeps what has a version, in place of what was answered before. */
  keep(question: string, answer: Answered): void;
  /** How many bytes are taken now; texts beyond Latin-1 take twice as many. */
  bytes(): number;
}

/** What an entry takes beside its texts, in bytes. */
const bytesOfEntry = 250;

/** Once the memory is full, one in so many new texts is kept. If more texts are read than fit, each would
 * otherwise be dropped before it is read again. */
const oneOf = 8;

/** Remembers texts that take so many bytes in all; those asked for longest ago go first. */
export function openRememberedAnswers(most: number): RememberedAnswers {
  const known = new Map<string, RememberedAnswer>();
  let kept = 0;
  let passed = 0;

  const bytesOf = (question: string, { version, body }: RememberedAnswer) =>
    question.length + version.length + body.length + bytesOfEntry;

  function forget(question: string): void {
    const forgotten = known.get(question);
    if (forgotten === undefined) return;
    kept -= bytesOf(question, forgotten);
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
    keep(question, { version, body }) {
      forget(question);
      if (version === undefined) return;
      const answer = { version, body };
      const bytes = bytesOf(question, answer);
      // It would drive out all others, and then itself.
      if (bytes > most) return;
      if (kept + bytes > most) {
        passed = (passed + 1) % oneOf;
        if (passed !== 0) return;
      }
      known.set(question, answer);
      kept += bytes;
      for (const oldest of known.keys()) {
        if (kept <= most) break;
        forget(oldest);
      }
    },
    bytes: () => kept,
  };
}
