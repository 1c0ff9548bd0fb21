// `X-Dry-Run: true` on a change: the same admission, rules and locks; nothing is stored, and the
// response is the record as it would stand, with the events that would be emitted.
import type { FastifyReply, FastifyRequest } from "fastify";
import { fieldProblem, Refusal } from "../../../values/problem.ts";
import { rehearse } from "../../change/rehearsal.ts";
import { requestErrors } from "../../refusals/errors.ts";
import type { App } from "../frame.ts";
import { type Handler, handlerResponse, recordAt } from "./record-reads.ts";

const header = "x-dry-run";

/** Whether a header that is sent is sound: `true` or `false`, and on changes alone. */
export function isSoundDryRun({ headers, kind }: FastifyRequest): boolean {
  const value = headers[header];
  return kind.isChange && (value === "true" || value === "false");
}

/** Refuses a change of a page that asks to change nothing: it is no part of the interface and
 * cannot be rehearsed. Called once its sender is known. */
export function refuseDryRun({ headers, kind }: FastifyRequest): void {
  if (!kind.isChange || headers[header] === undefined || headers[header] === "false") return;
  throw new Refusal(400, [fieldProblem("X-Dry-Run", requestErrors.dryRun)]);
}

/** Lets every change that is registered from now on be rehearsed. */
export function rehearseChanges(app: App): void {
  app.addHook("onRoute", (route) => {
    // Of an open route nobody has admitted the caller, on whose behalf a change would be rehearsed.
    if (route.config?.open) return;
    if (!route.config?.kind?.isChange) return;
    const { handler } = route;
    route.handler = function (request, reply) {
      if (request.headers[header] !== "true") return handler.call(this, request, reply);
      return sendDryRun({ request, reply, handler: handler.bind(this) });
    };
  });
}

interface Asked {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly handler: Handler;
}

async function sendDryRun({ request, reply, handler }: Asked): Promise<FastifyReply> {
  const { location, body } = await rehearsed({ request, reply, handler });
  // Sent as text: the route's own serializer is that of an empty body.
  return reply
    .code(200)
    .headers({ "X-Dry-Run": "true", Location: location })
    .type("application/json; charset=utf-8")
    .serializer((text: string) => text)
    .send(body);
}

async function rehearsed({
  request,
  reply,
  handler,
}: Asked): Promise<{ readonly location: string; readonly body: string }> {
  const rehearsal = rehearse(request.context);
  try {
    request.context = rehearsal.context;
    const { headers } = await handlerResponse(handler, request, reply);
    const address = String(headers.get("location"));
    const path = address.slice(request.baseUrl.length);
    const record = await recordAt(path, { request, reply, reader: rehearsal.reader() });
    const events = JSON.stringify(rehearsal.events());
    const unjudged = JSON.stringify(rehearsal.unjudged());
    const seen = `"record":${record ?? null},"events":${events},"unjudged":${unjudged}`;
    const location = rehearsal.withValues(address, encodeURIComponent);
    const shown = rehearsal.withValues(seen, (value) => JSON.stringify(value).slice(1, -1));
    return { location, body: `{"location":${JSON.stringify(location)},${shown}}` };
  } finally {
    await rehearsal.end();
  }
}
