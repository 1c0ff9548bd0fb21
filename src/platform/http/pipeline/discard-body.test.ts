// Bodies that nobody reads are discarded, up to a limit, and their connection stays until then.
import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { expect, test, vi } from "vitest";
import { hasBody } from "../request/request-kind.ts";
import {
  discardBody,
  endsConnection,
  isDiscarding,
  mostDiscarded,
  mostOfFailing,
} from "./discard-body.ts";

const part = Buffer.alloc(65_536);

/** A request, and what becomes of its body: `end` gets the count of discarded bytes. */
function begin(most = mostDiscarded) {
  const socket = new Socket();
  const request = new IncomingMessage(socket);
  const end = vi.fn();
  const destroy = vi.spyOn(socket, "destroy");
  discardBody(request, most, end);
  const send = async (pieces: number, piece = part) => {
    for (let sent = 0; sent < pieces; sent += 1) request.push(piece);
    await delivered();
  };
  return { request, socket, end, destroy, send };
}

const delivered = () => new Promise((resolve) => setImmediate(resolve));

test("a body beyond 16 MiB loses its connection", async () => {
  const { send, destroy } = begin();
  await send(256);
  expect(destroy).not.toHaveBeenCalled();
  await send(1);
  expect(destroy).toHaveBeenCalled();
});

test("a body from an address with too many failures loses its connection beyond 64 KiB", async () => {
  const { send, destroy } = begin(mostOfFailing);
  await send(1);
  expect(destroy).not.toHaveBeenCalled();
  await send(1);
  expect(destroy).toHaveBeenCalled();
});

test("a body in too many small pieces loses its connection", async () => {
  const { send, destroy } = begin();
  await send(10_000, Buffer.from("x"));
  expect(destroy).not.toHaveBeenCalled();
  await send(200, Buffer.from("x"));
  expect(destroy).toHaveBeenCalled();
});

test("what was discarded is charged once, at the end of the body or of its connection", async () => {
  for (const finish of ["body", "connection"]) {
    const { request, socket, send, end } = begin();
    await send(3);
    expect(end).not.toHaveBeenCalled();
    if (finish === "body") request.push(null);
    socket.destroy();
    await delivered();
    expect(end.mock.calls).toEqual([[3 * part.length]]);
  }
});

test("the connection of a refused request is only half closed until its body is there", async () => {
  const { request, socket, send, destroy } = begin();
  const half = vi.spyOn(socket, "end");
  socket.destroySoon();
  await send(1);
  expect([half.mock.calls.length, destroy.mock.calls.length]).toEqual([1, 0]);
  expect(isDiscarding(socket)).toBe(true);
  request.push(null);
  await delivered();
  expect([isDiscarding(socket), socket.destroyed]).toEqual([false, true]);
});

test("a connection that is kept keeps no listener of a body that has ended", async () => {
  const { request, socket } = begin();
  request.push(null);
  await delivered();
  expect([socket.listenerCount("close"), Object.hasOwn(socket, "destroySoon")]).toEqual([0, false]);
});

test.each([
  [{}, false],
  [{ "content-length": "0" }, false],
  [{ "content-length": "1" }, true],
  [{ "transfer-encoding": "chunked" }, true],
])("a request with %j has a body: %s", (headers, expected) => {
  expect(hasBody({ headers })).toBe(expected);
});

test("the connection ends for whoever waits to send, or would send more than is discarded", () => {
  const ends = (headers: Record<string, string>, most = mostDiscarded) =>
    endsConnection({ headers }, most);
  expect(ends({ "content-length": "16777216" })).toBe(false);
  expect(ends({ "content-length": "16777217" })).toBe(true);
  expect(ends({ "content-length": "65537" }, mostOfFailing)).toBe(true);
  expect(ends({ "content-length": "1", expect: "100-continue" })).toBe(true);
  expect(ends({ "transfer-encoding": "chunked" })).toBe(false);
});
