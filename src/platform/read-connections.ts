// A few shared, pipelined connections that run every read as the role that can only select.
import { Socket } from "node:net";
import pg from "pg";
import type { Statement } from "./sql.ts";
import { breaksConnection, isUnavailable, storeError } from "./store-error.ts";

/** Shared connections for reads; each is made when first needed and again after it broke. */
export interface ReadConnections {
  rows<Row>(statement: Statement<Row>): Promise<Row[]>;
  /** How many statements have been asked and not answered. */
  inFlight(): number;
  close(): Promise<void>;
}

interface Slot {
  client: Connected | undefined;
  connecting: Promise<Connected> | undefined;
  inFlight: number;
}

interface Connected {
  readonly client: pg.Client;
  /** Gathers what is asked in one turn of the event loop, so that it is sent in one call. */
  readonly gather: () => void;
}

/** Opens `count` lazily connected, pipelined connections; each is prepared before its first use. */
export function openReadConnections(
  config: pg.ClientConfig,
  count: number,
  prepare: (client: pg.ClientBase) => Promise<void> = async () => {},
): ReadConnections {
  const slots: Slot[] = Array.from({ length: count }, () => ({
    client: undefined,
    connecting: undefined,
    inFlight: 0,
  }));

  const connectSlot: Connect = (slot) => connect(slot, config, prepare);

  async function rows<Row>(statement: Statement<Row>): Promise<Row[]> {
    try {
      return await attempt(slots, connectSlot, statement);
    } catch (error) {
      if (!isUnavailable(error) || !isLost(error)) throw error;
      // A select changes nothing, so one that lost its connection may be asked again.
      return await attempt(slots, connectSlot, statement);
    }
  }

  async function close(): Promise<void> {
    await Promise.all(slots.map((slot) => slot.client?.client.end()));
  }

  const inFlight = () => slots.reduce((sum, slot) => sum + slot.inFlight, 0);
  return { rows, inFlight, close };
}

type Connect = (slot: Slot) => Promise<Connected>;

async function attempt<Row>(
  slots: readonly Slot[],
  connectSlot: Connect,
  statement: Statement<Row>,
): Promise<Row[]> {
  const slot = leastBusy(slots);
  slot.inFlight += 1;
  let connected: Connected | undefined;
  try {
    connected = slot.client ?? (await connectSlot(slot));
    connected.gather();
    const result = await connected.client.query({
      name: statement.name,
      text: statement.text,
      values: [...statement.values],
    });
    return result.rows as Row[];
  } catch (error) {
    if (connected !== undefined && breaksConnection(error)) discard(slot, connected.client);
    throw storeError(error);
  } finally {
    slot.inFlight -= 1;
  }
}

function leastBusy(slots: readonly Slot[]): Slot {
  const first = slots[0];
  if (first === undefined) throw new Error("reads need at least one connection");
  return slots.reduce((best, slot) => (slot.inFlight < best.inFlight ? slot : best), first);
}

function connect(
  slot: Slot,
  config: pg.ClientConfig,
  prepare: (client: pg.ClientBase) => Promise<void>,
): Promise<Connected> {
  slot.connecting ??= (async () => {
    const socket = new Socket();
    const client = new pg.Client({ ...config, pipeline: true, stream: () => socket });
    client.on("error", () => discard(slot, client));
    client.on("end", () => discard(slot, client));
    try {
      await client.connect();
      await prepare(client);
      slot.client = { client, gather: () => gather(socket) };
      return slot.client;
    } catch (error) {
      client.end().catch(() => {});
      throw error;
    } finally {
      slot.connecting = undefined;
    }
  })();
  return slot.connecting;
}

/** Holds back what is written until the sockets that are ready now are served, then sends all. */
function gather(socket: Socket): void {
  if (socket.writableCorked > 0) return;
  socket.cork();
  setImmediate(() => socket.uncork());
}

function discard(slot: Slot, client: pg.Client): void {
  if (slot.client?.client !== client) return;
  slot.client = undefined;
  client.end().catch(() => {});
}

// The driver's own limit, of a query or of a connection, has passed; asking again would double it.
const timedOut = /^(Query read timeout|timeout expired)/;

function isLost(error: Error): boolean {
  const { cause } = error;
  return cause instanceof Error && breaksConnection(cause) && !timedOut.test(cause.message);
}
