// A transaction as one of the changes that share it sees it.
import type { Statement } from "./sql.ts";
import { sentBy } from "./together.ts";
import type { Tx } from "./transaction.ts";

/** Thrown where nothing of a change was stored: it is to be made in a transaction of its own. */
export class NotShared extends Error {
  /** Whether this change may have been the cause, which cannot be told. */
  readonly isSuspect: boolean;

  constructor({ isSuspect = false } = {}) {
    super();
    this.isSuspect = isSuspect;
  }
}

/** A transaction that is watched for one of its changes. */
export interface Watched {
  readonly tx: Tx;
  readonly hasChanged: () => boolean;
  /** What the change leaves to be stored last, together with the others'. */
  readonly last: () => readonly Statement<unknown>[];
}

/** The transaction as one of its changes sees it, which may lock nothing but its own subject: within a
 * transaction no lock keeps changes apart. */
export function watch(tx: Tx, locks: string | undefined, onFailure: () => void): Watched {
  let hasChanged = false;
  let last: readonly Statement<unknown>[] = [];
  const seen = <Row>(statement: Statement<Row>): Statement<Row> => {
    const kind = kindOf(statement);
    // Nothing may follow what is stored last.
    if (kind === "locks" || last.length > 0) throw new NotShared();
    if (kind === "changes") hasChanged = true;
    return statement;
  };
  const noted = <T>(answer: Promise<T>): Promise<T> => {
    answer.catch(onFailure);
    return answer;
  };
  const send = (statement: Statement<unknown>) => void tx.execute(statement).catch(onFailure);
  return {
    hasChanged: () => hasChanged,
    last: () => last,
    tx: {
      ...tx,
      rows: (statement) => noted(tx.rows(seen(statement))),
      first: (statement) => noted(tx.first(seen(statement))),
      execute: (statement) => noted(tx.execute(seen(statement))),
      send: (statement) => send(seen(statement)),
      sendLast: (sends) => {
        const sent = sentBy(sends);
        if (sent.length > 0) last = sent.map(seen);
      },
      lock: (subject, statement) => {
        if (subject !== locks) throw new NotShared();
        send(statement);
      },
    },
  };
}

type Kind = "reads" | "changes" | "locks";

// As many as there are statements in the code.
const kinds = new Map<string, Kind>();

function kindOf({ name, text }: Statement<unknown>): Kind {
  const known = kinds.get(name);
  if (known !== undefined) return known;
  // Rows that are locked in order to stay as they are may be locked by several changes.
  const locks = /\bfor (no key )?update\b|\bpg_advisory_/i.test(text);
  const reads =
    /^\s*(select|with)\b/i.test(text) && !/\b(insert|update|delete|merge)\b/i.test(text);
  const kind = locks ? "locks" : reads ? "reads" : "changes";
  kinds.set(name, kind);
  return kind;
}
