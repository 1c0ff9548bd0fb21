// `X-Dry-Run: true` on a change: the same admission, rules and locks; nothing is stored, and the
// answer is the record as it would stand, with the events that would be told.
import type { FastifyReply, FastifyRequest, RouteOptions } from "fastify";
import type { TSchema } from "typebox";
import { fieldProblem, Refusal } from "../../values/problem.ts";
import type { Context } from "../change/context.ts";
import { type Rehearsal, rehearse } from "../change/rehearsal.ts";
import { requestErrors } from "../refusals/errors.ts";
import { serializerOf } from "./answer.ts";
import { mayRequest } from "./caller.ts";
import type { App } from "./frame.ts";
import { kindOf } from "./request-kind.ts";

const header = "x-dry-run";

/** Whether the header is sound: `true` or `false`, and on changes alone. */
export function isSoundDryRun({ headers, kind }: FastifyRequest): boolean {
  const value = headers[header];
  return value === undefined || (kind.isChange && (value === "true" || value === "false"));
}

const isDryRun = ({ headers }: FastifyRequest) => headers[header] === "true";

/** Refuses a change of a page that asks to change nothing: it is no part of the interface and cannot be
 * rehearsed. Called once its sender is known. */
export function refuseDryRun({ headers, kind }: FastifyRequest): void {
  if (!kind.isChange || headers[header] === undefined || headers[header] === "false") return;
  throw new Refusal(400, [fieldProblem("X-Dry-Run", requestErrors.dryRun)]);
}

/** Lets every change that is registered from now on be rehearsed. */
export function rehearseChanges(app: App): void {
  const reads: Read[] = [];
  app.addHook("onRoute", (route) => {
    // Of an open route nobody has admitted the caller, on whose behalf a change would be rehearsed.
    if (route.config?.allow !== undefined || route.config?.open) return;
    const kinds = [route.method].flat().map((method) => kindOf(method, route));
    if (kinds.every(({ writes }) => !writes)) reads.push(readOf(route));
    if (!kinds.every(({ isChange }) => isChange)) return;
    const { handler } = route;
    route.handler = function (request, reply) {
      if (!isDryRun(request)) return handler.call(this, request, reply);
      return answerDryRun(reads, { request, reply, handler: handler.bind(this) });
    };
  });
}

interface Asked {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly handler: Handler;
}

type Handler = (request: FastifyRequest, reply: FastifyReply) => unknown;

async function answerDryRun(
  reads: readonly Read[],
  { request, reply, handler }: Asked,
): Promise<FastifyReply> {
  const { location, body } = await rehearsed(reads, { request, reply, handler });
  // Sent as text: the route's own serializer is that of an empty body.
  return reply
    .code(200)
    .headers({ "X-Dry-Run": "true", Location: location })
    .type("application/json; charset=utf-8")
    .serializer((text: string) => text)
    .send(body);
}

async function rehearsed(
  reads: readonly Read[],
  { request, reply, handler }: Asked,
): Promise<{ readonly location: string; readonly body: string }> {
  const rehearsal = rehearse(request.context);
  try {
    request.context = rehearsal.context;
    const { headers } = await answerOf(handler, request, reply);
    const location = String(headers.get("location"));
    const path = location.slice(request.baseUrl.length);
    const record = await recordAt(path, reads, { request, reply, rehearsal });
    const events = JSON.stringify(rehearsal.events());
    const body = `{"location":${JSON.stringify(location)},"record":${record},"events":${events}}`;
    return { location, body };
  } finally {
    await rehearsal.end();
  }
}

/** A read as it was registered, and how its path is recognised. */
interface Read {
  readonly route: RouteOptions;
  readonly path: RegExp;
}

function readOf(route: RouteOptions): Read {
  const pattern = route.url.replace(/:(\w+)/g, "(?<$1>[^/]+)");
  return { route, path: new RegExp(`^${pattern}$`) };
}

/** The JSON that a GET of a path would answer to the caller after the change; `null` if there is none,
 * or if the caller may not ask. */
async function recordAt(
  path: string,
  reads: readonly Read[],
  { request, reply, rehearsal }: Omit<Asked, "handler"> & { rehearsal: Rehearsal<Context> },
): Promise<string> {
  const read = reads.find((each) => each.path.test(path));
  if (read === undefined) return "null";
  const { config = {}, schema, handler } = read.route;
  const { caller } = request.context;
  const params = Object.fromEntries(
    Object.entries(read.path.exec(path)?.groups ?? {}).map(([name, text]) => [
      name,
      decodeURIComponent(text),
    ]),
  );
  if (!mayRequest(caller, config, { isChange: false })) return "null";
  const { access = "firm" } = config;
  const rule = request.server.frame.access[access](caller, params);
  if (rule === false) return "null";
  const reader = rehearsal.reader();
  const asked = Object.create(request, {
    params: { value: params },
    query: { value: {} },
    headers: { value: {} },
    context: {
      value: {
        ...request.context,
        db: { ...request.context.db, rows: reader.rows, first: reader.first },
      },
    },
  }) as FastifyRequest;
  try {
    if (rule !== true && (await reader.first(rule)) === undefined) return "null";
    const { headers, payload } = await answerOf(handler as Handler, asked, reply);
    const type = headers.get("content-type") ?? "application/json";
    if (type.startsWith("text/plain") && typeof payload === "string")
      return JSON.stringify(payload);
    if (!type.startsWith("application/json")) return "null";
    if (typeof payload === "string" || Buffer.isBuffer(payload)) return String(payload);
    const response = (schema?.response ?? {}) as Readonly<Record<string, TSchema>>;
    return serializerOf(reply, response["200"] as TSchema)(payload as object);
  } catch (error) {
    if (error instanceof Refusal) return "null";
    throw error;
  }
}

/** What a handler answers, which is not sent. */
async function answerOf(
  handler: Handler,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<{ readonly headers: ReadonlyMap<string, string>; readonly payload: unknown }> {
  const headers = new Map<string, string>();
  let payload: unknown;
  // Not made from the reply itself: that is a promise of having been sent.
  const captured = {
    request,
    raw: reply.raw,
    compileSerializationSchema: reply.compileSerializationSchema.bind(reply),
    code: () => captured,
    header: (name: string, value: unknown) => {
      headers.set(name.toLowerCase(), String(value));
      return captured;
    },
    headers: (given: Readonly<Record<string, unknown>>) => {
      for (const [name, value] of Object.entries(given)) captured.header(name, value);
      return captured;
    },
    type: (type: string) => captured.header("content-type", type),
    send: (sent: unknown) => {
      payload = sent;
      return captured;
    },
  } as unknown as FastifyReply;
  const returned = await handler(request, captured);
  if (returned !== captured) payload = returned;
  return { headers, payload };
}
