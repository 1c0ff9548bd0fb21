// Whoever has been silent longest makes room, strangers before known callers.
import { EventEmitter } from "node:events";
import type { Server } from "node:http";
import type { Socket } from "node:net";
import { expect, test } from "vitest";
import {
  type Answer,
  type ConnectionLimits,
  type Connections,
  limitConnections,
  type Turned,
} from "./connections.ts";

class FakeSocket extends EventEmitter {
  isOpen = true;
  writable = true;
  readonly remoteAddress: string;

  constructor(remoteAddress: string) {
    super();
    this.remoteAddress = remoteAddress;
  }

  destroy(): void {
    this.isOpen = false;
    this.writable = false;
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
  const known = (address?: string, apiUserId = another()) => {
    const socket = connect(address);
    connections.know(socket, apiUserId);
    return socket;
  };
  return { connections, turned, connect, many, known };
}

/** Begins a request without a body, or with one that is still to come. */
function begin(connections: Connections, socket: Socket, { bodyBytes = 0, run = () => {} } = {}) {
  const answer: { -readonly [Key in keyof Answer]: Answer[Key] } = { writableEnded: false };
  connections.begin(socket, answer, bodyBytes, run);
  return answer;
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
  connections.end(first, begin(connections, first));
  connect();
  expect(openOnes([first, second])).toEqual([true, false]);
});

test("what is being answered stays; a stranger's body that is still to come does not", () => {
  const { connections, turned, many, connect } = open();
  const strangers = many(4);
  for (const [place, socket] of strangers.entries()) {
    begin(connections, socket, { bodyBytes: place === 2 ? 1 : 0 });
  }
  const fifth = connect();
  expect(openOnes([...strangers, fifth])).toEqual([true, true, false, true, true]);
  begin(connections, fifth, { bodyBytes: 1 });
  connections.arrived(fifth);
  expect(connect().isOpen).toBe(false);
  expect(turned).toEqual(["closed", "refused"]);
});

test("a stranger who does not read its answer makes room, whatever else it has sent", () => {
  const { connections, many, connect } = open();
  const strangers = many(4);
  const answers = strangers.map((socket) => begin(connections, socket));
  for (const socket of strangers) begin(connections, socket);
  for (const place of [1, 2]) (answers[place] as { writableEnded: boolean }).writableEnded = true;
  expect(connect().isOpen).toBe(true);
  expect(openOnes(strangers)).toEqual([true, false, true, true]);
});

test("a known caller who does not read its answer makes room when nobody else does", () => {
  const { connections, known } = open({ connectionsOfAddress: 3 });
  const mine = [1, 2, 3].map(() => known("203.0.113.9"));
  const [, second] = mine.map((socket) => begin(connections, socket));
  (second as { writableEnded: boolean }).writableEnded = true;
  expect(known("203.0.113.9").isOpen).toBe(true);
  expect(openOnes(mine)).toEqual([true, false, true]);
});

test("the requests of a connection run one after the other, each when the answer before is sent", () => {
  const { connections, connect } = open();
  const [socket, other] = [connect(), connect()];
  const ran: number[] = [];
  const answers = [1, 2, 3].map((place) =>
    begin(connections, socket, { run: () => void ran.push(place) }),
  );
  begin(connections, other, { run: () => void ran.push(9) });
  expect(ran).toEqual([1, 9]);
  connections.end(socket, answers[0] as Answer);
  connections.end(socket, answers[0] as Answer);
  expect(ran).toEqual([1, 9, 2]);
  socket.writable = false;
  connections.end(socket, answers[1] as Answer);
  expect(ran).toEqual([1, 9, 2]);
});

test("a connection whose requests are too far ahead of their answers is closed", () => {
  const { connections, connect } = open();
  const socket = connect();
  for (let request = 1; request <= 16; request += 1) begin(connections, socket);
  expect(socket.isOpen).toBe(true);
  begin(connections, socket);
  expect(socket.isOpen).toBe(false);
});

test("a connection whose waiting requests bring more than 64 KiB is closed", () => {
  const { connections, connect } = open();
  const [one, other] = [connect(), connect()];
  for (const socket of [one, other]) {
    const first = begin(connections, socket, { bodyBytes: 1_000_000 });
    const waiting = begin(connections, socket, { bodyBytes: Infinity });
    connections.end(socket, first);
    begin(connections, socket, { bodyBytes: 65_536 });
    expect(socket.isOpen).toBe(true);
    if (socket === other) connections.end(socket, waiting);
    begin(connections, socket, { bodyBytes: 1 });
  }
  expect(openOnes([one, other])).toEqual([false, true]);
});

test("a known caller whose body is still to come makes room last of all", () => {
  const { connections, known } = open({ connectionsOfAddress: 3 });
  const mine = [1, 2, 3].map(() => known("203.0.113.9"));
  for (const socket of mine) begin(connections, socket, { bodyBytes: socket === mine[0] ? 0 : 1 });
  expect(known("203.0.113.9").isOpen).toBe(true);
  expect(openOnes(mine)).toEqual([true, false, true]);
});

test("an API user with more than a quarter of all connections makes room before other known callers", () => {
  const { connections, turned, known, connect } = open({ connectionsOfAddress: 2 });
  const others = [known(), known(), known()];
  const heavy = [1, 2, 3, 4, 5].map(() => known(undefined, "5001"));
  for (const socket of heavy.slice(1)) begin(connections, socket, { bodyBytes: 1 });
  begin(connections, heavy[0] as FakeSocket & Socket);
  expect(connect().isOpen).toBe(true);
  expect(openOnes([...others, ...heavy])).toEqual([
    ...[true, true, true],
    ...[true, false, true, true, true],
  ]);
  expect(turned).toEqual(["closed"]);
  // After the stranger and two more of its own; then it has a quarter, and another makes room.
  for (let count = 0; count < 4; count += 1) known();
  expect(openOnes([...others, ...heavy])).toEqual([
    ...[false, true, true],
    ...[true, false, false, false, true],
  ]);
});

test("one address has its own bound, and makes room among its own", () => {
  const { connections, many, known } = open({ connectionsOfAddress: 2 });
  const other = known();
  const mine = many(2, "203.0.113.9");
  const [third] = many(1, "203.0.113.9");
  expect(openOnes([other, ...mine, third as FakeSocket])).toEqual([true, false, true, true]);
  connections.know(third as FakeSocket & Socket, "5001");
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

test("many addresses of one network of IPv6 have the bound of one address", () => {
  const { many, connect } = open({ connectionsOfAddress: 2 });
  const other = connect("2001:db8:0:2::1");
  const mine = [1, 2, 3].map((last) => connect(`2001:db8:0:1::${last}`));
  expect(openOnes([other, ...mine, ...many(1)])).toEqual([true, false, true, true, true]);
});
