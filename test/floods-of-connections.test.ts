// Beyond a number of connections new ones are closed; those that are open are answered. What is
// bounded by address and key, and in favour of known callers, is the proxy's. (interface 8,
// docs/edge.md)
import { once } from "node:events";
import type { Socket } from "node:net";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { openTestService, type TestService } from "./harness.ts";
import { addressOf, openSocket } from "./raw-http.ts";

const account = "/restapi/accounts/RA00000001";
const connections = 10;

let service: TestService;
let port: number;
const sockets: Socket[] = [];
beforeAll(async () => {
  // A head has no longer to arrive than its request.
  service = await openTestService({ connections, requestTimeoutMs: 5_000 });
  port = await addressOf(service.app);
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await service.close();
});

async function open(): Promise<Socket> {
  const socket = await openSocket(port);
  socket.on("error", () => {});
  sockets.push(socket);
  return socket;
}

/** Sends a read on an open connection and waits for the head of its response. */
function read(socket: Socket): Promise<string> {
  const authorization = `Authorization: Bearer ${service.keys.adviser.token}`;
  const response = new Promise<string>((resolve, reject) => {
    socket.once("data", (part) => resolve(part.toString("latin1").slice(9, 12)));
    socket.once("close", () => reject(new Error("the connection was closed")));
  });
  socket.write(`GET ${account} HTTP/1.1\r\nHost: bursar.test\r\n${authorization}\r\n\r\n`);
  return response;
}

test("a connection too many is closed, one that is open is answered, and silent ones end by themselves", async () => {
  const known = await open();
  expect(await read(known)).toBe("200");
  const silent = [];
  for (let place = 1; place < connections; place += 1) silent.push(await open());
  const ended = silent.map((socket) => once(socket.resume(), "close"));
  const tooMany = await open();
  await once(tooMany.resume(), "close");
  expect(await read(known)).toBe("200");
  await Promise.all(ended);
  await vi.waitFor(async () => expect(await read(await open())).toBe("200"), { timeout: 20_000 });
}, 40_000);
