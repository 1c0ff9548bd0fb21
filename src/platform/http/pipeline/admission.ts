// The order in which a request is refused before its operation runs: credentials, rate, media
// type, access, shape. What its head shows is decided before its body is read. (interface 5, 7)

import { drawId } from "@bursar/values/ids";
import type { FastifyReply, FastifyRequest } from "fastify";
import { networkOf } from "../../../values/network.ts";
import { forbidden, refusal } from "../../../values/problem.ts";
import type { Authenticated } from "../../auth/authenticate.ts";
import type { Actor, Caller, Context, Repeat } from "../../change/context.ts";
import { fingerprintOf } from "../../change/idempotency.ts";
import { businessTime } from "../../process/clock.ts";
import { requestErrors } from "../../refusals/errors.ts";
import { refuseToWait } from "../../refusals/refuse-to-wait.ts";
import { tooManyFailures } from "../../refusals/unauthorized.ts";
import type { Database, Reader, Statement } from "../../store/db.ts";
import { largeReads } from "../../store/read-only.ts";
import type { Admitted } from "../frame.ts";
import { isJson, isPlain } from "../request/media-type.ts";
import { kindOf } from "../request/request-kind.ts";
import { type Identified, identify, mayRequest, ruleOfSubject } from "./caller.ts";
import { conditionOf } from "./condition.ts";
import { declaredLength, hasBody, mostOfFailing } from "./discard-body.ts";
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
  request.kind = kindOf(request.method, request.routeOptions);
  if ((open && !anonymousBody) || !hasBody(request)) {
    done();
    return;
  }
  const judge = anonymousBody ? judgeStranger : judgeHead;
  judge(request).then((admitted) => {
    request.admitted = admitted;
    // Whoever waits to be told sends the body only now; HTTP/1.0 knows no such answer.
    const isWaiting = request.headers.expect?.toLowerCase() === "100-continue";
    if (isWaiting && request.raw.httpVersion === "1.1") reply.raw.writeContinue();
    done();
  }, done);
}

/** Admits a body whose sender proves nothing by its head. */
async function judgeStranger(request: FastifyRequest): Promise<Admitted> {
  lengthWithin(request);
  return { caller: undefined, access: undefined };
}

/** How long a body is; one that does not say how large it is may be as large as the route allows. */
function lengthWithin(request: FastifyRequest): number {
  const { bodyLimit = request.server.frame.bodyLimit, config } = request.routeOptions;
  const length = declaredLength(request) ?? bodyLimit;
  if (length > bodyLimit) throw tooLarge(bodyLimit, config.cureOfSize);
  return length;
}

async function judgeHead(request: FastifyRequest): Promise<Admitted> {
  const { frame } = request.server;
  const length = lengthWithin(request);
  const { failures, rates } = frame;
  const proof = await proofOfHead(request);
  if (proof === undefined) throw await explained(request);
  if ("proven" in proof) {
    const { apiUserId } = proof.proven.credential;
    request.provenBy = apiUserId;
    return admitProven(request, proof.proven);
  }
  // The rest is decided once the body shows whether the signature is good.
  const network = networkOf(request.ip);
  const isOver = length > mostOfFailing && failures.areTooMany(network, request.startedAt);
  if (isOver) throw tooManyFailures();
  const { apiUserId: claimed } = proof.claimed;
  refuseToWait(rates.wait(claimed, request.startedAt));
  return { caller: undefined, access: undefined };
}

/** Admits a request whose credentials are proven, by every check that needs no body. */
async function admitProven(request: FastifyRequest, proven: Authenticated): Promise<Admitted> {
  const { rates, db } = request.server.frame;
  refuseToWait(rates.take(proven.credential.apiUserId, request.startedAt));
  refuseMediaType(request);
  const caller = await identify(request, proven);
  return { caller, access: await requireAccess(db, accessRule(request, caller)) };
}

/** Authenticates, identifies and checks a request; its context and body are then ready. */
export async function admit(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { open = false } = request.routeOptions.config;
  if (open) return;
  const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  // Again, if its head has shown them: a credential may be revoked while a body arrives.
  const authenticated = await authenticateRequest(request, body);
  countRequest(request, authenticated, body);
  const caller = request.admitted?.caller ?? (await callerOf(request, authenticated));
  const known = { caller, authenticated, body };
  request.context = await contextFor(request, reply, known);
  chargeFor(request, known, () => {
    request.body = checkRequest(request, known);
  });
  if (!request.kind.writes) await enterLargeRead(request, reply, caller);
}

/** Takes the request from its API user's rate, unless its head was, and its body, which was read and
 * hashed whatever becomes of the request. */
function countRequest(
  request: FastifyRequest,
  { credential: { apiUserId } }: Authenticated,
  { length: bytes }: Buffer,
): void {
  const { rates } = request.server.frame;
  const isCounted = request.admitted?.caller !== undefined;
  const wait = isCounted ? undefined : rates.take(apiUserId, request.startedAt);
  rates.charge(apiUserId, { bytes, milliseconds: 0 }, request.startedAt);
  refuseToWait(wait);
}

/** Charges the API user for the time that checking the body holds up everyone else. */
function chargeFor(request: FastifyRequest, { caller }: Identified, check: () => void): void {
  const { rates, threadMs } = request.server.frame;
  const before = threadMs();
  try {
    check();
  } finally {
    const cost = { bytes: 0, milliseconds: threadMs() - before };
    rates.charge(caller.apiUserId, cost, request.startedAt);
  }
}

async function callerOf(request: FastifyRequest, proven: Authenticated): Promise<Caller> {
  refuseMediaType(request);
  return identify(request, proven);
}

function refuseMediaType(request: FastifyRequest): void {
  if (!request.kind.takesBody) return;
  const encoding = request.headers["content-encoding"];
  if (!isJson(request.sentType) || !isPlain(encoding)) throw refusal(415, requestErrors.mediaType);
}

async function contextFor(
  request: FastifyRequest,
  reply: FastifyReply,
  known: Identified,
): Promise<Context> {
  const { raw } = reply;
  const condition = conditionOf(request, reply);
  const { server } = request;
  const { frame } = server;
  const { caller, authenticated, body } = known;
  const { isChange, takesKey, writes } = request.kind;
  const params = request.params as Record<string, string>;
  const realNow = request.startedAt;
  const daysAhead = (await frame.daysAhead?.()) ?? 0;
  const isAccount = request.routeOptions.config.access === "account";
  const key = request.headers["idempotency-key"];
  const subject = isAccount ? (params.accountnumber ?? "") : `firm:${caller.firm.oid}`;
  const access =
    request.admitted?.caller === undefined
      ? await requireAccess(server.reads, accessRule(request, caller))
      : request.admitted.access;
  return {
    caller,
    actor: actorOf(caller),
    now: businessTime(realNow, daysAhead),
    realNow,
    requestId: request.id,
    address: request.ip,
    db: storeFor(request),
    access,
    vault: frame.vault,
    newId: () => drawId(realNow, frame.random),
    random: frame.random,
    subject,
    enterQueue: (key) => {
      // Each firm has a queue of its own for a subject, to which it may turn out to have no access.
      const firm = caller.firm.oid;
      return frame.db.queue.enter({ firm, subject: `${firm} ${subject}`, caller: raw, key });
    },
    repeat: takesKey && typeof key === "string" ? repeatOf(request, caller, key, body) : undefined,
    signature: isChange ? authenticated.signature : undefined,
    ...(condition && { condition }),
    recordsUse: writes,
    ...(frame.metrics && { noteAuditEntries: frame.metrics.noteAuditEntries }),
    replayed: false,
  };
}

function storeFor(request: FastifyRequest): Database {
  const { kind, server } = request;
  if (kind.writes) return server.frame.db;
  return isLarge(request) ? largeReads(server.reads) : server.reads;
}

function repeatOf(request: FastifyRequest, caller: Caller, key: string, body: Buffer): Repeat {
  const members = [caller.member?.loginId ?? "", caller.actingFor?.loginId ?? ""];
  const { method, target: url } = request;
  return { key, fingerprint: fingerprintOf({ method, url, members, body }) };
}

function actorOf(caller: Caller): Actor {
  const { apiUserId, firm, member, actingFor, session } = caller;
  return {
    apiUser: apiUserId,
    firm: firm.oid,
    ...(member && { member: member.loginId }),
    ...(actingFor && { actingFor: actingFor.loginId }),
    ...(session && { session }),
  };
}

/** The rule that decides access to the request's subject; 403 for who may not make such requests. */
function accessRule(request: FastifyRequest, caller: Caller) {
  const { config } = request.routeOptions;
  if (!mayRequest(caller, config, request.kind)) throw forbidden();
  const rule = ruleOfSubject(request.server.frame, { caller, config }, request.params);
  if (rule === false) throw forbidden();
  return rule;
}

/** Refuses a caller whom the rule does not select, before a body is judged; returns the statement that
 * decides, for a change to ask it again in its transaction. */
async function requireAccess(
  db: Reader,
  rule: Statement<unknown> | true,
): Promise<Statement<unknown> | undefined> {
  if (rule === true) return undefined;
  if ((await db.first(rule)) === undefined) throw forbidden();
  return rule;
}
