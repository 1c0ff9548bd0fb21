// How much memory answers take that are made and not sent, since their callers read slowly or not at
// all: one API user gets no more of them beyond its part, and where there are too many in all, the one
// that has waited longest is given up. (interface 8)

/** The memory for answers of one process. */
export interface AnswerMemory {
  /** Whether an API user leaves so much unread that it is answered no more reads. */
  isFull(apiUserId: string): boolean;
  /** Counts an answer to an API user, or to a stranger, until the returned function is called;
   * `giveUp` ends its connection when others need the memory. */
  hold(apiUserId: string | undefined, bytes: number, giveUp: () => void): () => void;
  /** How many bytes wait now. */
  bytes(): number;
}

interface Waiting {
  readonly giveUp: () => void;
  readonly release: () => void;
}

/** Memory of `most` bytes, of which one API user has a quarter. Strangers are given up first, and
 * nobody else for one of them. */
export function openAnswerMemory(most: number): AnswerMemory {
  const byUser = new Map<string, number>();
  // Each in the order in which the answers were made.
  const [strangers, known] = [new Set<Waiting>(), new Set<Waiting>()];
  let held = 0;

  function count(apiUserId: string | undefined, bytes: number): void {
    held += bytes;
    if (apiUserId === undefined) return;
    const sum = (byUser.get(apiUserId) ?? 0) + bytes;
    if (sum > 0) byUser.set(apiUserId, sum);
    else byUser.delete(apiUserId);
  }

  return {
    isFull: (apiUserId) => (byUser.get(apiUserId) ?? 0) >= most / 4,
    hold(apiUserId, bytes, giveUp) {
      const line = apiUserId === undefined ? strangers : known;
      const waiting = {
        giveUp,
        release() {
          if (line.delete(waiting)) count(apiUserId, -bytes);
        },
      };
      count(apiUserId, bytes);
      line.add(waiting);
      const other = (each: Waiting) => each !== waiting;
      // An answer larger than all of the memory is sent all the same.
      while (held > most && held > bytes) {
        const first = strangers.values().find(other) ?? line.values().find(other) ?? waiting;
        first.release();
        first.giveUp();
        if (first === waiting) break;
      }
      return waiting.release;
    },
    bytes: () => held,
  };
}
