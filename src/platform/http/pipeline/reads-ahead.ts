// A read is sent to the store right behind the question of its caller's access, not once that is answered. It returns
// nothing before access is granted, and no response leaves before access is decided. (interface 5, 7)
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Database, Statement } from "../../store/db.ts";

/** Lets a request go on while its access is asked for; `granted` rejects with the refusal. */
export function goAhead(
  request: FastifyRequest,
  reply: FastifyReply,
  granted: Promise<void>,
): void {
  const names = Object.keys(reply.getHeaders());
  request.headersBefore = new Set(names);
  request.undecided = granted.then(() => {
    request.undecided = undefined;
  });
  ignoreUnawaited(request.undecided);
}

/** Removes the headers that a request has set before its access was refused. */
export function dropHeaders({ headersBefore }: FastifyRequest, reply: FastifyReply): void {
  for (const name of Object.keys(reply.getHeaders())) {
    if (!headersBefore?.has(name)) reply.removeHeader(name);
  }
}

/** The same store, whose statements are sent at once and return their rows once `granted` has settled;
 * if it rejects, so do they. */
export function readAhead(db: Database, granted: Promise<void>): Database {
  const rows = <Row>(statement: Statement<Row>): Promise<Row[]> => {
    const found = ignoreUnawaited(db.rows(statement));
    return ignoreUnawaited(granted.then(() => found));
  };
  const first = <Row>(statement: Statement<Row>): Promise<Row | undefined> =>
    ignoreUnawaited(rows(statement).then(([row]) => row));
  return { ...db, rows, first };
}

/** Holds a response back until its caller's access is decided: one that read nothing may be made
 * before that. */
export function holdUndecided(
  { undecided }: FastifyRequest,
  _reply: unknown,
  payload: unknown,
  done: (error: Error | null, payload?: unknown) => void,
): void {
  if (undecided === undefined) done(null, payload);
  else undecided.then(() => done(null, payload), done);
}

/** What fails before anyone awaits it fails again for whoever does. */
function ignoreUnawaited<T>(result: Promise<T>): Promise<T> {
  result.catch(() => {});
  return result;
}
