// The requests for events.
import type { FastifyReply, FastifyRequest } from "fastify";
import { selectFeedState } from "../../../platform/feed/queries.ts";
import { watchFeed } from "../../../platform/feed/watch.ts";
import type { App } from "../../../platform/http/frame.ts";
import { sendText } from "../../../platform/http/pipeline/response.ts";
import { refusal } from "../../../values/problem.ts";
import { Type } from "../../../values/type.ts";
import { eventErrors } from "./errors.ts";
import { streamOf } from "./event-stream.ts";
import { listEvents, startOf } from "./list-events.ts";
import { EventPage, FeedQuery } from "./schema.ts";

const tags = [
  { name: "Events", description: "Events of changes, in one order; read or followed." },
];
/** Registers the requests for events. */
export async function eventRoutes(app: App): Promise<void> {
  const follow = streamsOf(app);
  app.get(
    "/restapi/events",
    {
      config: {
        callers: ["institutional", "issuing", "operator", "client"],
        errors: [eventErrors.gone, eventErrors.tooManyStreams],
        mayReturn410: true,
      },
      schema: {
        operationId: "listEvents",
        summary: "Read or follow events",
        tags,
        querystring: FeedQuery,
        response: {
          200: {
            content: {
              "application/json": { schema: EventPage },
              "text/event-stream": { schema: Type.String() },
            },
          },
        },
      },
    },
    async (request, reply) => {
      const query = request.query as FeedQuery;
      if (/\btext\/event-stream\b/.test(request.headers.accept ?? "")) {
        return follow(request, reply, query);
      }
      return sendText(reply, "application/json", await listEvents(request.context, query));
    },
  );
}

/** Serves streams, a limited number of each API user. */
function streamsOf({ frame }: App) {
  const open = new Map<string, number>();
  const streams = (apiUserId: string) => open.get(apiUserId) ?? 0;
  const count = (apiUserId: string, by: number) => {
    const left = streams(apiUserId) + by;
    if (left > 0) open.set(apiUserId, left);
    else open.delete(apiUserId);
  };
  const watch = watchFeed(frame.db);
  const beginStream = async (request: FastifyRequest, reply: FastifyReply, query: FeedQuery) => {
    const state = await selectFeedState(frame.db);
    const last = request.headers["last-event-id"];
    const after = startOf(frame, state, typeof last === "string" && last ? last : query.after);
    return streamOf(request, reply, { query, watch, state, after });
  };
  return async (request: FastifyRequest, reply: FastifyReply, query: FeedQuery) => {
    const { apiUserId } = request.context.caller;
    if (streams(apiUserId) >= frame.eventStreams) {
      throw refusal(429, eventErrors.tooManyStreams, { "Retry-After": "1" });
    }
    // At once: others of the same API user may come while the store is asked.
    count(apiUserId, 1);
    const stream = await beginStream(request, reply, query).catch((error: unknown) => {
      count(apiUserId, -1);
      throw error;
    });
    stream.once("close", () => count(apiUserId, -1));
    return reply.type("text/event-stream; charset=utf-8").send(stream);
  };
}
