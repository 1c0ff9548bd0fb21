// The requests of pages that are no part of the contract: who is signed in, and what a change of
// theirs is made with. (docs/console.md)

import type { FastifyReply, FastifyRequest } from "fastify";
import type { SessionCredential } from "../../auth/authenticate.ts";
import { tooManyRequests } from "../../auth/rate-limit.ts";
import type { RowSecret } from "../../auth/session.ts";
import type { WriteContext } from "../../change/context.ts";
import { failedCredentials, unauthorized } from "../../refusals/unauthorized.ts";
import { authenticateSession, sentSession, sessionCookie } from "../sessions/session-request.ts";
import { refuseDryRun } from "./dry-run.ts";

/** A session that a request has proven. */
export interface ProvenSession {
  readonly proof: RowSecret;
  readonly session: SessionCredential;
}

/** The session of a request, counted against the rate of its API user; a cookie that proves none is
 * taken away. */
export async function provenSession(
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<ProvenSession> {
  const proof = sentSession(request);
  // A first visit without a session is no failed attempt.
  if (proof === undefined) throw unauthorized();
  const found = await authenticateSession(request);
  if (found?.session === undefined) {
    reply.header("Set-Cookie", sessionCookie(request, undefined));
    throw await failedCredentials(request);
  }
  const { rates } = request.server.frame;
  const wait = rates.take(found.session.apiUserId, request.startedAt);
  if (wait !== undefined) throw tooManyRequests(wait);
  refuseDryRun(request);
  return { proof, session: found.session };
}

/** The context of a change by a person who has not signed in. */
export function sessionContext({
  id,
  ip,
  server,
  startedAt,
}: FastifyRequest): Omit<WriteContext, "actor"> {
  const { db, vault, random, drawId } = server.frame;
  return {
    now: startedAt,
    realNow: startedAt,
    requestId: id,
    address: ip,
    db,
    vault,
    random,
    newId: () => drawId(startedAt),
    subject: "console",
    repeat: undefined,
    signature: undefined,
    replayed: false,
  };
}

/** The context of a change by the person of a session. */
export function contextOfSession(
  request: FastifyRequest,
  { sessionId, apiUserId, firm, loginId }: SessionCredential,
): WriteContext {
  const actor = { apiUser: apiUserId, firm: firm.oid, member: loginId, session: sessionId };
  return { ...sessionContext(request), actor };
}
