// The order in which a request is refused before its operation runs: credentials, rate, media type,
// access, shape. Refusals that follow from its head are sent before its body is read. (interface 5,
// 7)

import type { FastifyReply, FastifyRequest } from "fastify";
import { networkOf } from "../../../values/network.ts";
import { forbidden, refusal } from "../../../values/problem.ts";
import type { Authenticated } from "../../auth/authenticate.ts";
import { tooManyRequests } from "../../auth/rate-limit.ts";
import type { Actor, Caller, Context, Repeat } from "../../change/context.ts";
import { fingerprintOf } from "../../change/idempotency.ts";
import { businessTime } from "../../process/clock.ts";
import { requestErrors } from "../../refusals/errors.ts";
import { tooManyFailures } from "../../refusals/unauthorized.ts";
import type { Statement } from "../../store/db.ts";
import { largeReads } from "../../store/read-only.ts";
import type { Admitted } from "../frame.ts";
import { isJson, isPlain } from "../request/media-type.ts";
import {
  declaredLength,
  hasBody,
  isConditional,
  type RequestKind,
} from "../request/request-kind.ts";
import { type Identified, identify, mayRequest, ruleOfSubject } from "./caller.ts";
import { decodeCondition } from "./condition.ts";
import { mostOfFailing } from "./discard-body.ts";
import { enterLargeRead, isLarge } from "./large-reads.ts";
import { authenticateRequest, explained, proofOfHead } from "./proof-of-request.ts";
import { tooLarge } from "./read-body.ts";
import { checkRequest } from "./request-shape.ts";

/** Refuses a request by its head while its body is still to come; one without a body waits for
 * `admit`. */
export function admitHead(
  request: FastifyRequest,
  reply: FastifyReply,
  done: (refused?: Error) => void,
): void {
  const { open = false, anonymousBody = false } = request.routeOptions.config;
  request.kind = request.routeOptions.config.kind as RequestKind;
  if ((open && !anonymousBody) || !hasBody(request)) {
    done();
    return;
  }
  const judge = anonymousBody ? judgeAnonymous : judgeHead;
  judge(request).then((admitted) => {
    request.mayRead = true;
    request.admitted = admitted;
    // The client sends the body only now; HTTP/1.0 has no such response.
    const isWaiting = request.headers.expect?.toLowerCase() === "100-continue";
    if (isWaiting && request.raw.httpVersion === "1.1") reply.raw.writeContinue();
    done();
  }, done);
}

/** Admits a body whose sender proves nothing by its head. */
async function judgeAnonymous(request: FastifyRequest): Promise<undefined> {
  lengthWithin(request);
}

/** The length of a body; without a declared length, the largest that the route allows. */
function lengthWithin(request: FastifyRequest): number {
  const { bodyLimit = request.server.frame.bodyLimit, config } = request.routeOptions;
  const length = declaredLength(request) ?? bodyLimit;
  if (length > bodyLimit) throw tooLarge(bodyLimit, config.tooLargeHint);
  return length;
}

/** The caller of a request with a body, if its head proves who that is. */
async function judgeHead(request: FastifyRequest): Promise<Admitted | undefined> {
  const { frame } = request.server;
  const length = lengthWithin(request);
  const { failures, rates } = frame;
  const proof = await proofOfHead(request);
  if (proof === undefined) throw await explained(request);
  if ("proven" in proof) {
    const { apiUserId } = proof.proven.credential;
    request.provenBy = apiUserId;
    const wait = rates.take(apiUserId, request.startedAt);
    if (wait !== undefined) throw tooManyRequests(wait);
    return admitCaller(request, proof.proven);
  }
  // The rest is decided once the body shows whether the signature is good.
  const network = networkOf(request.ip);
  const isOver = length > mostOfFailing && failures.areTooMany(network, request.startedAt);
  if (isOver) throw tooManyFailures();
  const { apiUserId: claimed } = proof.claimed;
  const wait = rates.wait(claimed, request.startedAt);
  if (wait !== undefined) throw tooManyRequests(wait);
  return undefined;
}

/** Admits the caller of a request whose credentials are proven, by every check that needs no body. */
async function admitCaller(request: FastifyRequest, proven: Authenticated): Promise<Admitted> {
  if (request.kind.takesBody) refuseMediaType(request);
  const caller = await identify(request, proven);
  return { caller, access: await requireAccess(request, caller) };
}

function refuseMediaType({ sentType, headers }: FastifyRequest): void {
  const { "content-encoding": encoding } = headers;
  if (isJson(sentType) && (encoding === undefined || isPlain(encoding))) return;
  throw refusal(415, requestErrors.mediaType);
}

/** Refuses a caller who may not make such requests, or whom the rule of their subject does not select.
 * Returns the statement that decides, for a change to ask it again in its transaction. */
async function requireAccess(
  request: FastifyRequest,
  caller: Caller,
): Promise<Statement<unknown> | undefined> {
  const { params, routeOptions, server } = request;
  const { config } = routeOptions;
  if (!mayRequest(caller, config, request.kind)) throw forbidden();
  const rule = ruleOfSubject(server.frame, { caller, config }, params);
  if (rule === true) return undefined;
  if (rule === false || (await server.reads.first(rule)) === undefined) throw forbidden();
  return rule;
}

const noBody = Buffer.alloc(0);

/** Authenticates, identifies and checks a request; its context and body are then ready. */
export async function admit(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { open = false } = request.routeOptions.config;
  if (open) return;
  const body = Buffer.isBuffer(request.body) ? request.body : noBody;
  // Again, even if its head has proven the caller: a credential may be revoked while a body arrives.
  const authenticated = await authenticateRequest(request, body);
  countRequest(request, authenticated, body);
  const { caller, access } = request.admitted ?? (await admitCaller(request, authenticated));
  const known = { caller, authenticated, body, access };
  request.context = await contextFor(request, reply, known);
  request.body = checkAndCharge(request, known);
  const { enterLargeRead: waitForTurn } = request.context;
  if (waitForTurn !== undefined && isLarge(request)) await waitForTurn();
}

/** Counts the request against its API user's rate, unless that was done at its head, and its body, which was read
 * and hashed whether or not the request is refused. */
function countRequest(
  { server, startedAt, admitted }: FastifyRequest,
  { credential: { apiUserId } }: Authenticated,
  { length: bytes }: Buffer,
): void {
  const { rates } = server.frame;
  const wait = admitted === undefined ? rates.take(apiUserId, startedAt) : undefined;
  if (bytes > 0) rates.charge(apiUserId, { bytes, milliseconds: 0 }, startedAt);
  if (wait !== undefined) throw tooManyRequests(wait);
}

/** Checks a request, and charges its API user for the time, since the check holds up all other requests. */
function checkAndCharge(request: FastifyRequest, known: Identified): unknown {
  const { rates, threadMs } = request.server.frame;
  const before = threadMs();
  try {
    return checkRequest(request, known);
  } finally {
    const cost = { bytes: 0, milliseconds: threadMs() - before };
    rates.charge(known.caller.apiUserId, cost, request.startedAt);
  }
}

async function contextFor(
  request: FastifyRequest,
  reply: FastifyReply,
  { caller, authenticated, body, access }: Identified & Admitted,
): Promise<Context> {
  const { raw } = reply;
  const { server } = request;
  const { frame } = server;
  const mayBeLarge = request.routeOptions.config.isLarge !== undefined;
  const reads = mayBeLarge && isLarge(request) ? largeReads(server.reads) : server.reads;
  const condition = isConditional(request) ? decodeCondition(request, reply) : undefined;
  const { isChange, takesKey, writes } = request.kind;
  const params = request.params as Record<string, string>;
  const realNow = request.startedAt;
  const daysAhead = (await frame.daysAhead?.()) ?? 0;
  const isAccount = request.routeOptions.config.access === "account";
  const key = request.headers["idempotency-key"];
  const subject = isAccount ? (params.accountnumber ?? "") : `firm:${caller.firm.oid}`;
  return {
    caller,
    actor: actorFor(caller),
    now: businessTime(realNow, daysAhead),
    realNow,
    requestId: request.id,
    address: request.ip,
    db: writes ? frame.db : reads,
    access,
    vault: frame.vault,
    newId: () => frame.drawId(realNow),
    random: frame.random,
    subject,
    enterQueue: (key) => {
      // Each firm has a queue of its own for a subject, to which it may turn out to have no access.
      const firm = caller.firm.oid;
      return frame.db.queue.enter({ firm, subject: `${firm} ${subject}`, caller: raw, key });
    },
    repeat: takesKey && typeof key === "string" ? repeatFor(request, caller, key, body) : undefined,
    signature: isChange ? authenticated.signature : undefined,
    ...(condition && { condition }),
    recordsUse: writes,
    ...(mayBeLarge && !writes && { enterLargeRead: () => enterLargeRead(request, reply, caller) }),
    ...(frame.metrics && { noteAuditEntries: frame.metrics.noteAuditEntries }),
    replayed: false,
  };
}

function repeatFor(request: FastifyRequest, caller: Caller, key: string, body: Buffer): Repeat {
  const members = [caller.member?.loginId ?? "", caller.actingFor?.loginId ?? ""];
  const { method, target: url } = request;
  return { key, fingerprint: fingerprintOf({ method, url, members, body }) };
}

function actorFor(caller: Caller): Actor {
  const { apiUserId, firm, member, actingFor, session } = caller;
  return {
    apiUser: apiUserId,
    firm: firm.oid,
    ...(member && { member: member.loginId }),
    ...(actingFor && { actingFor: actingFor.loginId }),
    ...(session && { session }),
  };
}
