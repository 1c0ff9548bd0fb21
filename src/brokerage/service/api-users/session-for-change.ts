// The session of a request that changes keys or sessions.
import type { FastifyReply, FastifyRequest } from "fastify";
import type { SessionCredential } from "../../../platform/auth/authenticate.ts";
import { provenSession } from "../../../platform/http/pipeline/proven-session.ts";
import { refuseChange } from "./key-rights.ts";

/** The session of an administrator who has just signed in and may change keys; refuses others. */
export async function sessionForChange(
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<SessionCredential> {
  const { session } = await provenSession(request, reply);
  refuseChange(session, request.startedAt);
  return session;
}
