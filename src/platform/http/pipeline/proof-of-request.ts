// The proof of who sent a request: a key or a token, and where neither is sent the session of a
// page.
import type { FastifyRequest } from "fastify";
import { Refusal } from "../../../values/problem.ts";
import {
  type Authenticated,
  authenticate,
  authenticateHead,
  type HeadProof,
} from "../../auth/authenticate.ts";
import { decodeAuthorization } from "../../auth/authorization.ts";
import { stringToSign } from "../../auth/signature.ts";
import { requestErrors } from "../../refusals/errors.ts";
import { failedCredentials } from "../../refusals/unauthorized.ts";
import { hasBody } from "../request/request-kind.ts";
import { authenticateSession, sendsSession } from "../sessions/session-request.ts";

/** Reads the proof in the head of a request whose body is still to come. */
export async function proofOfHead(request: FastifyRequest): Promise<HeadProof | undefined> {
  const { credentials, vault } = request.server.frame;
  if (request.headers.cookie !== undefined && sendsSession(request)) {
    const proven = await authenticateSession(request);
    return proven && { proven };
  }
  const authorization = onlyAuthorization(request);
  return authenticateHead(credentials, vault, authorization, request.startedAt);
}

/** Finds the sender of a request whose body is there; refuses where nobody is proven. */
export async function authenticateRequest(
  request: FastifyRequest,
  body: Buffer,
): Promise<Authenticated> {
  const { credentials, vault, clock } = request.server.frame;
  const isOfSession = request.headers.cookie !== undefined && sendsSession(request);
  const sent = {
    authorization: onlyAuthorization(request),
    method: request.method,
    // Asked for of a signed request alone. No getter: the runtime makes a shape for each object that has one,
    // which is old from the start, so that the request would stay in memory until a full collection.
    urls: () => signedUrls(request),
    body,
  };
  const found = await (isOfSession
    ? authenticateSession(request)
    : authenticate(credentials, vault, sent, clock()));
  if (found === undefined) throw await explained(request);
  request.provenBy = found.credential.apiUserId;
  return found;
}

/** The refusal of credentials, which gives no reason; in a sandbox that of a signed request names what
 * was to be signed, of which its sender knows every part. It is the same whether or not there is such a
 * key, and so without the body, which is not read for one that nobody has. */
export async function explained(request: FastifyRequest): Promise<Refusal> {
  const { frame } = request.server;
  const refused = await failedCredentials(request);
  const given = decodeAuthorization(onlyAuthorization(request));
  if (refused.status !== 401 || given?.scheme !== "signed") return refused;
  if ((await frame.daysAhead?.()) === undefined) return refused;
  const { timestamp } = given;
  const [url = ""] = signedUrls(request);
  const ofNothing = stringToSign({ method: request.method, url, timestamp, body: Buffer.alloc(0) });
  const text = hasBody(request)
    ? ofNothing.replace(/[^\n]*$/, "<MD5 of the body's bytes in hex>")
    : ofNothing;
  const { code, sentence } = requestErrors.unauthorized;
  const message = `${sentence} In this sandbox: the string to sign is ${JSON.stringify(text)}.`;
  return new Refusal(401, [{ type: "REQUEST", errorCode: code, message }], refused.headers);
}

/** The Authorization header; none where it is sent twice, of which Node would take the first. */
function onlyAuthorization({ raw, headers }: FastifyRequest): string | undefined {
  const names = raw.rawHeaders.filter((name, at) => at % 2 === 0 && /^authorization$/i.test(name));
  return names.length > 1 ? undefined : headers.authorization;
}

function signedUrls(request: FastifyRequest): string[] {
  const { publicUrls } = request.server.frame;
  const bases = publicUrls.length > 0 ? publicUrls : [request.baseUrl];
  return bases.map((base) => base + request.target);
}
