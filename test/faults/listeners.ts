// Listeners while things are killed: a reader of the feed that goes on where it was, and a receiver of a webhook that
// is away now and then. Both must receive every event, the reader once, and of each subject in its order.
import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import type pg from "pg";
import type { ConnectionSettings } from "../../src/platform/store/connection.ts";
import { lookInto } from "./store-client.ts";

interface ListenedEvent {
  readonly id: string;
  readonly type: string;
  readonly subject: string;
}

/** The reader and the receiver of a run. */
export interface Listeners {
  /** The receiver is away, as if its machine were off, until `comeBack`. */
  leave(): Promise<void>;
  comeBack(): Promise<void>;
  /** Reads on and waits for deliveries until every event has arrived; returns what was lost, sent
   * twice or out of order. */
  faults(url: string, store: ConnectionSettings): Promise<string[]>;
  /** How many events were read, and how many requests the receiver took. */
  counts(): { readonly read: number; readonly received: number };
  close(): Promise<void>;
}

interface Page {
  readonly events: readonly ListenedEvent[];
  readonly position: string;
  readonly hasMore: boolean;
}

/** How long the rest may take to arrive once everything runs again, in milliseconds. */
const patienceMs = 60_000;

/** Lets the operator's reader and receiver begin with the events from now on. */
export async function openListeners(
  url: string,
  token: string,
  store: ConnectionSettings,
): Promise<Listeners> {
  const read: ListenedEvent[] = [];
  const received: string[] = [];
  let requests = 0;
  const take = (event: ListenedEvent) => {
    requests += 1;
    if (!received.includes(event.id)) received.push(event.id);
  };
  // The events of the service's start come before.
  await ask(url, token, "PUT", "sweeps", {});
  await untilAllPublished(store);
  let receiver = await listen(0, take);
  const { port } = receiver.address() as AddressInfo;
  const { webhookId } = await ask<{ webhookId: string }>(url, token, "POST", "webhooks", {
    url: `http://127.0.0.1:${port}/`,
  });
  let { position } = await ask<Page>(url, token, "GET", "events?after=now");
  const first = await selectLastPosition(store);

  async function readOn(at: string): Promise<void> {
    for (let hasMore = true; hasMore; ) {
      const after = new URLSearchParams({ after: position, limit: "100" });
      const page = await ask<Page>(at, token, "GET", `events?${after}`);
      read.push(...page.events);
      ({ position, hasMore } = page);
    }
  }
  return {
    leave: () => close(receiver),
    comeBack: async () => {
      receiver = await listen(port, take);
    },
    async faults(at, its) {
      const end = performance.now() + patienceMs;
      for (let wait = 50; ; wait = Math.min(wait * 2, 2_000)) {
        const stored = await selectEvents(its, first);
        await readOn(at);
        const arrived = new Set(received);
        const open = stored.filter(({ id }) => !arrived.has(id));
        if ((read.length >= stored.length && open.length === 0) || performance.now() > end) {
          const [next] = open;
          return [
            ...(next === undefined
              ? []
              : [
                  `${open.length} events were not delivered, ${next.type} of ${next.subject} first`,
                ]),
            ...faultsOfOrder(
              "read",
              stored,
              read.map(({ id }) => id),
            ),
            ...faultsOfOrder("delivered", stored, received),
          ];
        }
        await delay(wait);
        // Deliveries that wait for their next attempt are sent now.
        if (wait >= 100) await ask(at, token, "PUT", `webhooks/${webhookId}`, { status: "active" });
      }
    },
    counts: () => ({ read: read.length, received: requests }),
    close: () => close(receiver),
  };
}

/** The differences between the events of the store and those that a listener received, in the order in which these
 * came. */
export function faultsOfOrder(
  how: string,
  stored: readonly ListenedEvent[],
  heard: readonly string[],
): string[] {
  const known = new Set(stored.map(({ id }) => id));
  const places = new Map(heard.map((id, place) => [id, place]));
  const doubled = heard.length - places.size;
  const strange = heard.filter((id) => !known.has(id));
  const lost = stored.filter(({ id }) => !places.has(id));
  const found = [
    ...(doubled > 0 ? [`${doubled} events were ${how} twice`] : []),
    ...(strange.length > 0 ? [`${strange.length} events were ${how} that no change emitted`] : []),
    ...lost.slice(0, 3).map(({ type, subject }) => `${type} of ${subject} was not ${how}`),
  ];
  for (const [subject, events] of Map.groupBy(stored, ({ subject }) => subject)) {
    const order = events.flatMap(({ id }) => places.get(id) ?? []);
    const isOrdered = order.every((place, index) => index === 0 || place > (order[index - 1] ?? 0));
    if (!isOrdered) found.push(`events of ${subject} were ${how} out of order`);
  }
  return found;
}

function query<T extends pg.QueryResultRow>(
  store: ConnectionSettings,
  text: string,
  values: readonly unknown[],
): Promise<T[]> {
  return lookInto(store, async (client) => (await client.query<T>(text, [...values])).rows);
}

/** Waits until the events of the sample have their positions: what the receiver hears, and what is
 * expected of it, begins behind them. */
async function untilAllPublished(store: ConnectionSettings): Promise<void> {
  const text = "select count(*)::integer as waiting from event_pending";
  const end = performance.now() + patienceMs;
  for (;;) {
    const [row] = await query<{ waiting: number }>(store, text, []);
    if (row?.waiting === 0) return;
    assert(performance.now() < end, "the sample's events are not published");
    await delay(20);
  }
}

async function selectLastPosition(store: ConnectionSettings): Promise<string> {
  const text = "select coalesce(max(position), 0)::text as position from event_position";
  const [row] = await query<{ position: string }>(store, text, []);
  return row?.position ?? "0";
}

/** Every event after a position, published or not yet, each subject's events in their order. */
function selectEvents(store: ConnectionSettings, first: string): Promise<ListenedEvent[]> {
  return query(
    store,
    `select id::text, type, subject from event
       left join event_position as p on p.event_subject = subject
         and p.event_sequence = sequence and p.event_place = place
     where p.position is null or p.position > $1
     order by subject, sequence, place`,
    [first],
  );
}

async function listen(port: number, take: (event: ListenedEvent) => void): Promise<Server> {
  const server = createServer(async (request, response) => {
    take(JSON.parse(Buffer.concat(await request.toArray()).toString()));
    response.writeHead(204).end();
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return server;
}

async function close(server: Server): Promise<void> {
  if (!server.listening) return;
  server.close();
  server.closeAllConnections();
  await once(server, "close");
}

async function ask<T>(
  url: string,
  token: string,
  method: string,
  path: string,
  body?: object,
): Promise<T> {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const sent = { method, headers, ...(body && { body: JSON.stringify(body) }) };
  const fetched = await fetch(`${url}/restapi/${path}`, sent);
  assert(fetched.ok, `${method} ${path}: ${fetched.status} ${await fetched.clone().text()}`);
  return (await fetched.json().catch(() => undefined)) as T;
}
