// Whoever has been silent longest makes room, strangers before known callers.
import { EventEmitter } from "node:events";
import type { Server } from "node:http";
import type { Socket } from "node:net";
import { expect, test } from "vitest";
import { type ConnectionLimits, limitConnections, type Turned } from "./connections.ts";

class FakeSocket extends EventEmitter {
  isOpen = true;
  readonly remoteAddress: string;

  constructor(remoteAddress: string) {
    super();
    this.remoteAddress = remoteAddress;
  }

  destroy(): void {
    this.isOpen = false;
    this.emit("close");
  }
}

function open(limits: Partial<ConnectionLimits> = {}) {
  const server = new EventEmitter();
  const turned: Turned[] = [];
  const usual = { connections: 8, connectionsOfAddress: 8, trustProxy: [] };
  const connections = limitConnections(
    server as Server,
    { ...usual, ...limits },
    (how) => void turned.push(how),
  );
  let place = 0;
  const another = () => {
    place += 1;
    return `198.51.100.${place}`;
  };
  const connect = (address = another()) => {
    const socket = new FakeSocket(address);
    server.emit("connection", socket);
    return socket as FakeSocket & Socket;
  };
  const many = (count: number, address?: string) =>
    Array.from({ length: count }, () => connect(address));
  const known = (address?: string) => {
    const socket = connect(address);
    connections.know(socket);
    return socket;
  };
  return { connections, turned, connect, many, known };
}

const openOnes = (sockets: readonly FakeSocket[]) => sockets.map(({ isOpen }) => isOpen);

test("strangers have half of the connections; the oldest of them makes room for the next", () => {
  const { connections, turned, many, connect } = open();
  const strangers = many(4);
  const next = connect();
  expect(openOnes([...strangers, next])).toEqual([false, true, true, true, true]);
  expect(connections.count()).toEqual({ known: 0, strangers: 4 });
  expect(turned).toEqual(["closed"]);
});

test("known callers are not closed for strangers, however many come", () => {
  const { connections, many, known } = open();
  const callers = Array.from({ length: 4 }, () => known());
  many(100);
  expect(openOnes(callers)).toEqual([true, true, true, true]);
  expect(connections.count()).toEqual({ known: 4, strangers: 4 });
});

test("a stranger that was answered later is closed later", () => {
  const { connections, many, connect } = open();
  const [first, second] = many(4);
  if (first === undefined || second === undefined) throw new Error("no connection");
  connections.begin(first, false);
  connections.end(first);
  connect();
  expect(openOnes([first, second])).toEqual([true, false]);
});

test("what is being answered stays; a stranger's body that is still to come does not", () => {
  const { connections, turned, many, connect } = open();
  const strangers = many(4);
  for (const [place, socket] of strangers.entries()) connections.begin(socket, place === 2);
  const fifth = connect();
  expect(openOnes([...strangers, fifth])).toEqual([true, true, false, true, true]);
  connections.begin(fifth, true);
  connections.arrived(fifth);
  expect(connect().isOpen).toBe(false);
  expect(turned).toEqual(["closed", "refused"]);
});

test("one address has its own bound, and makes room among its own", () => {
  const { connections, many, known } = open({ connectionsOfAddress: 2 });
  const other = known();
  const mine = many(2, "203.0.113.9");
  const [third] = many(1, "203.0.113.9");
  expect(openOnes([other, ...mine, third as FakeSocket])).toEqual([true, false, true, true]);
  connections.know(third as FakeSocket & Socket);
  const [fourth] = many(1, "::ffff:203.0.113.9");
  expect(openOnes([...mine, third as FakeSocket, fourth as FakeSocket])).toEqual([
    ...[false, false, true, true],
  ]);
});

test("a known caller's oldest silent connection makes room for its next", () => {
  const { known } = open({ connectionsOfAddress: 2 });
  const mine = [1, 2, 3].map(() => known("203.0.113.9"));
  expect(openOnes(mine)).toEqual([false, true, true]);
});

test("a trusted proxy has no bound of its own and is known, also by another's number", () => {
  const limits = { connectionsOfAddress: 2, trustProxy: ["10.0.0.0/8", "::1"] };
  const { connections, many } = open(limits);
  const proxied = [...many(3, "10.1.2.3"), ...many(2, "::1")];
  many(50);
  expect(openOnes(proxied)).toEqual([true, true, true, true, true]);
  expect(connections.count()).toEqual({ known: 5, strangers: 3 });
});

test("all together are bounded; known callers who are silent make room last", () => {
  const { connections, known, connect } = open();
  const callers = Array.from({ length: 8 }, () => known());
  const stranger = connect();
  expect(openOnes([...callers.slice(0, 2), stranger])).toEqual([false, true, true]);
  connect();
  expect(openOnes([...callers.slice(0, 2), stranger])).toEqual([false, true, false]);
  expect(connections.count()).toEqual({ known: 7, strangers: 1 });
});

test("a connection that ends by itself is no longer counted", () => {
  const { connections, many, known } = open({ connectionsOfAddress: 1 });
  for (const socket of [...many(2), known("203.0.113.9")]) socket.destroy();
  expect(connections.count()).toEqual({ known: 0, strangers: 0 });
  expect(known("203.0.113.9").isOpen).toBe(true);
});
