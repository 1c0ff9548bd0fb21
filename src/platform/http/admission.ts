// The order in which a request is refused before its operation runs: credentials, rate, media
// type, access, shape. (interface 5, 7)
import type { FastifyReply, FastifyRequest } from "fastify";
import type { TSchema } from "typebox";
import { drawId } from "../../values/ids.ts";
import { JsonFault, parseJson } from "../../values/json.ts";
import {
  fieldProblem,
  forbidden,
  invalid,
  type Problem,
  refusal,
  refuseFor,
  ruleProblem,
  syntax,
} from "../../values/problem.ts";
import { checkShape, type RequestFacts } from "../../values/shape-rule.ts";
import { absence, decode, decodeSoundFields } from "../../values/wire.ts";
import { type Authenticated, authenticate } from "../auth/authenticate.ts";
import {
  type Actor,
  type Caller,
  type CallerMember,
  type Context,
  kindOfCaller,
  type Repeat,
  type Scope,
} from "../change/context.ts";
import { fingerprintOf } from "../change/retries.ts";
import { requestErrors } from "../refusals/errors.ts";
import { failedCredentials } from "../refusals/unauthorized.ts";
import { guardReads } from "../store/guarded-reads.ts";
import type { Frame } from "./frame.ts";
import { isJson, isPlain } from "./media-type.ts";
import { kindOf } from "./request-kind.ts";

/** Authenticates, identifies and checks a request; its context and body are then ready. */
export async function admit(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { open = false } = request.routeOptions.config;
  if (open) return;
  request.kind = kindOf(request.method, request.routeOptions);
  const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  const authenticated = await authenticateRequest(request, body);
  refuseOverRate(request, authenticated);
  refuseMediaType(request);
  const caller = await identify(request, authenticated);
  const known = { caller, authenticated, body };
  request.context = await openAccess(request, reply, contextFor(request, reply, known));
  request.body = checkRequest(request, known);
}

/** Withholds the answer of a read, refusals included, until its access is decided: by its first
 * statement, or, if it reads nothing from the store, by the access rule itself. */
function answerWhenGranted(reply: FastifyReply, granted: () => Promise<void>): void {
  const { send } = reply;
  reply.send = (payload) => {
    reply.send = () => reply;
    granted()
      .then(
        () => payload,
        (denied: unknown) => {
          // Headers that the handler has set would distinguish a foreign subject from an absent
          // one.
          for (const name of Object.keys(reply.getHeaders())) reply.removeHeader(name);
          return denied;
        },
      )
      .then((answer) => {
        reply.send = send;
        send.call(reply, answer);
      })
      .catch((error: unknown) => send.call(reply, error));
    return reply;
  };
}

async function authenticateRequest(request: FastifyRequest, body: Buffer): Promise<Authenticated> {
  const { frame } = request.server;
  const sent = {
    authorization: onlyAuthorization(request),
    method: request.method,
    urls: addressesOf(request, frame),
    body,
  };
  const found = await authenticate(frame.credentials, frame.vault, sent, request.startedAt);
  if (found === undefined) throw failedCredentials(request);
  return found;
}

/** The Authorization header; none where it is sent twice, of which Node would take the first. */
function onlyAuthorization({ raw, headers }: FastifyRequest): string | undefined {
  const names = raw.rawHeaders.filter((name, at) => at % 2 === 0 && /^authorization$/i.test(name));
  return names.length > 1 ? undefined : headers.authorization;
}

function refuseOverRate(request: FastifyRequest, { credential }: Authenticated): void {
  const wait = request.server.frame.rates.take(credential.apiUserId, request.startedAt);
  if (wait === undefined) return;
  throw refusal(429, requestErrors.tooManyRequests, { "Retry-After": String(wait) });
}

function addressesOf(request: FastifyRequest, frame: Frame): string[] {
  const bases = frame.publicUrls.length > 0 ? frame.publicUrls : [request.baseUrl];
  return bases.map((base) => base + request.target);
}

function refuseMediaType(request: FastifyRequest): void {
  if (!request.kind.takesBody) return;
  const encoding = request.headers["content-encoding"];
  if (!isJson(request.sentType) || !isPlain(encoding)) throw refusal(415, requestErrors.mediaType);
}

const memberHeader = "X-Associated-Member-Id";

function associatedMember(request: FastifyRequest): string | undefined {
  const value = request.headers["x-associated-member-id"];
  return typeof value === "string" && value.trim() !== "" ? value.trim() : undefined;
}

/** Looks up every member that the request names; one outside the caller's firm is 403. */
async function identify(request: FastifyRequest, proof: Authenticated): Promise<Caller> {
  const { frame } = request.server;
  const { apiUserId, firm, scopes, boundLoginId } = proof.credential;
  const { selectedMemberId } = proof;
  const named = [proof.memberId, selectedMemberId, associatedMember(request)];
  const isOther = (loginId: string | undefined) =>
    loginId !== undefined && loginId !== boundLoginId;
  if (boundLoginId !== undefined && named.some(isOther)) throw forbidden();

  const members = new Map<string, CallerMember>();
  const find = async (loginId: string | undefined) => {
    if (loginId === undefined) return;
    const member = await frame.findMember(loginId);
    const isOurs = member?.firmOid === firm.oid || firm.kind === "operator";
    if (member === undefined || !isOurs) throw forbidden();
    members.set(loginId, member);
  };
  await Promise.all([...new Set([boundLoginId, ...named])].map(find));
  const actingFor = selectedMemberId ?? associatedMember(request);
  return {
    ...{ apiUserId, firm, scopes },
    member: members.get(loggedIn(proof) ?? ""),
    actingFor: members.get(actingFor ?? ""),
  };
}

/** The login id of the member who is logged in. */
function loggedIn({ credential, memberId }: Authenticated): string | undefined {
  return credential.boundLoginId ?? memberId;
}

interface Identified {
  readonly caller: Caller;
  readonly authenticated: Authenticated;
  readonly body: Buffer;
}

function contextFor(request: FastifyRequest, { raw }: FastifyReply, known: Identified): Context {
  const { frame, reads } = request.server;
  const { caller, authenticated, body } = known;
  const { isChange, writes, takesKey } = request.kind;
  const params = request.params as Record<string, string>;
  const now = request.startedAt;
  const isAccount = request.routeOptions.config.access === "account";
  const key = request.headers["idempotency-key"];
  const subject = isAccount ? (params.accountnumber ?? "") : `firm:${caller.firm.oid}`;
  return {
    caller,
    actor: actorOf(caller),
    now,
    requestId: request.id,
    address: request.ip,
    db: writes ? frame.db : reads,
    vault: frame.vault,
    newId: () => drawId(now, frame.random),
    random: frame.random,
    subject,
    takeTurn: () => frame.db.line.take({ firm: caller.firm.oid, subject, caller: raw }),
    repeat: takesKey && typeof key === "string" ? repeatOf(request, caller, key, body) : undefined,
    signature: isChange ? authenticated.signature : undefined,
    ...(frame.metrics && { noteAuditEntries: frame.metrics.noteAuditEntries }),
    replayed: false,
  };
}

function repeatOf(request: FastifyRequest, caller: Caller, key: string, body: Buffer): Repeat {
  const members = [caller.member?.loginId ?? "", caller.actingFor?.loginId ?? ""];
  const { method, target: url } = request;
  return { key, fingerprint: fingerprintOf({ method, url, members, body }) };
}

function actorOf(caller: Caller): Actor {
  const { apiUserId, firm, member, actingFor } = caller;
  return {
    apiUser: apiUserId,
    firm: firm.oid,
    ...(member && { member: member.loginId }),
    ...(actingFor && { actingFor: actingFor.loginId }),
  };
}

/** Refuses callers without access. For a read its first statement decides; for what writes, the
 * access rule before its handler runs, whatever the handler does. */
async function openAccess(
  request: FastifyRequest,
  reply: FastifyReply,
  context: Context,
): Promise<Context> {
  const { access = "firm", callers = [] } = request.routeOptions.config;
  const { caller } = context;
  const { isChange, writes } = request.kind;
  const kind = kindOfCaller(caller);
  const scope: Scope = !isChange ? "read" : kind === "operator" ? "operate" : "write";
  if (!callers.includes(kind) || !caller.scopes.has(scope)) throw forbidden();
  const params = request.params as Record<string, string>;
  const rule = request.server.frame.access[access](caller, params);
  if (rule === false) throw forbidden();
  if (rule === true) return context;
  const reads = guardReads(context.db, rule);
  if (writes) {
    await reads.granted();
    return context;
  }
  answerWhenGranted(reply, reads.granted);
  return { ...context, db: { ...context.db, rows: reads.rows, first: reads.first } };
}

function checkRequest(request: FastifyRequest, known: Identified): unknown {
  const { schema, config } = request.routeOptions;
  const problems: Problem[] = headerProblems(request, known.authenticated);
  const query = decodeQuery(request, problems);
  const bodySchema = schema?.body as TSchema | undefined;
  const decoded = bodySchema && decodeRequestBody(bodySchema, known.body, problems);
  const stray = bodySchema === undefined && known.body.length > 0;
  const requestFacts: RequestFacts = {
    now: request.startedAt,
    params: request.params as Record<string, string>,
    query,
    firmKind: known.caller.firm.kind,
  };
  problems.push(...checkShape(config.rules ?? [], decoded, requestFacts, problems));
  if (stray) problems.push(syntax("body", "The request takes no body."));
  refuseFor(problems);
  request.query = query;
  return decoded;
}

function headerProblems(request: FastifyRequest, proof: Authenticated): Problem[] {
  const { needsAssociatedMember = false } = request.routeOptions.config;
  const problems: Problem[] = [];
  const selected = proof.selectedMemberId;
  const named = associatedMember(request);
  if (needsAssociatedMember && named === undefined) {
    problems.push(fieldProblem(memberHeader, requestErrors.associatedMemberMissing));
  }
  // A header that repeats the logged-in member names no further member: deployed signers send both.
  const isFurther = named !== undefined && named !== loggedIn(proof);
  if (isFurther && selected !== undefined && named !== selected) {
    problems.push(ruleProblem(requestErrors.associatedMember));
  }
  const key = request.kind.takesKey ? request.headers["idempotency-key"] : undefined;
  const isGood = key === undefined || (typeof key === "string" && /^[\x21-\x7e]{1,255}$/.test(key));
  if (!isGood) problems.push(fieldProblem("Idempotency-Key", requestErrors.idempotencyKey));
  return problems;
}

function decodeQuery(request: FastifyRequest, problems: Problem[]): Record<string, unknown> {
  const given = request.query as Record<string, string | string[]>;
  const schema = request.routeOptions.schema?.querystring as
    | { properties: Record<string, TSchema>; required?: string[] }
    | undefined;
  const decoded: Record<string, unknown> = {};
  for (const [name, of] of Object.entries(schema?.properties ?? {})) {
    const value = given[name];
    if (Array.isArray(value)) problems.push(invalid(name));
    else if (value !== undefined) decoded[name] = decode(of, value, problems, name);
    else if (schema?.required?.includes(name)) problems.push(absence(of, name));
  }
  return decoded;
}

function decodeRequestBody(schema: TSchema, body: Buffer, problems: Problem[]): unknown {
  try {
    return decodeSoundFields(schema, parseJson(body), problems);
  } catch (error) {
    if (!(error instanceof JsonFault)) throw error;
    problems.push(syntax("body", error.message));
    return undefined;
  }
}
