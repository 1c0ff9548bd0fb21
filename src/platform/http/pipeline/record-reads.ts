// The response of a read to the caller of a change, inside its transaction: the record of a dry
// run, and the one by which a condition is judged.
import type { FastifyReply, FastifyRequest } from "fastify";
import type { TSchema } from "typebox";
import { Refusal } from "../../../values/problem.ts";
import type { Reader } from "../../store/db.ts";
import type { App, RecordRead } from "../frame.ts";
import { mayRequest, ruleOfSubject } from "./caller.ts";
import { compileSerializer } from "./response.ts";

/** The handler of a request. */
export type Handler = (request: FastifyRequest, reply: FastifyReply) => unknown;

/** Notes the reads that are registered from now on. */
export function collectReads(app: App): void {
  const reads: RecordRead[] = [];
  app.decorate("recordReads", reads);
  app.addHook("onRoute", (route) => {
    if (route.config?.open) return;
    if (route.config?.kind?.writes) return;
    const pattern = route.url.replace(/:(\w+)/g, "(?<$1>[^/]+)");
    reads.push({ route, path: new RegExp(`^${pattern}$`) });
  });
}

/** The request of a change, and the reader of its transaction. */
interface Asking {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly reader: Reader;
}

/** The JSON that a GET of a path would return to the caller now; undefined if there is none, or if
 * the caller may not ask. */
export async function recordAt(
  path: string,
  { request, reply, reader }: Asking,
): Promise<string | undefined> {
  const read = request.server.recordReads.find((each) => each.path.test(path));
  if (read === undefined) return undefined;
  const { config = {}, schema, handler } = read.route;
  const { caller } = request.context;
  const params = Object.fromEntries(
    Object.entries(read.path.exec(path)?.groups ?? {}).map(([name, text]) => [
      name,
      decodeURIComponent(text),
    ]),
  );
  if (!mayRequest(caller, config, { isChange: false })) return undefined;
  const rule = ruleOfSubject(request.server.frame, { caller, config }, params);
  if (rule === false) return undefined;
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
    if (rule !== true && (await reader.first(rule)) === undefined) return undefined;
    const { headers, payload } = await handlerResponse(handler as Handler, asked, reply);
    const type = headers.get("content-type") ?? "application/json";
    if (type.startsWith("text/plain") && typeof payload === "string")
      return JSON.stringify(payload);
    if (!type.startsWith("application/json")) return undefined;
    if (typeof payload === "string" || Buffer.isBuffer(payload)) return String(payload);
    const response = (schema?.response ?? {}) as Readonly<Record<string, TSchema>>;
    return compileSerializer(reply, response["200"] as TSchema)(payload as object);
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

/** The response of a handler, which is not sent. */
export async function handlerResponse(
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
