// Which of several servers is the primary, at any moment. The driver connects to one server only, so
// this process watches all of them and goes where changes are taken: to the newest history.
import pg from "pg";
import { StoreFault } from "../process/store-fault.ts";
import type { ConnectionSettings, Place } from "./connection.ts";
import { drop, openSentinel, type Sentinel, type Standing } from "./sentinel.ts";
import { StoreUnavailable } from "./store-error.ts";

/** The primary of a store. */
export interface Primary {
  /** Where it is now. */
  place(): Place;
  /** Registers a new connection, which breaks once another server is the primary; refuses one to a
   * server that no longer is. */
  admit(client: pg.ClientBase): Promise<void>;
  /** Each server and how it stands, if there are several. */
  servers(): readonly ServerState[];
  /** How often another server has become the primary. */
  moves(): number;
  /** How the primary stood last, if it is watched; undefined while it does not answer. */
  standing(): Standing | undefined;
  /** Asks it now. */
  ask(): Promise<Standing | undefined>;
  close(): void;
}

/** A server as a monitor sees it. */
export interface ServerState {
  readonly name: string;
  readonly state: "primary" | "standby" | "unreachable";
}

/** Called when another server has become the primary. */
export type OnMove = (move: { readonly from: string; readonly to: string }) => void;

interface Server {
  readonly place: Place;
  readonly sentinel: Sentinel;
}

type History = Pick<Standing, "system" | "timeline">;

/** How the primary is looked for. */
export interface PrimaryOptions {
  readonly onMove?: OnMove | undefined;
  /** Whether a single server is watched too, for the sake of its replicas. */
  readonly isWatched?: boolean;
}

/** Finds the primary and keeps looking, where there is more than one server, or it is watched. Throws
 * StoreUnavailable if none of them is one. */
export async function openPrimary(
  settings: ConnectionSettings,
  { onMove = () => {}, isWatched = false }: PrimaryOptions = {},
): Promise<Primary> {
  const { others = [], ...first } = settings;
  if (others.length === 0 && !isWatched) return onlyServer(first);

  const clients = new Set<pg.ClientBase>();
  let current: Server | undefined;
  // A primary of an older history has been replaced, and may not know it.
  let known: History | undefined;
  let moves = 0;
  const servers: Server[] = [];
  const watch = () => {
    const next = newest(servers, known, current);
    if (next === undefined) return;
    known = next.sentinel.standing() ?? known;
    if (next === current) return;
    const from = current;
    current = next;
    if (from === undefined) return;
    moves += 1;
    // Whatever still runs there cannot be confirmed any more.
    for (const client of clients) drop(client);
    onMove({ from: nameOf(from.place), to: nameOf(next.place) });
  };
  for (const { host, port } of [first, ...others]) {
    const sentinel = openSentinel({ ...first, host, port }, watch);
    servers.push({ place: { host, port }, sentinel });
  }
  const close = () => {
    for (const { sentinel } of servers) sentinel.close();
  };
  try {
    await Promise.all(servers.map(({ sentinel }) => sentinel.ask()));
    refuseStrangers(servers);
    watch();
    const isFound = (current as Server | undefined) !== undefined;
    if (!isFound) throw new StoreUnavailable(new Error("none of the servers is the primary"));
  } catch (error) {
    close();
    throw error;
  }

  const place = () => current?.place ?? { host: first.host, port: first.port };
  return {
    place,
    async admit(client) {
      const { rows } = await client.query<{ isStandby: boolean }>(
        `select pg_is_in_recovery() as "isStandby"`,
      );
      if (rows[0]?.isStandby !== false || !isAt(client, place())) {
        throw new StoreUnavailable(new Error("the server is not the primary any more"));
      }
      clients.add(client);
      client.once("end", () => clients.delete(client));
    },
    servers: () => servers.map((server) => stateOf(server, current)),
    moves: () => moves,
    standing: () => current?.sentinel.standing(),
    ask: async () => current?.sentinel.ask(),
    close,
  };
}

/** Where the primary is at this moment, for a single connection. */
export async function primaryNow(settings: ConnectionSettings): Promise<ConnectionSettings> {
  if (settings.others === undefined) return settings;
  const { others, ...first } = settings;
  const primary = await openPrimary(settings);
  primary.close();
  return { ...first, ...primary.place() };
}

/** A client that connects to where the primary is when it is made. */
export function clientAt(primary: Primary): typeof pg.Client {
  return class extends pg.Client {
    constructor(config?: pg.ClientConfig) {
      super(config);
      Object.assign(this, primary.place());
    }
  };
}

/** A single server is used as it is: reads go on while it is a standby. */
function onlyServer(place: Place): Primary {
  return {
    place: () => ({ host: place.host, port: place.port }),
    admit: async () => {},
    servers: () => [],
    moves: () => 0,
    standing: () => undefined,
    ask: async () => undefined,
    close: () => {},
  };
}

/** The primary of the newest history that is not older than the known one; the current primary, if
 * another claims the same. */
function newest(
  servers: readonly Server[],
  known: History | undefined,
  current: Server | undefined,
): Server | undefined {
  let best: Server | undefined;
  let timeline = (known?.timeline ?? 1) - 1;
  for (const server of servers) {
    const found = server.sentinel.standing();
    if (found === undefined || found.isStandby) continue;
    if (known !== undefined && found.system !== known.system) continue;
    const isNewer = found.timeline > timeline;
    if (!isNewer && !(found.timeline === timeline && server === current)) continue;
    best = server;
    timeline = found.timeline;
  }
  return best;
}

/** Refuses servers that do not belong together, of which one would be written to by mistake. */
function refuseStrangers(servers: readonly Server[]): void {
  const systems = servers.flatMap(({ sentinel }) => sentinel.standing()?.system ?? []);
  if (new Set(systems).size < 2) return;
  throw new StoreFault(
    "The servers in the database's address are not of one cluster: name a primary and its standbys.",
  );
}

function stateOf({ place, sentinel }: Server, current: Server | undefined): ServerState {
  const standing = sentinel.standing();
  const name = nameOf(place);
  if (standing === undefined) return { name, state: "unreachable" };
  const isPrimary = !standing.isStandby && place === current?.place;
  return { name, state: isPrimary ? "primary" : "standby" };
}

function nameOf({ host, port }: Place): string {
  return `${host}:${port}`;
}

function isAt(client: pg.ClientBase, { host, port }: Place): boolean {
  const { host: its, port: itsPort } = client as pg.Client;
  return its === host && itsPort === port;
}
