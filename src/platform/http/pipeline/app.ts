// The Fastify instance as every resource uses it: exact bodies, one order of refusal, one form of
// error, and the headers that every response carries. (interface 1, 7)
import assert from "node:assert/strict";
import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import { isDeepStrictEqual } from "node:util";
import Fastify, {
  type FastifyReply,
  type FastifyRequest,
  LogController,
  type RouteOptions,
} from "fastify";
import { type Refusal, refusal } from "../../../values/problem.ts";
import { countFailedCredentials } from "../../auth/failures.ts";
import { limitRate } from "../../auth/rate-limit.ts";
import { requestErrors } from "../../refusals/errors.ts";
import { openFairQueue } from "../../store/fair-queue.ts";
import { readOnly } from "../../store/read-only.ts";
import type { App, Frame, WireTypes } from "../frame.ts";
import { isOurs, originForm, routableAddress } from "../request/address.ts";
import { commonHeaders, namedInLog, requestIdFor } from "../request/request-ids.ts";
import { methods, operationName, requestKind } from "../request/request-kind.ts";
import { allowOrigin, isAllowedPreflight } from "../sessions/cross-origin.ts";
import { admit, admitHead } from "./admission.ts";
import { completeResponse } from "./complete-response.ts";
import { rehearseChanges } from "./dry-run.ts";
import { collectPaths, type MethodsAt } from "./known-paths.ts";
import { completePage } from "./page-headers.ts";
import { countBodies, readAdmitted } from "./read-body.ts";
import { collectReads } from "./record-reads.ts";
import { refuseBrokenHttp, sendError } from "./refused.ts";
import { lazySerializers } from "./serializers.ts";

/** How long nothing may come or go on a connection; longer than any change may take. */
const idleMs = 120_000;

/** How long the head of a request may take to arrive. */
const headMs = 10_000;

/** The longest request target and the largest head, in bytes; their sentences name them too. */
const longestTarget = 8_192;
const largestHead = 16_384;

/** Stands in for the compilers of schemas that Fastify would load, a twentieth of a start's modules;
 * `createApp` sets its own. */
const noCompilers = { buildValidator: unset, buildSerializer: unset };

function unset(): never {
  throw new Error("the app has no compiler of its own");
}

/** Makes the frame; resources then register their routes on it. */
export function createApp(frame: Frame): App {
  const app = Fastify({
    loggerInstance: frame.logger,
    logController: new LogController({ disableRequestLogging: true }),
    // A logger for each request would cost more than naming the request in its two lines.
    childLoggerFactory: (logger) => logger,
    genReqId: ({ headers }: IncomingMessage) => requestIdFor(headers, frame),
    bodyLimit: frame.bodyLimit,
    requestTimeout: frame.requestTimeoutMs,
    connectionTimeout: idleMs,
    trustProxy: frame.trustProxy.length > 0 ? [...frame.trustProxy] : false,
    exposeHeadRoutes: false,
    forceCloseConnections: "idle",
    return503OnClosing: false,
    routerOptions: { maxParamLength: 16_384 },
    schemaController: { compilersFactory: noCompilers },
    rewriteUrl: ({ url = "" }) => routableAddress(url),
    // Node would respond to these itself, without a body and without the headers of every response.
    http: {
      requireHostHeader: false,
      maxHeaderSize: largestHead,
      // Node takes the shorter of the two for the head and the longer for the whole request.
      requestTimeout: frame.requestTimeoutMs,
      headersTimeout: Math.min(headMs, frame.requestTimeoutMs),
      // How often Node looks for requests that take too long to arrive; by default every half
      // minute.
      connectionsCheckingInterval: Math.min(frame.requestTimeoutMs, 1_000),
    },
    frameworkErrors: (error, request, reply) => {
      reply.headers(commonHeaders(request.id, request.headers));
      completePage(request, reply);
      sendError(error, request, reply);
    },
    clientErrorHandler: (error, socket) => refuseBrokenHttp(error, socket, frame),
  }).withTypeProvider<WireTypes>();
  app.server.on("connect", (_request, socket) => {
    refuseBrokenHttp({}, socket as Socket, frame);
  });
  app.server.maxConnections = frame.connections;
  // Refusals that follow from the head are sent before the body is requested.
  app.server.on("checkContinue", app.routing).on("checkExpectation", app.routing);
  const traffic = decorate(app, frame);
  // The body of any method is read alike; the route decides whether there may be one.
  for (const method of methods) {
    app.addHttpMethod(method, { hasBody: true, overrideExisting: true });
  }
  // Requests are validated by `admit` (request-shape.ts), which lists every problem at once.
  app.setValidatorCompiler(() => () => true);
  app.setSerializerCompiler(lazySerializers());
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", readAdmitted);
  app.setErrorHandler(sendError);
  app.setNotFoundHandler(() => {
    throw refusal(404, requestErrors.routeNotFound);
  });
  app.addHook("onRoute", checkRoute);
  // Before the hooks that read the kind which it sets.
  app.addHook("onRoute", noteKind);
  const methodsAt = collectPaths(app);
  collectReads(app);
  rehearseChanges(app);
  addArrivalHooks(app, frame, { traffic, methodsAt });
  app.addHook("preValidation", admit);
  app.addHook("onSend", completeResponse);
  app.addHook("onResponse", logResponse);
  return app;
}

function decorate(app: App, frame: Frame): Traffic {
  const traffic: Traffic = { running: 0, whenIdle: undefined };
  const { bodyMemory, bodyLimit, signatureBodyLimit } = frame;
  app.decorate("frame", {
    ...frame,
    failures: countFailedCredentials(),
    rates: limitRate(frame.rateLimit),
    // One of the largest always fits when there is no other.
    bodies: countBodies(Math.max(bodyMemory, bodyLimit, signatureBodyLimit)),
    largeReadQueue: openFairQueue(frame.largeReads, requestErrors.tooManyReads),
  });
  frame.metrics?.watchBodies(app.frame.bodies.bytes);
  const draining = new AbortController();
  app.decorate("draining", draining.signal);
  app.decorate("drain", async () => {
    draining.abort();
    if (traffic.running === 0) return;
    await new Promise<void>((resolve) => {
      traffic.whenIdle = resolve;
    });
  });
  app.decorate("reads", readOnly(frame.db));
  app.decorateRequest("context");
  app.decorateRequest("kind");
  app.decorateRequest("startedAt");
  app.decorateRequest("mayRead", false);
  app.decorateRequest("admitted");
  app.decorateRequest("provenBy");
  app.decorateRequest("bodyBytes", 0);
  app.decorateRequest("leaveLargeReads");
  app.decorateRequest("problems");
  app.decorateRequest("thrown");
  app.decorateRequest("sentType", "");
  app.decorateRequest("baseUrl", {
    getter(this: FastifyRequest) {
      // Addresses for a request that names no host have none either: as links they are relative.
      const own = /^(?::|$)/.test(this.host ?? "") ? "" : `${this.protocol}://${this.host}`;
      return frame.publicUrls[0] ?? own;
    },
  });
  app.decorateRequest("target", {
    getter(this: FastifyRequest) {
      return originForm(this.originalUrl);
    },
  });
  return traffic;
}

/** The first stage of every request: counts it, refuses what no sender may send, and admits its head. */
function addArrivalHooks(
  app: App,
  { clock, corsOrigins }: Frame,
  { traffic, methodsAt }: Arrival,
): void {
  app.addHook("onRequest", (request, reply, done) => {
    request.startedAt = clock();
    traffic.running += 1;
    // Node emits it once a response is sent, and where nobody is there to receive it.
    reply.raw.once("close", () => {
      traffic.running -= 1;
      if (traffic.running === 0) traffic.whenIdle?.();
    });
    if (corsOrigins.length > 0) allowOrigin(request, reply, corsOrigins);
    const refused = refusedOnArrival(request, methodsAt);
    const allow = refused?.headers.Allow;
    if (allow !== undefined && isAllowedPreflight(request, reply, allow))
      void reply.code(204).send();
    else done(refused);
  });
  app.addHook("onRequest", admitHead);
}

/** The checks that refuse a request regardless of its sender. */
function refusedOnArrival(request: FastifyRequest, methodsAt: MethodsAt): Refusal | undefined {
  if (request.server.draining.aborted) {
    return refusal(503, requestErrors.draining, { Connection: "close", "Retry-After": "1" });
  }
  if (request.originalUrl.length > longestTarget) {
    return refusal(414, requestErrors.addressTooLong, { Connection: "close" });
  }
  if (!isOurs(request)) return refusal(400, requestErrors.malformed);
  // HTTP/1.0 has no chunks: an intermediary may see the request end elsewhere. (RFC 9112, 6.1)
  if (request.raw.httpVersion === "1.0" && request.headers["transfer-encoding"] !== undefined) {
    return refusal(400, requestErrors.malformed, { Connection: "close" });
  }
  // The body is taken as bytes whatever its declared type: credentials are checked first.
  request.sentType = request.headers["content-type"] ?? "";
  request.raw.headers["content-type"] = undefined;
  // A wildcard serves no method of a path that has methods of its own.
  if (!request.is404 && !request.routeOptions.url?.endsWith("*")) return undefined;
  const served = methodsAt(request.url);
  if (served === undefined) return refusal(404, requestErrors.routeNotFound);
  if (served.includes(request.method)) return undefined;
  return refusal(405, requestErrors.methodNotAllowed, { Allow: served.join(", ") });
}

/** Stores the kind of a route's requests, which is the same for all its methods. */
function noteKind(route: RouteOptions): void {
  const [kind, ...others] = [route.method].flat().map((method) => requestKind(method, route));
  const isOne = others.every((other) => isDeepStrictEqual(other, kind));
  assert(kind && isOne, `${route.method} ${route.url} are of one kind`);
  route.config = { ...route.config, kind };
}

/** Refuses a route whose declaration contradicts itself, before it fails its callers one by one. */
function checkRoute(route: RouteOptions): void {
  for (const method of [route.method].flat()) {
    const { isChange, writes, readOnlyPost } = requestKind(method, route);
    const { writes: isDeclared = false, etag = false } = route.config ?? {};
    assert(
      readOnlyPost || route.config?.readOnlyPost !== true,
      `${method} ${route.url} is no POST, but declares readOnlyPost`,
    );
    assert(
      !(readOnlyPost && (isDeclared || etag)),
      `${method} ${route.url} is a readOnlyPost: it may declare neither writes nor etag`,
    );
    assert(!(isDeclared && isChange), `${method} ${route.url} is a change without being declared`);
    assert(!(writes && etag), `${method} ${route.url} writes: it is never sent as 304`);
    const isConditional = route.config?.changes !== undefined;
    assert(isChange || !isConditional, `${method} ${route.url} changes no record`);
  }
  const { access, right } = route.config ?? {};
  const isOfAccount = access === "account" || /\baccounts\/:/.test(route.url);
  const isStated = (access === "account") === (right !== undefined);
  assert(
    isStated && (!isOfAccount || right),
    `${route.method} ${route.url} states the right that a client member needs on its account`,
  );
}

/** The requests whose response is not sent yet. */
interface Traffic {
  running: number;
  whenIdle: (() => void) | undefined;
}

/** The parts besides the frame that the arrival of a request needs. */
interface Arrival {
  readonly traffic: Traffic;
  readonly methodsAt: MethodsAt;
}

function logResponse(request: FastifyRequest, reply: FastifyReply, done: () => void): void {
  const { actor } = request.context ?? {};
  request.log.info({
    ...namedInLog(request),
    operation: operationName(request.routeOptions),
    method: request.method,
    status: reply.statusCode,
    durationMs: Math.round(reply.elapsedTime * 1000) / 1000,
    apiUser: actor?.apiUser,
  });
  done();
}
