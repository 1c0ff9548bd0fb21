// How many connections there may be: in all, from one address, and from strangers, who have not yet
// shown a good credential. Where there are too many, the one that has been silent longest makes room,
// so that strangers cannot use up what known callers need. (interface 8)
import type { Server, ServerResponse } from "node:http";
import { BlockList, isIP, type Socket } from "node:net";
import { networkOf } from "../../values/network.ts";
import { openTally } from "../process/tally.ts";

/** The bounds of the connections of one machine. */
export interface ConnectionLimits {
  /** In all. Strangers have at most half of them. */
  readonly connections: number;
  /** From one address, or one network of IPv6; proxies that are trusted have no such bound. */
  readonly connectionsOfAddress: number;
  /** Addresses and ranges of the proxies that are trusted. */
  readonly trustProxy: readonly string[];
}

/** How many requests a connection may send ahead of their answers. */
const mostUnanswered = 16;

/** How many bytes of bodies may wait with requests that wait for the answers before them: nobody
 * counts these to the memory for bodies. Node keeps as many of one. */
const mostOfWaitingBodies = 65_536;

/** What became of connections that were too many. */
export type Turned = "refused" | "closed";

/** An answer, as far as the order of requests depends on it. */
export type Answer = Pick<ServerResponse, "writableEnded">;

/** The requests of each open connection. */
interface RequestOrder {
  /** Begins a request, with so many bytes of a body still to come, once the answers before it on its
   * connection are sent; the connection is destroyed if too many of its requests are unanswered, or
   * bring too much. */
  begin(socket: Socket, answer: Answer, bodyBytes: number, run: () => void): void;
  /** Notes that the body of the request that runs has arrived. */
  arrived(socket: Socket): void;
  /** Notes that an answer was sent, or that nobody is there to receive it. */
  end(socket: Socket, answer: Answer): void;
}

/** The open connections of a server. */
export interface Connections extends RequestOrder {
  /** Notes that a request has shown a good credential, and whose. */
  know(socket: Socket, apiUserId: string): void;
  /** How many there are of each kind. */
  count(): { readonly known: number; readonly strangers: number };
}

interface Connection {
  readonly socket: Socket;
  /** The network that it comes from. */
  readonly network: string;
  isKnown: boolean;
  /** Who was the first to show a good credential on it. */
  apiUserId?: string;
  /** How many bytes of bodies wait. */
  waitingBytes: number;
  /** The answers that are not sent yet, in order; the request of the first has begun. No map: the
   * tables that a map leaves behind as it changes would keep answers alive until a full collection. */
  readonly unsent: Unsent[];
  /** Whether the body of the request that runs is still to come. */
  isArriving: boolean;
  /** When it was opened or last answered, as a number that grows. */
  lastAt: number;
}

/** An answer that is not sent yet, and what begins its request. */
interface Unsent {
  readonly answer: Answer;
  readonly begin: () => void;
}

/** Bounds the connections of a server from now on; `note` is told of each that is turned away. */
export function limitConnections(
  server: Server,
  limits: ConnectionLimits,
  note: (turned: Turned) => void,
): Connections {
  const trusted = rangesOf(limits.trustProxy);
  const register = openRegister();
  const { open, tally } = register;
  const close = (connection: Connection) => {
    note("closed");
    register.leave(connection);
    connection.socket.destroy();
  };
  const isOfHeavyUser = ({ apiUserId }: Connection) =>
    apiUserId !== undefined && tally.sum(`by ${apiUserId}`) > limits.connections / 4;
  const makeRoomUnder = (name: string) => {
    const isEligible = countedUnder(name);
    const connection = firstToClose(open.values().filter(isEligible).toArray(), isOfHeavyUser);
    if (connection !== undefined) close(connection);
    return connection !== undefined;
  };
  const hasRoom = (network: string, isTrusted: boolean): boolean => {
    const names = isTrusted ? ["open"] : [`of ${network}`, "strangers", "open"];
    const full = names.find((name) => tally.sum(name) >= mostNamed(name, limits));
    return full === undefined || makeRoomUnder(full);
  };

  server.on("connection", (socket) => {
    const address = plain(socket.remoteAddress ?? "");
    const isTrusted = isIP(address) !== 0 && trusted.check(address, familyOf(address));
    const network = networkOf(address);
    if (!hasRoom(network, isTrusted)) {
      note("refused");
      socket.destroy();
      return;
    }
    // A proxy is known from the start: its connections carry the requests of many.
    const isKnown = isTrusted;
    const nothing = { unsent: [], waitingBytes: 0, isArriving: false };
    const connection = { socket, network, isKnown, ...nothing, lastAt: 0 };
    register.enter(connection);
    socket.once("close", () => register.leave(connection));
  });

  return {
    ...orderRequests(register),
    know(socket, apiUserId) {
      const connection = open.get(socket);
      if (connection !== undefined) register.know(connection, apiUserId);
    },
    count() {
      const strangers = tally.sum("strangers");
      return { known: open.size - strangers, strangers };
    },
  };
}

/** How many connections may be counted under a name. */
function mostNamed(name: string, limits: ConnectionLimits): number {
  if (name === "open") return limits.connections;
  if (name === "strangers") return Math.max(1, Math.floor(limits.connections / 2));
  return limits.connectionsOfAddress;
}

/** Whether a connection is counted under a name. */
function countedUnder(name: string): (connection: Connection) => boolean {
  if (name === "open") return () => true;
  if (name === "strangers") return ({ isKnown }) => !isKnown;
  const ofName = name.slice("of ".length);
  return ({ network }) => network === ofName;
}

/** Runs the requests of each connection one after the other: the next when the answer before it is
 * sent, so that whoever reads no answers has one of them in memory. */
function orderRequests({ open, answered }: Register): RequestOrder {
  return {
    begin(socket, answer, bodyBytes, run) {
      const connection = open.get(socket);
      if (connection === undefined || !socket.writable) return;
      const { unsent } = connection;
      const waitingBytes = unsent.length === 0 ? 0 : Math.min(bodyBytes, mostOfWaitingBodies);
      connection.waitingBytes += waitingBytes;
      if (unsent.length >= mostUnanswered || connection.waitingBytes > mostOfWaitingBodies) {
        socket.destroy();
        return;
      }
      const begin = () => {
        connection.waitingBytes -= waitingBytes;
        connection.isArriving = bodyBytes > 0;
        run();
      };
      unsent.push({ answer, begin });
      if (unsent.length === 1) begin();
    },
    arrived(socket) {
      const connection = open.get(socket);
      if (connection !== undefined) connection.isArriving = false;
    },
    end(socket, answer) {
      const connection = open.get(socket);
      const place = connection?.unsent.findIndex((each) => each.answer === answer) ?? -1;
      if (connection === undefined || place === -1) return;
      connection.unsent.splice(place, 1);
      answered(connection);
      // After an answer that ends the connection nothing could be answered.
      if (socket.writable) connection.unsent[0]?.begin();
    },
  };
}

type Register = ReturnType<typeof openRegister>;

/** The open connections and how many of them are of one network, and of strangers. */
function openRegister() {
  const open = new Map<Socket, Connection>();
  let lastAt = 0;
  const answered = (connection: Connection) => {
    lastAt += 1;
    connection.lastAt = lastAt;
  };
  const tally = openTally();
  const count = ({ network, isKnown, apiUserId }: Connection, by: number) => {
    tally.add("open", by);
    if (apiUserId !== undefined) tally.add(`by ${apiUserId}`, by);
    tally.add(`of ${network}`, by);
    if (!isKnown) tally.add("strangers", by);
  };
  return {
    open,
    tally,
    /** Notes that it has been answered just now: of all it has been silent for the shortest time. */
    answered,
    enter(connection: Connection) {
      answered(connection);
      open.set(connection.socket, connection);
      count(connection, 1);
    },
    leave(connection: Connection) {
      if (open.delete(connection.socket)) count(connection, -1);
    },
    know(connection: Connection, apiUserId: string) {
      if (connection.isKnown) return;
      Object.assign(connection, { isKnown: true, apiUserId });
      tally.add(`by ${apiUserId}`, 1);
      tally.add("strangers", -1);
    },
  };
}

/** What a connection waits for: nothing, its caller (to send a body, or to read an answer that is
 * ready), or the service. */
function awaited({ unsent, isArriving }: Connection): "nothing" | "body" | "reader" | "service" {
  const [running] = unsent;
  if (running === undefined) return "nothing";
  if (running.answer.writableEnded) return "reader";
  return isArriving ? "body" : "service";
}

/**
 * The one to close of some connections, in this order: a silent one of a stranger, one of a stranger
 * who has still to send a body or does not read an answer, one of an API user that has more than a
 * quarter of all, a silent one of a known caller, one of a known caller who does not read, and one of
 * a known caller who has still to send a body. What the service is answering stays.
 */
function firstToClose(
  connections: readonly Connection[],
  isOfHeavyUser: (connection: Connection) => boolean,
): Connection | undefined {
  const steps: readonly ((connection: Connection) => boolean)[] = [
    (each) => !each.isKnown && awaited(each) === "nothing",
    (each) => !each.isKnown && awaited(each) !== "service",
    (each) => isOfHeavyUser(each) && awaited(each) !== "service",
    (each) => awaited(each) === "nothing",
    (each) => awaited(each) === "reader",
    (each) => awaited(each) === "body",
  ];
  for (const isStep of steps) {
    const [first, ...others] = connections.filter(isStep);
    if (first !== undefined) return others.reduce(longerSilent, first);
  }
  return undefined;
}

function longerSilent(one: Connection, other: Connection): Connection {
  return other.lastAt < one.lastAt ? other : one;
}

/** An address as it is written in the ranges: one of IPv4 that arrives by IPv6 is one of IPv4. */
function plain(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/, "");
}

function rangesOf(ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = "", bits] = range.split("/");
    if (bits === undefined) list.addAddress(address, familyOf(address));
    else list.addSubnet(address, Number(bits), familyOf(address));
  }
  return list;
}

function familyOf(address: string): "ipv4" | "ipv6" {
  return isIP(address) === 6 ? "ipv6" : "ipv4";
}
