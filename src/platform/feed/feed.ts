// Reads events in the order of their positions, those that someone sees.
import type { Reader } from "../store/db.ts";
import {
  type EventKey,
  type EventRow,
  type FeedEvent,
  selectEvents,
  selectPositions,
} from "./queries.ts";

/** Some events as someone sees them, in their order; undefined for each out of sight. */
export type VisibleEvents = <E extends EventRow>(
  events: readonly E[],
) => Promise<readonly (E | undefined)[]>;

/** A page of the feed. */
export interface FeedChoice {
  /** The position after which it begins. */
  readonly after: bigint;
  readonly most: number;
  /** Only these types; without them all. */
  readonly types?: ReadonlySet<string> | undefined;
  readonly subject?: string | undefined;
}

/** A part of the feed. */
export interface FeedPage {
  readonly events: readonly FeedEvent[];
  /** Up to where it was read, whatever was seen of it. */
  readonly position: bigint;
  /** Whether there is more behind it. */
  readonly hasMore: boolean;
}

/** How many positions one statement reads, and one page at most: there may be none in sight. */
const atOnce = 500;
const mostLooked = 5_000;

/** The events after a position that someone sees. */
export async function readFeed(
  db: Reader,
  sees: VisibleEvents,
  choice: FeedChoice,
): Promise<FeedPage> {
  const { most, subject } = choice;
  const found: FeedEvent[] = [];
  let position = choice.after;
  for (let looked = 0; looked < mostLooked; looked += atOnce) {
    const rows = await selectPositions(db, position, { subject, most: atOnce });
    const read = await withEvents(db, rows);
    const seen = await inSight(read, sees, choice);
    const taken = seen.slice(0, most - found.length);
    found.push(...taken);
    const isFull = found.length === most;
    const last = isFull ? taken.at(-1) : read.at(-1);
    position = last?.position ?? position;
    const isWhole = read.length === rows.length;
    if (isFull) return { events: found, position, hasMore: last !== read.at(-1) || !isEnd(rows) };
    if (isEnd(rows) || !isWhole) return { events: found, position, hasMore: !isWhole };
  }
  return { events: found, position, hasMore: true };
}

function isEnd(rows: readonly unknown[]): boolean {
  return rows.length < atOnce;
}

async function inSight(
  events: readonly FeedEvent[],
  sees: VisibleEvents,
  { types }: FeedChoice,
): Promise<FeedEvent[]> {
  const wanted = types === undefined ? events : events.filter(({ type }) => types.has(type));
  if (wanted.length === 0) return [];
  const seen = await sees(wanted);
  return seen.filter((event) => event !== undefined);
}

/** The events at some positions, up to the first that is not there: none is ever passed over. */
async function withEvents(
  db: Reader,
  rows: readonly (EventKey & { readonly position: string })[],
): Promise<FeedEvent[]> {
  if (rows.length === 0) return [];
  const events = new Map(
    (await selectEvents(db, rows)).map((event) => [eventKeyText(event), event]),
  );
  const read: FeedEvent[] = [];
  for (const row of rows) {
    const event = events.get(eventKeyText(row));
    if (event === undefined) break;
    read.push({ ...event, position: BigInt(row.position) });
  }
  return read;
}

function eventKeyText({ subject, sequence, place }: EventKey): string {
  return `${subject} ${sequence} ${place}`;
}
