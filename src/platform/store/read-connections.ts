// A few shared, pipelined connections that run every read as the role that can only select.
import pg from "pg";
import { gather, runQuery } from "./run-query.ts";
import type { Statement } from "./sql.ts";
import { breaksConnection, isUnavailable, placed, storeError } from "./store-error.ts";

/** Shared connections for reads; each is made when first needed and again after it broke. */
export interface ReadConnections {
  rows<Row>(statement: Statement<Row>): Promise<Row[]>;
  /** The number of statements sent that have no result yet. */
  inFlight(): number;
  close(): Promise<void>;
}

interface Slot {
  client: pg.Client | undefined;
  connecting: Promise<pg.Client> | undefined;
  inFlight: number;
  /** How much it has to do, in small statements; a large one takes as long as many of them. */
  load: number;
  /** The number of checks since its last response, while a statement was open. */
  silentChecks: number;
}

/** After how many checks without a response a connection is given up. */
const mostSilentChecks = 4;

/** The options of connections for reads. */
export interface ReadOptions {
  readonly config: pg.ClientConfig;
  readonly count: number;
  /** Runs before the first use of each. */
  readonly prepare: (client: pg.ClientBase) => Promise<void>;
  /** Receives each failure. */
  readonly note: (error: unknown) => void;
}

/** Opens lazily connected, pipelined connections. */
export function openReadConnections(options: ReadOptions): ReadConnections {
  const { count, note } = options;
  const slots: Slot[] = Array.from({ length: count }, () => ({
    client: undefined,
    connecting: undefined,
    inFlight: 0,
    load: 0,
    silentChecks: 0,
  }));
  const watch = watchSilence(slots, options.config.query_timeout);

  let isClosed = false;
  const connectSlot: Connect = async (slot) => {
    if (isClosed) throw new Error("The connections for reads are closed.");
    const client = await connect(slot, options);
    // A connection that was being opened when the others were closed is closed too.
    if (isClosed) discard(slot, client);
    return client;
  };

  async function rows<Row>(statement: Statement<Row>): Promise<Row[]> {
    try {
      return await attempt(slots, connectSlot, statement);
    } catch (error) {
      note(error);
      if (!isUnavailable(error) || !isLost(error)) throw error;
      // A select changes nothing, so one that lost its connection may be sent again.
      return await attempt(slots, connectSlot, statement);
    }
  }

  async function close(): Promise<void> {
    isClosed = true;
    // Statements that a silent server still has are given up meanwhile.
    await Promise.all(slots.map((slot) => slot.client?.end()));
    clearInterval(watch);
  }

  const inFlight = () => slots.reduce((sum, slot) => sum + slot.inFlight, 0);
  return { rows, inFlight, close };
}

type Connect = (slot: Slot) => Promise<pg.Client>;

async function attempt<Row>(
  slots: readonly Slot[],
  connectSlot: Connect,
  statement: Statement<Row>,
): Promise<Row[]> {
  const { isLarge = false } = statement;
  // Results come in the order of the statements: behind a large one a small one would wait.
  const slot = leastBusy(isLarge ? slots.slice(0, Math.ceil(slots.length / 2)) : slots);
  const load = isLarge ? loadOfLarge : 1;
  slot.inFlight += 1;
  slot.load += load;
  let client: pg.Client | undefined;
  try {
    client = slot.client ?? (await connectSlot(slot));
    gather(client.connection.stream);
    return (await runQuery(client, statement)).rows as Row[];
  } catch (error) {
    if (client !== undefined && breaksConnection(error)) discard(slot, client);
    throw storeError(placed(error));
  } finally {
    slot.inFlight -= 1;
    slot.load -= load;
    slot.silentChecks = 0;
  }
}

/** Ends the connections of a server that has not responded for so long although a statement was
 * open. The driver would have a timer for each statement, which costs a read a twentieth. */
function watchSilence(slots: readonly Slot[], longestMs: number | undefined) {
  if (longestMs === undefined) return undefined;
  const check = () => {
    for (const slot of slots) {
      slot.silentChecks = slot.inFlight === 0 ? 0 : slot.silentChecks + 1;
      if (slot.silentChecks > mostSilentChecks) {
        slot.client?.connection.stream.destroy(new Error(silence));
      }
    }
  };
  return setInterval(check, longestMs / mostSilentChecks).unref();
}

function leastBusy(slots: readonly Slot[]): Slot {
  const first = slots[0];
  if (first === undefined) throw new Error("reads need at least one connection");
  return slots.reduce((best, slot) => (slot.load < best.load ? slot : best), first);
}

const loadOfLarge = 1_000;

function connect(slot: Slot, { config, prepare }: ReadOptions): Promise<pg.Client> {
  slot.connecting ??= (async () => {
    const client = new pg.Client({ ...config, pipeline: true });
    client.on("error", () => discard(slot, client));
    client.on("end", () => discard(slot, client));
    try {
      await client.connect();
      await prepare(client);
      // From now on its silence is watched.
      const { connectionParameters } = client as unknown as { connectionParameters: Limited };
      connectionParameters.query_timeout = 0;
      slot.silentChecks = 0;
      slot.client = client;
      return client;
    } catch (error) {
      client.end().catch(() => {});
      throw error;
    } finally {
      slot.connecting = undefined;
    }
  })();
  return slot.connecting;
}

function discard(slot: Slot, client: pg.Client): void {
  if (slot.client !== client) return;
  slot.client = undefined;
  client.end().catch(() => {});
}

interface Limited {
  query_timeout: number;
}

const silence = "Query read timeout";

// Its own limit, or the driver's for a query or a connection, has passed; asking again would double
// the wait.
const timedOut = new RegExp(`^(${silence}|timeout expired)`);

function isLost(error: Error): boolean {
  const { cause } = error;
  return cause instanceof Error && breaksConnection(cause) && !timedOut.test(cause.message);
}
