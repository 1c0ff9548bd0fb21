// What proves who sent a request: a key or a token, and where neither is sent the session of a page.
import type { FastifyRequest } from "fastify";
import {
  type Authenticated,
  authenticate,
  authenticateHead,
  type HeadProof,
} from "../auth/authenticate.ts";
import { failedCredentials } from "../refusals/unauthorized.ts";
import type { Frame } from "./frame.ts";
import { authenticateSession, sendsSession } from "./session-request.ts";

/** What the head of a request proves while its body is still to come. */
export async function proofOfHead(request: FastifyRequest): Promise<HeadProof | undefined> {
  const { credentials, vault } = request.server.frame;
  if (sendsSession(request)) {
    const proven = await authenticateSession(request);
    return proven && { proven };
  }
  const authorization = onlyAuthorization(request);
  return authenticateHead(credentials, vault, authorization, request.startedAt);
}

/** Who sent a request whose body is there; refuses where nobody is proven. */
export async function authenticateRequest(
  request: FastifyRequest,
  body: Buffer,
): Promise<Authenticated> {
  const found = await (sendsSession(request)
    ? authenticateSession(request)
    : authenticateSent(request, body));
  if (found === undefined) throw await failedCredentials(request);
  const { apiUserId } = found.credential;
  request.server.connections.know(request.raw.socket, apiUserId);
  request.provenBy = apiUserId;
  return found;
}

function authenticateSent(
  request: FastifyRequest,
  body: Buffer,
): Promise<Authenticated | undefined> {
  const { frame } = request.server;
  const sent = {
    authorization: onlyAuthorization(request),
    method: request.method,
    urls: addressesOf(request, frame),
    body,
  };
  return authenticate(frame.credentials, frame.vault, sent, frame.clock());
}

/** The Authorization header; none where it is sent twice, of which Node would take the first. */
function onlyAuthorization({ raw, headers }: FastifyRequest): string | undefined {
  const names = raw.rawHeaders.filter((name, at) => at % 2 === 0 && /^authorization$/i.test(name));
  return names.length > 1 ? undefined : headers.authorization;
}

function addressesOf(request: FastifyRequest, frame: Frame): string[] {
  const bases = frame.publicUrls.length > 0 ? frame.publicUrls : [request.baseUrl];
  return bases.map((base) => base + request.target);
}
