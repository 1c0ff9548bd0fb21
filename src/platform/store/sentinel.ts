// A connection that asks one server regularly how it stands: whether it is a standby, which history
// it follows, and how far its log has come.
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { type ConnectionSettings, clientConfig } from "./connection.ts";

/** How a server stood when it was asked. */
export interface Standing {
  readonly isStandby: boolean;
  /** The number of the history that a primary writes; each promotion begins the next. */
  readonly timeline: number;
  /** What a primary and its standbys have in common, and no other cluster has. */
  readonly system: string;
  /** Up to where a primary has stored its log, or a standby has replayed it. */
  readonly position: bigint;
  /** When the question was sent, and when it was answered, in milliseconds of the process. */
  readonly askedAt: number;
  readonly answeredAt: number;
}

/** Watches one server. */
export interface Sentinel {
  /** What it said last; undefined while it does not answer. */
  standing(): Standing | undefined;
  /** Asks it now. */
  ask(): Promise<Standing | undefined>;
  close(): void;
}

/** How often a server is asked, in milliseconds. */
const pauseMs = 250;

/** How long it may take to answer, and to accept a connection, in milliseconds. */
const answerMs = 700;
const connectMs = 2_000;

/** Watches the server that the settings name first; `onAnswer` is called whenever it has answered,
 * or has failed to. */
export function openSentinel(settings: ConnectionSettings, onAnswer: () => void): Sentinel {
  const closing = new AbortController();
  let client: pg.Client | undefined;
  let standing: Standing | undefined;
  let last: Promise<unknown> = Promise.resolve();

  const lose = (lost: pg.Client) => {
    drop(lost);
    if (client !== lost) return;
    client = undefined;
    standing = undefined;
    if (!closing.signal.aborted) onAnswer();
  };

  async function askOnce(): Promise<Standing | undefined> {
    closing.signal.throwIfAborted();
    try {
      client ??= await connect(settings, lose, closing.signal);
      standing = await standingOf(client);
    } catch {
      standing = undefined;
      if (client !== undefined) lose(client);
    }
    return standing;
  }

  // One question at a time, each sent after it was asked for.
  function ask(): Promise<Standing | undefined> {
    const asked = last.then(askOnce).catch(() => undefined);
    last = asked;
    return asked;
  }

  const watch = async () => {
    while (!closing.signal.aborted) {
      await delay(pauseMs, undefined, { ref: false, signal: closing.signal }).catch(() => {});
      if (closing.signal.aborted) return;
      await ask();
      onAnswer();
    }
  };
  void watch();

  return {
    standing: () => standing,
    ask,
    close: () => {
      closing.abort();
      // A server that hangs would not answer a farewell either.
      if (client !== undefined) drop(client);
    },
  };
}

async function connect(
  settings: ConnectionSettings,
  lose: (lost: pg.Client) => void,
  closing: AbortSignal,
): Promise<pg.Client> {
  const client = new pg.Client({
    ...clientConfig(settings),
    connectionTimeoutMillis: connectMs,
    query_timeout: answerMs,
  });
  client.on("error", () => lose(client)).on("end", () => lose(client));
  try {
    await client.connect();
    closing.throwIfAborted();
    return client;
  } catch (error) {
    drop(client);
    throw error;
  }
}

async function standingOf(client: pg.Client): Promise<Standing | undefined> {
  const askedAt = processMs();
  const { rows } = await client.query<Answer>(question);
  const [answer] = rows;
  const answeredAt = processMs();
  return answer && { ...answer, askedAt, answeredAt, position: BigInt(answer.position) };
}

/** The time of this process, which no clock that is set changes. */
export function processMs(): number {
  return performance.now();
}

/** Ends a connection at once, whatever the server does. */
export function drop(client: pg.ClientBase): void {
  (client as pg.Client).connection.stream.destroy();
}

interface Answer {
  readonly isStandby: boolean;
  readonly timeline: number;
  readonly system: string;
  readonly position: string;
}

// A standby cannot say which history it follows. Positions are counted in bytes.
const question = `
  select is_standby as "isStandby",
         case when is_standby then 0
              else ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::integer
         end as "timeline",
         (select system_identifier::text from pg_control_system()) as "system",
         (case when is_standby then coalesce(pg_last_wal_replay_lsn(), '0/0')
               else pg_current_wal_flush_lsn() end - '0/0')::text as "position"
    from (select pg_is_in_recovery() as is_standby offset 0) as asked`;
