// Requests of a page by a session: its cookie, its addresses, and the header that a change must
// carry as well, so that no other page and no other site's name can use it.
// (docs/adr/0023-sessions.md)
import type { FastifyRequest } from "fastify";
import type { Authenticated } from "../../auth/authenticate.ts";
import {
  decodeSecret,
  encodeSecret,
  isPageToken,
  isUseNews,
  longestSessionMs,
  type RowSecret,
} from "../../auth/session.ts";
import { namedInLog } from "../request/request-ids.ts";
import { requestKind } from "../request/request-kind.ts";

const loopback = /^(?:127(?:\.\d{1,3}){3}|\[::1\]|localhost)(?::\d{1,5})?$/i;

/** The origins whose pages may use a session at the Host that a request names; none where that is
 * neither of `PUBLIC_URL` nor this machine's own. */
function ownOrigins({ host, protocol, server }: FastifyRequest): readonly string[] {
  if (loopback.test(host)) return [parseOrigin(`${protocol}://${host}`)].filter(isGiven);
  const origins = server.frame.publicUrls.map(parseOrigin).filter(isGiven);
  return origins.filter((origin) => parseOrigin(`${origin.split(":")[0]}://${host}`) === origin);
}

function parseOrigin(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).origin : undefined;
}

function isGiven(origin: string | undefined): origin is string {
  return origin !== undefined;
}

/** Whether the Host is one at which sessions are used. */
export function isAtOwnHost(request: FastifyRequest): boolean {
  return ownOrigins(request).length > 0;
}

/** Whether nothing says that another page sent the request; a change must say that one of our own
 * did. */
export function isFromOwnPage(request: FastifyRequest): boolean {
  const { origin, "sec-fetch-site": site } = request.headers;
  if (site !== undefined && site !== "same-origin" && site !== "none") return false;
  if (origin === undefined) return !requestKind(request.method, request.routeOptions).isChange;
  return ownOrigins(request).includes(origin);
}

/** The public address at the Host of a request, with its path; undefined where it is not one of
 * ours. */
export function ownBase(request: FastifyRequest): string | undefined {
  const [origin] = ownOrigins(request);
  const { publicUrls } = request.server.frame;
  return origin && (publicUrls.find((url) => parseOrigin(url) === origin) ?? origin);
}

/** The name of a cookie: only over TLS and for this host alone, but for this machine itself. */
export function prefixedName({ host }: FastifyRequest, name: string): string {
  return loopback.test(host) ? name : `__Host-${name}`;
}

function cookieName(request: FastifyRequest): string {
  return prefixedName(request, "bursar-session");
}

/** The session that a request sends; two of them are none, nor is one together with a key. */
export function sentSession(request: FastifyRequest): RowSecret | undefined {
  if (request.headers.authorization !== undefined) return undefined;
  const [value, ...more] = selectCookies(request, cookieName(request));
  return value === undefined || more.length > 0 ? undefined : decodeSecret(value);
}

/** The values of the cookies of a name. */
export function selectCookies({ headers }: FastifyRequest, name: string): readonly string[] {
  const pairs = (headers.cookie ?? "").split(";").map((pair) => pair.trim());
  return pairs
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1));
}

/** Whether a request is to be judged by its session: a key that is sent goes before it. */
export function sendsSession(request: FastifyRequest): boolean {
  if (request.headers.authorization !== undefined) return false;
  return selectCookies(request, cookieName(request)).length > 0;
}

/** The header that gives a page its session, or takes it away. */
export function sessionCookie(request: FastifyRequest, proof: RowSecret | undefined): string {
  return cookieText(request, {
    name: cookieName(request),
    value: proof === undefined ? "" : encodeSecret(proof),
    sameSite: "Strict",
    seconds: proof === undefined ? 0 : longestSessionMs / 1_000,
  });
}

/** A cookie that no script sees. */
interface CookieOf {
  readonly name: string;
  readonly value: string;
  readonly sameSite: "Strict" | "Lax";
  readonly seconds: number;
}

/** Writes a cookie; beyond this machine it is sent over TLS alone. */
export function cookieText(request: FastifyRequest, cookie: CookieOf): string {
  const { name, value, sameSite, seconds } = cookie;
  const secure = loopback.test(request.host) ? "" : "; Secure";
  return `${name}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=${sameSite}${secure}`;
}

/** The session of a request as of now; undefined where it has ended, or may not be used from
 * there. */
export async function currentSession(request: FastifyRequest): Promise<Authenticated | undefined> {
  const { sessions, clock } = request.server.frame;
  const proof = sentSession(request);
  if (proof === undefined || !isAtOwnHost(request) || !isFromOwnPage(request)) return undefined;
  const session = await sessions.bySession(proof, clock());
  if (session === undefined) return undefined;
  return {
    credential: session,
    memberId: session.loginId,
    selectedMemberId: undefined,
    signature: undefined,
    session,
  };
}

/** Finds the sender of a request by a session, and notes its use; `undefined` without saying what
 * was wrong. */
export async function authenticateSession(
  request: FastifyRequest,
): Promise<Authenticated | undefined> {
  const { sessions, vault, clock } = request.server.frame;
  const proof = sentSession(request);
  const isChange = requestKind(request.method, request.routeOptions).isChange;
  if (proof === undefined) return undefined;
  if (isChange && !isPageToken(vault, proof, request.headers["x-session-token"])) return undefined;
  const found = await currentSession(request);
  if (found?.session === undefined) return undefined;
  const now = clock();
  if (!isUseNews(found.session.lastUsedAt, now)) return found;
  // A store that takes no changes may still serve reads.
  await sessions.noteUse(proof, now).catch((err: unknown) => {
    request.log.warn({ ...namedInLog(request), err }, "the use of a session could not be noted");
  });
  return found;
}
