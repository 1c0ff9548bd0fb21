// Streaming replicas that answer reads in place of the primary, as long as they are not too far
// behind it. How far is measured with this process's clock alone: a replica that has replayed what
// the primary had stored at some moment shows everything that was committed before that moment.
import pg from "pg";
import type { ConnectionSettings, Place } from "./connection.ts";
import type { Primary } from "./primary.ts";
import { openReadConnections, type ReadConnections, type ReadOptions } from "./read-connections.ts";
import { drop, openSentinel, processMs, type Sentinel, type Standing } from "./sentinel.ts";
import type { Reader, Statement } from "./sql.ts";
import { isRetryable, isUnavailable, sqlState } from "./store-error.ts";

/** The replicas of a store. */
export interface Replicas {
  /** A replica that is well and shows every change up to that place in the log, if there is one. */
  reader(after: bigint | undefined): Reader | undefined;
  /** Whether the log of the primary has come as far as that; asks it if that is not known. */
  exists(position: bigint): Promise<boolean>;
  /** What every replica that answers reads shows already. */
  shownByAll(): bigint;
  states(): readonly ReplicaState[];
  close(): Promise<void>;
}

/** A replica as a monitor sees it. */
export interface ReplicaState {
  readonly name: string;
  /** Whether reads may go there. */
  readonly isUsed: boolean;
  /** How long ago it showed all that the primary had stored; undefined if it is not known. */
  readonly lagMs: number | undefined;
  /** Reads in flight, and those that it has answered. */
  readonly inFlight: number;
  readonly answered: number;
}

/** How replicas are read. */
export interface ReplicaOptions {
  readonly settings: ConnectionSettings;
  /** How far behind the primary they may be. */
  readonly mostLagMs: number;
  readonly primary: Primary;
  /** Reads from the primary, for a statement that a replica fails to answer. */
  readonly fallBack: Reader["rows"];
  readonly reads: Pick<ReadOptions, "config" | "count" | "prepare" | "note">;
}

interface Replica {
  readonly place: Place;
  readonly sentinel: Sentinel;
  readonly clients: Set<pg.Client>;
  readonly reads: ReadConnections;
  /** What the primary had stored at this moment is shown. */
  freshAt: number | undefined;
  position: bigint;
  /** What it said before, while that is still compared with what the primary says afterwards. */
  last: Standing | undefined;
  /** Where it stood when it was ahead of the primary: it follows another history. */
  strayedAt: bigint | undefined;
  answered: number;
}

/** What the primary had stored when it was asked. */
type Sample = Pick<Standing, "askedAt" | "position" | "timeline" | "system">;

/** Begins to watch the replicas, each server of the settings; none is used before it is known. */
export function openReplicas(options: ReplicaOptions): Replicas {
  const { settings, mostLagMs, primary, fallBack } = options;
  const { others = [], ...first } = settings;
  const samples: Sample[] = [];

  const note = (replica: Replica) => {
    noteSample(samples, primary.standing());
    judge(replica, samples);
    if (replica.sentinel.standing() !== undefined) return;
    // What it has not answered is asked of the primary at once.
    for (const client of replica.clients) drop(client);
  };
  const replicas = [first, ...others].map((place) => {
    const replica: Replica = openReplica({ ...first, ...place }, options, () => note(replica));
    return replica;
  });

  const isUsed = ({ freshAt }: Replica) =>
    freshAt !== undefined && processMs() - freshAt <= mostLagMs;

  return {
    reader(after) {
      let best: Replica | undefined;
      for (const replica of replicas) {
        if (!isUsed(replica) || (after !== undefined && replica.position < after)) continue;
        const isFreer = best === undefined || replica.reads.inFlight() < best.reads.inFlight();
        if (isFreer) best = replica;
      }
      const used = best;
      return used && readerOf(used, () => isUsed(used), fallBack);
    },
    async exists(position) {
      if (position <= (primary.standing()?.position ?? 0n)) return true;
      return position <= ((await primary.ask())?.position ?? 0n);
    },
    shownByAll: () => {
      const from = processMs() - mostLagMs;
      return samples.find(({ askedAt }) => askedAt >= from)?.position ?? 0n;
    },
    states: () =>
      replicas.map((replica) => ({
        name: `${replica.place.host}:${replica.place.port}`,
        isUsed: isUsed(replica),
        lagMs: replica.freshAt && processMs() - replica.freshAt,
        inFlight: replica.reads.inFlight(),
        answered: replica.answered,
      })),
    close: async () => {
      for (const { sentinel } of replicas) sentinel.close();
      await Promise.all(replicas.map(({ reads }) => reads.close()));
    },
  };
}

function openReplica(
  settings: ConnectionSettings,
  { reads }: ReplicaOptions,
  onAnswer: () => void,
): Replica {
  const { host, port } = settings;
  const clients = new Set<pg.Client>();
  class Client extends pg.Client {
    constructor(config?: pg.ClientConfig) {
      super(config);
      Object.assign(this, { host, port });
      clients.add(this);
      this.once("end", () => clients.delete(this));
    }
  }
  return {
    place: { host, port },
    sentinel: openSentinel(settings, onAnswer),
    clients,
    reads: openReadConnections({ ...reads, Client, asksAgain: false }),
    ...{ freshAt: undefined, position: 0n, last: undefined, strayedAt: undefined, answered: 0 },
  };
}

/** For how long it is kept what the primary had stored, so that a monitor sees how far a replica is
 * behind. */
const keptMs = 120_000;

/** Keeps what the primary had stored. */
function noteSample(samples: Sample[], standing: Standing | undefined): void {
  const last = samples.at(-1);
  if (standing === undefined || standing.askedAt === last?.askedAt) return;
  // Another history counts from where it began: nothing is known of what a replica shows of it.
  if (last !== undefined && standing.timeline !== last.timeline) samples.length = 0;
  samples.push(standing);
  const isOld = ({ askedAt }: Sample) => askedAt < standing.askedAt - keptMs;
  while (samples[0] !== undefined && isOld(samples[0])) samples.shift();
}

/** Decides what a replica shows, by what it said last. */
function judge(replica: Replica, samples: readonly Sample[]): void {
  const standing = replica.sentinel.standing();
  const primary = samples.at(-1);
  const { last } = replica;
  replica.last = standing;
  replica.freshAt = undefined;
  if (standing === undefined || primary === undefined) return;
  if (!standing.isStandby || standing.system !== primary.system) return;
  // A replica has nothing that the primary has not stored, unless it follows a history that a
  // fail-over has ended; it is used again once it has gone on behind the primary.
  const isAhead =
    last !== undefined && last.answeredAt < primary.askedAt && last.position > primary.position;
  if (isAhead) replica.strayedAt = last.position;
  const isBack = standing.position !== replica.strayedAt && standing.position <= primary.position;
  if (!isAhead && isBack) replica.strayedAt = undefined;
  if (replica.strayedAt !== undefined) return;
  replica.position = standing.position;
  replica.freshAt = samples.findLast(({ position }) => position <= standing.position)?.askedAt;
}

/** Reads from a replica, and from the primary what the replica fails to answer, or what is asked once
 * it may no longer be used: a request may wait for its turn after it was given this reader. */
function readerOf(replica: Replica, mayAsk: () => boolean, fallBack: Reader["rows"]): Reader {
  const rows = async <Row>(statement: Statement<Row>): Promise<Row[]> => {
    if (!mayAsk()) return fallBack(statement);
    try {
      const found = await replica.reads.rows(statement);
      replica.answered += 1;
      return found;
    } catch (error) {
      if (!mayBeElsewhere(error)) throw error;
      return fallBack(statement);
    }
  };
  return { rows, first: async (statement) => (await rows(statement))[0] };
}

/** Whether another server might answer: this one is gone, or had to make way for what it replays. A
 * statement that took too long here would take as long there. */
function mayBeElsewhere(error: unknown): boolean {
  if (isRetryable(error)) return true;
  return isUnavailable(error) && sqlState(error.cause) !== "57014";
}
