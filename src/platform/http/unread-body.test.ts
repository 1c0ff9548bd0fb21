// Bodies that nobody reads are dropped in turns, up to a bound, whatever their number.
import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type Dropper, endsConnection, hasBody, openDropper } from "./unread-body.ts";

const terms = { isHostile: false, charge: () => {} };

const bodies: Body[] = [];
let dropper: Dropper;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  dropper = openDropper();
});
afterEach(() => {
  for (const body of bodies.splice(0)) body.destroy();
  // A turn that finds no body is the last one.
  vi.advanceTimersByTime(turnMs);
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

const part = Buffer.alloc(65_536);
const turnMs = 5;

/** A body that goes on for as long as it is read, unless it has a length; `sent` counts its bytes. */
class Body extends IncomingMessage {
  sent = 0;
  readonly length: number;

  constructor(length = Number.POSITIVE_INFINITY) {
    super(new Socket());
    this.length = length;
    bodies.push(this);
  }

  override _read(): void {
    const isOver = this.sent >= this.length;
    this.sent += isOver ? 0 : part.length;
    this.push(isOver ? null : part);
  }
}

const sentByAll = () => bodies.reduce((sum, { sent }) => sum + sent, 0);

test("a turn takes parts of five bodies, and every body has its turn", () => {
  for (let count = 0; count < 20; count += 1) dropper.drop(new Body(), terms);
  const before = sentByAll();
  vi.advanceTimersByTime(turnMs);
  expect(sentByAll() - before).toBeLessThanOrEqual(5 * 2 * part.length);
  expect(sentByAll()).toBeGreaterThan(before);
  const each = bodies.map(({ sent }) => sent);
  vi.advanceTimersByTime(8 * turnMs);
  expect(bodies.every(({ sent }, place) => sent > (each[place] ?? 0))).toBe(true);
});

test("a body beyond 16 MiB loses its connection", () => {
  const body = new Body();
  const destroy = vi.spyOn(body.socket, "destroy");
  dropper.drop(body, terms);
  vi.advanceTimersByTime(240 * turnMs);
  expect(destroy).not.toHaveBeenCalled();
  vi.advanceTimersByTime(20 * turnMs);
  expect(destroy).toHaveBeenCalled();
  expect(body.sent).toBeLessThan(18 * 1_048_576);
});

test("a body from an address with too many failures loses its connection beyond 64 KiB", () => {
  const body = new Body();
  dropper.drop(body, { ...terms, isHostile: true });
  vi.advanceTimersByTime(2 * turnMs);
  expect(body.socket.destroyed).toBe(true);
  expect(body.sent).toBeLessThan(6 * part.length);
  const headers = { "content-length": "65537" };
  const declared = Object.assign(new IncomingMessage(new Socket()), { headers });
  expect(endsConnection(declared, { isHostile: true })).toBe(true);
});

test("a body in too many small pieces loses its connection, whoever reads it", () => {
  const request = new IncomingMessage(new Socket());
  const send = (pieces: number) => {
    for (let sent = 0; sent < pieces; sent += 1) request.push(Buffer.from("x"));
  };
  dropper.drop(request, terms);
  send(10_000);
  expect(request.socket.destroyed).toBe(false);
  send(200);
  expect(request.socket.destroyed).toBe(true);
  vi.advanceTimersByTime(turnMs);
});

test("what was dropped is charged once, at the end", () => {
  const charged: number[] = [];
  const body = new Body();
  dropper.drop(body, { ...terms, charge: (bytes) => void charged.push(bytes) });
  vi.advanceTimersByTime(10 * turnMs);
  expect(charged).toEqual([]);
  body.socket.destroy();
  vi.advanceTimersByTime(10 * turnMs);
  expect(charged).toEqual([expect.any(Number)]);
  expect(charged[0]).toBeGreaterThan(10 * part.length);
});

test("a body whose connection is gone is forgotten", () => {
  const body = new Body();
  dropper.drop(body, terms);
  vi.advanceTimersByTime(turnMs);
  expect(vi.getTimerCount()).toBe(1);
  body.socket.destroy();
  vi.advanceTimersByTime(turnMs);
  expect([vi.getTimerCount(), body.destroyed]).toEqual([0, false]);
});

test("a body that ends has had its turns", async () => {
  const [whole, left] = [new Body(3 * part.length), new Body()];
  const ended = new Promise((resolve) => whole.once("end", resolve));
  for (const body of [whole, left]) dropper.drop(body, terms);
  left.destroy();
  vi.advanceTimersByTime(20 * turnMs);
  await ended;
});

test.each([
  [{}, false],
  [{ "content-length": "0" }, false],
  [{ "content-length": "1" }, true],
  [{ "transfer-encoding": "chunked" }, true],
])("a request with %j has a body: %s", (headers, expected) => {
  expect(hasBody({ headers })).toBe(expected);
});

test("the connection ends for whoever waits to send, or would send more than is dropped", () => {
  const ends = (headers: Record<string, string>) =>
    endsConnection(Object.assign(new IncomingMessage(new Socket()), { headers }), terms);
  expect(ends({ "content-length": "16777216" })).toBe(false);
  expect(ends({ "content-length": "16777217" })).toBe(true);
  expect(ends({ "content-length": "1", expect: "100-continue" })).toBe(true);
  expect(ends({ "transfer-encoding": "chunked" })).toBe(false);
});
