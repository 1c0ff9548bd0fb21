// The feed as a stream of server-sent events, for as long as its caller may read it.
// (docs/events.md)
import { Readable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Caller } from "../../../platform/change/context.ts";
import { encodeCursor } from "../../../platform/feed/cursor.ts";
import { readFeed } from "../../../platform/feed/feed.ts";
import type { FeedState } from "../../../platform/feed/queries.ts";
import type { FeedWatch } from "../../../platform/feed/watch.ts";
import { type RenewedCaller, renewedCaller } from "../../../platform/http/pipeline/renew-caller.ts";
import { isUnavailable } from "../../../platform/store/db.ts";
import { encodeEvent, eventFilter } from "./list-events.ts";
import type { FeedQuery } from "./schema.ts";
import { visibleEvents } from "./visibility.ts";

/** How often the caller's rights are looked at, in milliseconds: a credential is trusted for four
 * seconds, and a stream ends within five of its revocation. */
const rightsMs = 400;

/** After how long without an event something is sent all the same. */
const heartbeatMs = 15_000;

/** How soon a reader should come back once a stream has ended. */
const retryMs = 2_000;

/** How many events are read at once. */
const atOnce = 100;

/** The parts of a stream. */
export interface StreamOptions {
  readonly query: FeedQuery;
  readonly watch: FeedWatch;
  readonly state: FeedState;
  /** The position after which it begins. */
  readonly after: bigint;
}

/** The stream that is the response to a request: it ends when its caller hangs up or may no longer
 * read, when the service stops, and when the store was restored. */
export function streamOf(
  request: FastifyRequest,
  { raw }: FastifyReply,
  options: StreamOptions,
): Readable {
  const ending = new AbortController();
  const { draining } = request.server;
  const signal = AbortSignal.any([ending.signal, draining]);
  const callerNow = renewedCaller(request);
  const stream = Readable.from(framesOf(request, { ...options, callerNow, signal }));
  const end = () => ending.abort();
  stream.once("close", end);
  // The stream itself closes only when it would send again.
  if (raw.destroyed) end();
  else raw.once("close", end);
  void watchRights(callerNow, { signal, ending }).then(async () => {
    // A stream that is not read does not end by itself.
    await delay(rightsMs);
    if (!stream.destroyed) request.raw.socket.destroy();
  });
  return stream;
}

/** Ends a stream as soon as its caller may no longer read. */
async function watchRights(
  callerNow: RenewedCaller,
  { signal, ending }: { readonly signal: AbortSignal; readonly ending: AbortController },
): Promise<void> {
  while (!signal.aborted) {
    await delay(rightsMs, undefined, { signal }).catch(() => {});
    if (signal.aborted) return;
    // While the store does not respond, nothing is sent either.
    const caller = await callerNow().catch((error: unknown) => isUnavailable(error));
    if (caller === undefined || caller === false) ending.abort();
  }
}

interface Frames extends StreamOptions {
  readonly callerNow: RenewedCaller;
  readonly signal: AbortSignal;
}

async function* framesOf(request: FastifyRequest, frames: Frames): AsyncGenerator<string> {
  yield `retry: ${retryMs}\n\n`;
  try {
    yield* eventsOf(request, frames);
  } catch (error) {
    if (!isUnavailable(error)) throw error;
  }
}

async function* eventsOf(
  { server }: FastifyRequest,
  { query, watch, state: first, after, callerNow, signal }: Frames,
): AsyncGenerator<string> {
  const { db, vault } = server.frame;
  const { epoch } = first;
  const cursor = (position: bigint) => encodeCursor(vault, epoch, position);
  let position = after;
  let quietMs = 0;
  while (!signal.aborted) {
    const caller: Caller | undefined = await callerNow();
    const state = await watch.state();
    if (caller === undefined || state.epoch !== epoch) return;
    const choice = { after: position, most: atOnce, ...eventFilter(query) };
    const page = await readFeed(db, visibleEvents(db, caller), choice);
    for (const event of page.events) {
      if (signal.aborted) return;
      yield `id: ${cursor(event.position)}\ndata: ${JSON.stringify(encodeEvent(event))}\n\n`;
      quietMs = 0;
    }
    position = page.position;
    if (page.hasMore) continue;
    // All up to here was read, though it may have been of other subjects.
    if (state.last > position) position = state.last;
    if (quietMs >= heartbeatMs) {
      yield `: still here\nid: ${cursor(position)}\n\n`;
      quietMs = 0;
    }
    await watch.news({ epoch, last: position, expired: 0n }, rightsMs, signal);
    quietMs += rightsMs;
  }
}
