// The caller of a request: the firm of its API user, the member who is logged in and the client
// acted for. (interface 5)
import type { FastifyContextConfig, FastifyRequest } from "fastify";
import { forbidden } from "../../../values/problem.ts";
import type { Right, RightOfRoute } from "../../../values/rights.ts";
import type { Authenticated } from "../../auth/authenticate.ts";
import {
  type Caller,
  type CallerMember,
  type CallerOfKind,
  clientsInView,
  kindOfCaller,
  type Scope,
} from "../../change/context.ts";
import type { AccessRule, Frame } from "../frame.ts";
import type { RequestKind } from "../request/request-kind.ts";

/** The header that names the client acted for. */
export const memberHeader = "X-Associated-Member-Id";

/** The member that the header names; an empty one names nobody. */
export function associatedMember(request: FastifyRequest): string | undefined {
  const value = request.headers["x-associated-member-id"];
  const name = typeof value === "string" ? headerText(value).trim() : "";
  return name === "" ? undefined : name;
}

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** The text of a header, of which Node reads each byte as a character: UTF-8, or Latin-1 where it is
 * not that. */
function headerText(value: string): string {
  try {
    return utf8.decode(Buffer.from(value, "latin1"));
  } catch {
    return value;
  }
}

/** Looks up every member that the request names, and settles whether a read records its use, which it
 * does for those who may change something. One outside the caller's firm is 403, for the operator
 * only where that member would be logged in to change something. */
export async function identify(request: FastifyRequest, proof: Authenticated): Promise<Caller> {
  const { frame } = request.server;
  const { apiUserId, firm, scopes, boundLoginId } = proof.credential;
  const { memberId, selectedMemberId } = proof;
  const associated = associatedMember(request);
  const named = [memberId, selectedMemberId, associated].filter((each) => each !== undefined);
  if (boundLoginId !== undefined) {
    if (named.some((loginId) => loginId !== boundLoginId)) throw forbidden();
    named.push(boundLoginId);
  }

  const members = new Map<string, CallerMember>();
  const find = async (loginId: string) => {
    const member = await frame.findMember(loginId);
    const isOurs = member?.firm.oid === firm.oid || firm.kind === "operator";
    if (member === undefined || !isOurs) throw forbidden();
    members.set(loginId, member);
  };
  await Promise.all([...new Set(named)].map(find));
  const member = members.get(boundLoginId ?? memberId ?? "");
  const { isChange, writes } = request.kind;
  if (writes && !isChange && !scopes.has(changeScope({ member, firm }))) {
    request.kind = { ...request.kind, writes: false };
  }
  // The operator reads as any member; only a member's own firm makes records in its name.
  const isForeign = member !== undefined && member.firm.oid !== firm.oid;
  if (isForeign && request.kind.writes) throw forbidden();
  return {
    apiUserId,
    firm,
    scopes,
    member,
    actingFor: members.get(selectedMemberId ?? associated ?? ""),
    ...(proof.session && { session: proof.session.sessionId }),
    ...(proof.session?.linkedBy !== undefined && { linkedBy: proof.session.linkedBy }),
    isAdministrator: proof.session?.isAdministrator ?? true,
    isKeyShared: boundLoginId === undefined && proof.session === undefined,
  };
}

/** The login id of the member who is logged in. */
export function loggedIn({ credential, memberId }: Authenticated): string | undefined {
  return credential.boundLoginId ?? memberId;
}

/** Whether a caller may make requests of a route, whatever their subject: by what it is, by its scopes,
 * and in a session by its role. */
export function mayRequest(
  caller: Caller,
  { callers = [], adminOnly = false }: FastifyContextConfig,
  { isChange }: Pick<RequestKind, "isChange">,
): boolean {
  const scope: Scope = isChange ? changeScope(caller) : "read";
  const isAllowed = callers.includes(kindOfCaller(caller)) && caller.scopes.has(scope);
  return isAllowed && (caller.isAdministrator || !adminOnly);
}

/** The scope without which a caller changes nothing, not even by reading. */
function changeScope(caller: CallerOfKind): Scope {
  return kindOfCaller(caller) === "operator" ? "operate" : "write";
}

/** The rule of access to the subject of a path, by the right that the route needs. */
export function ruleOfSubject(
  { access: rules }: Pick<Frame, "access">,
  { caller, config }: { readonly caller: Caller; readonly config: FastifyContextConfig },
  path: unknown,
): ReturnType<AccessRule> {
  const { access = "firm", right } = config;
  const params = path as Readonly<Record<string, string>>;
  const needed = typeof right === "object" ? neededRight(right, caller, params) : right;
  return rules[access](caller, params, needed);
}

/** The right that a request needs of a record that may be a member's own: that member may need less. */
function neededRight(
  right: Exclude<RightOfRoute, Right>,
  caller: Caller,
  { loginid }: Readonly<Record<string, string>>,
): Right {
  const isOwn = clientsInView(caller).every(({ loginId }) => loginId === loginid);
  return isOwn ? right.own : right.others;
}

/** A request whose caller is known. */
export interface Identified {
  readonly caller: Caller;
  readonly authenticated: Authenticated;
  readonly body: Buffer;
}
