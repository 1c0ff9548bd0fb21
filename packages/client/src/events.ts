// Events as a loop: a stream that goes on where it was cut off. (docs/events.md of the service)
import type { components } from "./contract.ts";
import type { Ask } from "./pages.ts";
import { Refused, Unanswered } from "./problems.ts";
import { halved, type Patience } from "./sending.ts";
import { type Frame, framesIn } from "./server-sent.ts";
import type { Surroundings } from "./surroundings.ts";

type Event = components["schemas"]["Event"];

/** An event, and where the stream stands after it. */
export interface ServiceEvent {
  readonly event: Event;
  /** Keep it once the event is dealt with, and give it as `after` to go on from there. */
  readonly position: string;
}

/** The events that are followed. */
export interface EventChoice {
  /** A position; `now`, which is the default, for what happens from now on; `oldest` for all that is
   * kept. */
  readonly after?: string;
  /** Only those of these types. */
  readonly types?: readonly Event["type"][];
  /** Only those of one subject, such as `RA00000001`. */
  readonly subject?: string;
  /** Called when the position is no longer stored: read the records that you need. The stream then
   * goes on from the moment before. Without it the loop ends with the `Refused` of status 410. */
  readonly onGone?: () => Promise<void> | void;
  readonly signal?: AbortSignal;
}

interface Following {
  readonly choice: EventChoice;
  readonly patience: Patience;
  readonly surroundings: Surroundings;
}

const path = "/restapi/events";

/** After how long without anything, not even a heartbeat, a connection is taken for dead. */
const silenceMs = 45_000;

/** Follows events until the loop is left. A connection that ends is made again, for as long as it
 * takes; a refusal that another attempt would not change ends the loop. */
export async function* followEvents(ask: Ask, following: Following): AsyncGenerator<ServiceEvent> {
  const { choice } = following;
  let position = await firstPosition(ask, choice);
  let failures = 0;
  while (!choice.signal?.aborted) {
    try {
      for await (const { id, data } of connected(ask, following, position)) {
        failures = 0;
        position = id;
        if (data !== undefined) yield { event: JSON.parse(data), position };
      }
    } catch (error) {
      if (choice.signal?.aborted) return;
      if (isGone(error) && choice.onGone !== undefined) {
        // First the position: what happens while the records are read is not missed.
        position = await positionNow(ask, choice);
        await choice.onGone();
        continue;
      }
      if (!isPassing(error)) throw error;
    }
    failures += 1;
    await pause(following, failures);
  }
}

async function firstPosition(ask: Ask, choice: EventChoice): Promise<string | undefined> {
  const { after = "now" } = choice;
  if (after === "oldest") return undefined;
  // With a position of its own, a connection that fails before the first event misses nothing.
  return after === "now" ? positionNow(ask, choice) : after;
}

async function positionNow(ask: Ask, { signal }: EventChoice): Promise<string> {
  const query = { after: "now" };
  const { data } = await ask("get", path, { params: { query }, ...(signal && { signal }) });
  return (data as components["schemas"]["EventPage"]).position;
}

/** The frames of one connection; it ends when the service ends it, or when it has fallen silent. */
async function* connected(
  ask: Ask,
  { choice: { types, subject, signal }, surroundings }: Following,
  after: string | undefined,
): AsyncGenerator<Frame> {
  const leaving = new AbortController();
  const both = signal === undefined ? leaving.signal : AbortSignal.any([signal, leaving.signal]);
  const query = { after, types: types?.join(","), subject };
  const headers = { Accept: "text/event-stream" };
  const init = { params: { query }, headers, parseAs: "stream", signal: both };
  try {
    const { data } = await ask("get", path, init);
    const hush = (over: AbortSignal) => surroundings.wait(silenceMs, over);
    yield* framesIn(data as ReadableStream<Uint8Array>, hush);
  } finally {
    leaving.abort();
  }
}

/** Waits longer after each failure in a row, at most half a minute. */
async function pause(
  { choice, patience, surroundings }: Following,
  failures: number,
): Promise<void> {
  const grown = Math.min(patience.firstWaitMs * 2 ** failures, 30_000);
  const [byte = 0] = surroundings.random(1);
  await surroundings.wait(halved(grown, byte), choice.signal).catch(() => {});
}

const isGone = (error: unknown) => error instanceof Refused && error.status === 410;

function isPassing(error: unknown): boolean {
  if (!(error instanceof Refused)) return error instanceof Unanswered;
  return error.status === 429 || error.status >= 500;
}
