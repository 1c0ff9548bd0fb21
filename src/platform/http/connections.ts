// How many connections there may be: in all, from one address, and from strangers, who have not yet
// shown a good credential. Where there are too many, the one that has been silent longest makes room,
// so that strangers cannot use up what known callers need. (interface 8)
import type { Server } from "node:http";
import { BlockList, isIP, type Socket } from "node:net";

/** The bounds of the connections of one process. */
export interface ConnectionLimits {
  /** In all. Strangers have at most half of them. */
  readonly connections: number;
  /** From one address; proxies that are trusted have no such bound. */
  readonly connectionsOfAddress: number;
  /** Addresses and ranges of the proxies that are trusted. */
  readonly trustProxy: readonly string[];
}

/** How many requests a connection may send ahead of their answers. */
const mostUnanswered = 16;

/** What became of connections that were too many. */
export type Turned = "refused" | "closed";

/** The requests of each open connection. */
interface RequestCount {
  /** Notes that a request began whose body is still to come, or that has none; false, and the
   * connection is destroyed, if too many of its requests are unanswered. */
  begin(socket: Socket, isArriving: boolean): boolean;
  /** Notes that the body of a request has arrived. */
  arrived(socket: Socket): void;
  /** Notes that a request was answered. */
  end(socket: Socket): void;
}

/** The open connections of a server. */
export interface Connections extends RequestCount {
  /** Notes that a request has shown a good credential. */
  know(socket: Socket): void;
  /** How many there are of each kind. */
  count(): { readonly known: number; readonly strangers: number };
}

interface Connection {
  readonly socket: Socket;
  readonly address: string;
  isKnown: boolean;
  /** Requests that are being answered. */
  running: number;
  /** Requests whose bodies are still to come. */
  arriving: number;
}

/** Bounds the connections of a server from now on; `note` is told of each that is turned away. */
export function limitConnections(
  server: Server,
  limits: ConnectionLimits,
  note: (turned: Turned) => void,
): Connections {
  const mostStrangers = Math.max(1, Math.floor(limits.connections / 2));
  const trusted = rangesOf(limits.trustProxy);
  const register = openRegister();
  const close = (connection: Connection) => {
    note("closed");
    register.leave(connection);
    connection.socket.destroy();
  };
  const hasRoom = (address: string, isTrusted: boolean): boolean => {
    const { open } = register;
    if (!isTrusted && register.countOf(address) >= limits.connectionsOfAddress) {
      return makeRoom(open, (each) => each.address === address, close);
    }
    if (!isTrusted && register.strangers() >= mostStrangers) {
      return makeRoom(open, (each) => !each.isKnown, close);
    }
    return open.size < limits.connections || makeRoom(open, () => true, close);
  };

  server.on("connection", (socket) => {
    const address = plain(socket.remoteAddress ?? "");
    const isTrusted = isIP(address) !== 0 && trusted.check(address, familyOf(address));
    if (!hasRoom(address, isTrusted)) {
      note("refused");
      socket.destroy();
      return;
    }
    // A proxy is known from the start: its connections carry the requests of many.
    const connection = { socket, address, isKnown: isTrusted, running: 0, arriving: 0 };
    register.enter(connection);
    socket.once("close", () => register.leave(connection));
  });

  const { open } = register;
  return {
    ...countRequests(open),
    know(socket) {
      const connection = open.get(socket);
      if (connection !== undefined) register.know(connection);
    },
    count() {
      const strangers = register.strangers();
      return { known: open.size - strangers, strangers };
    },
  };
}

/** Counts the requests of each connection that are not answered, and those still to come. */
function countRequests(open: Map<Socket, Connection>): RequestCount {
  return {
    begin(socket, isArriving) {
      const connection = open.get(socket);
      if (connection === undefined) return true;
      if (connection.running >= mostUnanswered) {
        socket.destroy();
        return false;
      }
      connection.running += 1;
      if (isArriving) connection.arriving += 1;
      return true;
    },
    arrived(socket) {
      const connection = open.get(socket);
      if (connection !== undefined) connection.arriving -= 1;
    },
    end(socket) {
      const connection = open.get(socket);
      if (connection === undefined) return;
      connection.running -= 1;
      // A body that was refused never arrives.
      if (connection.running === 0) connection.arriving = 0;
      open.delete(socket);
      open.set(socket, connection);
    },
  };
}

/** The open connections and how many of them are of one address, and of strangers. */
function openRegister() {
  // In the order of their last requests: the first has been silent longest.
  const open = new Map<Socket, Connection>();
  const byAddress = new Map<string, number>();
  let strangers = 0;
  const countOf = (address: string) => byAddress.get(address) ?? 0;
  return {
    open,
    countOf,
    strangers: () => strangers,
    enter(connection: Connection) {
      open.set(connection.socket, connection);
      byAddress.set(connection.address, countOf(connection.address) + 1);
      if (!connection.isKnown) strangers += 1;
    },
    leave({ socket, address, isKnown }: Connection) {
      if (!open.delete(socket)) return;
      if (!isKnown) strangers -= 1;
      const left = countOf(address) - 1;
      if (left > 0) byAddress.set(address, left);
      else byAddress.delete(address);
    },
    know(connection: Connection) {
      if (connection.isKnown) return;
      connection.isKnown = true;
      strangers -= 1;
    },
  };
}

/**
 * Closes one of the connections that are eligible, in this order: a silent one of a stranger, one on
 * which a stranger's body arrives, a silent one of a known caller. What is being answered stays.
 */
function makeRoom(
  open: ReadonlyMap<Socket, Connection>,
  isEligible: (connection: Connection) => boolean,
  close: (connection: Connection) => void,
): boolean {
  const steps: readonly ((connection: Connection) => boolean)[] = [
    ({ isKnown, running }) => !isKnown && running === 0,
    ({ isKnown, running, arriving }) => !isKnown && running === arriving,
    ({ running }) => running === 0,
  ];
  for (const isStep of steps) {
    for (const connection of open.values()) {
      if (!isEligible(connection) || !isStep(connection)) continue;
      close(connection);
      return true;
    }
  }
  return false;
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
