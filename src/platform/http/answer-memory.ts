// How much memory answers take that are made and not sent, since their callers read slowly or not at
// all: one API user gets no more of them beyond its part, and where there are too many in all, the
// oldest of whoever leaves most unread is given up. (interface 8)

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
  readonly apiUserId: string | undefined;
  readonly giveUp: () => void;
  readonly release: () => void;
}

/** Memory of `most` bytes, of which one API user has a quarter. Strangers are given up first, and
 * nobody else for one of them. */
export function openAnswerMemory(most: number): AnswerMemory {
  const byUser = new Map<string, number>();
  const sumOf = (apiUserId = "") => byUser.get(apiUserId) ?? 0;
  // Each in the order in which the answers were made.
  const [strangers, known] = [new Set<Waiting>(), new Set<Waiting>()];
  let held = 0;

  function count(apiUserId: string | undefined, bytes: number): void {
    held += bytes;
    if (apiUserId === undefined) return;
    const sum = sumOf(apiUserId) + bytes;
    if (sum > 0) byUser.set(apiUserId, sum);
    else byUser.delete(apiUserId);
  }

  /** What is given up for an answer: a stranger's, else the oldest of the API user with most. */
  function firstToGo(waiting: Waiting): Waiting {
    const stranger = strangers.values().find((each) => each !== waiting);
    if (stranger !== undefined || waiting.apiUserId === undefined) return stranger ?? waiting;
    let first = waiting;
    for (const each of known) {
      if (each === waiting) continue;
      if (first === waiting || sumOf(each.apiUserId) > sumOf(first.apiUserId)) first = each;
    }
    return first;
  }

  return {
    isFull: (apiUserId) => sumOf(apiUserId) >= most / 4,
    hold(apiUserId, bytes, giveUp) {
      const line = apiUserId === undefined ? strangers : known;
      const waiting = {
        apiUserId,
        giveUp,
        release() {
          if (line.delete(waiting)) count(apiUserId, -bytes);
        },
      };
      count(apiUserId, bytes);
      line.add(waiting);
      // An answer larger than all of the memory is sent all the same.
      while (held > most && held > bytes) {
        const first = firstToGo(waiting);
        first.release();
        first.giveUp();
        if (first === waiting) break;
      }
      return waiting.release;
    },
    bytes: () => held,
  };
}
