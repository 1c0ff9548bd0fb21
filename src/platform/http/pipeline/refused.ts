// Writes a refusal, whether of a request or of bytes that are not one. (interface 7)
import type { Socket } from "node:net";
import type { FastifyReply, FastifyRequest } from "fastify";
import { type Problem, Refusal, refusal } from "../../../values/problem.ts";
import { http } from "../../process/node-http.ts";
import { requestErrors } from "../../refusals/errors.ts";
import { isUnavailable } from "../../store/db.ts";
import { storeFailure } from "../../store/store-error.ts";
import type { Frame } from "../frame.ts";
import { commonHeaders, drawRequestId, namedInLog } from "../request/request-ids.ts";
import { isDiscarding } from "./discard-body.ts";

/** How long a caller whose request could not be read may still take to receive its refusal. */
const lingerMs = 1_000;

type HttpError = Error & { readonly statusCode?: number };

/** Sends the response to a request that threw: a refusal as it is, anything else as a defect. */
export function sendError(error: HttpError, request: FastifyRequest, reply: FastifyReply): void {
  reply.send(refusedBody(error, request, reply));
}

/** Gives a response the status and the headers of what was thrown, and returns its body. */
function refusedBody(error: HttpError, request: FastifyRequest, reply: FastifyReply): string {
  const refused = refusalFor(error);
  logFailure(error, request, refused);
  const problems: readonly Problem[] = refused?.problems ?? [
    { type: "REQUEST", message: `Request ${request.id} failed.` },
  ];
  request.problems = problems;
  request.thrown = error;
  reply
    .code(refused?.status ?? 500)
    .headers({ ...refused?.headers })
    .type("application/json; charset=utf-8");
  return JSON.stringify(problems);
}

function logFailure(error: HttpError, request: FastifyRequest, refused: Refusal | undefined): void {
  const named = namedInLog(request);
  if (refused === undefined) request.log.error({ ...named, err: error }, "defect");
  const failure = storeFailure(error);
  if (failure) request.log.warn({ ...named, ...failure }, "the store failed");
}

function refusalFor(thrown: unknown): Refusal | undefined {
  if (thrown instanceof Refusal) return thrown;
  if (isUnavailable(thrown)) return refusal(503, requestErrors.draining, { "Retry-After": "1" });
  const error = thrown as HttpError;
  const isClients = error.statusCode !== undefined && error.statusCode < 500;
  return isClients ? refusal(error.statusCode ?? 400, requestErrors.malformed) : undefined;
}

/** Rejects bytes that are not a request, and closes the connection. */
export function refuseBrokenHttp(error: { code?: string }, socket: Socket, frame: Frame): void {
  // Bytes that follow the refused request are not read.
  if (refusedSockets.has(socket)) return;
  // A response that has begun cannot be replaced.
  const { _httpMessage: begun } = socket as { _httpMessage?: { headersSent: boolean } };
  const isAnswered = begun?.headersSent === true || isDiscarding(socket);
  if (error.code === "ECONNRESET" || !socket.writable || isAnswered) return void socket.destroy();
  const refused = brokenBy[error.code ?? ""] ?? refusal(400, requestErrors.malformed);
  frame.metrics?.noteRefusal(refused.problems);
  const body = JSON.stringify(refused.problems);
  const headers = {
    ...commonHeaders(drawRequestId(frame)),
    "Content-Type": "application/json; charset=utf-8",
    "Content-Length": Buffer.byteLength(body),
    Connection: "close",
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const status = `HTTP/1.1 ${refused.status} ${http.STATUS_CODES[refused.status]}`;
  socket.end([status, ...lines, "", body].join("\r\n"));
  // Its caller may keep the other side open; closed at once, the refusal could be lost on the way.
  refusedSockets.add(socket);
  setTimeout(() => socket.destroy(), lingerMs).unref();
}

const refusedSockets = new WeakSet<Socket>();

const brokenBy: Readonly<Record<string, Refusal>> = {
  ERR_HTTP_REQUEST_TIMEOUT: refusal(408, requestErrors.timeout),
  HPE_HEADER_OVERFLOW: refusal(431, requestErrors.headTooLarge),
};
