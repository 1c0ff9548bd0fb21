// Silent connections of strangers use up nothing that known callers need. (interface 8)
import { connect, type Socket } from "node:net";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { openTestService, type TestService } from "./harness.ts";
import { addressOf, exchange, openSocket } from "./raw-http.ts";

const account = "/restapi/accounts/RA00000001";
const flood = 60;

let service: TestService;
let port: number;
const sockets: Socket[] = [];
let accepted = 0;
beforeAll(async () => {
  service = await openTestService({ connections: 40, connectionsOfAddress: 30 });
  port = await addressOf(service.app);
  service.app.server.on("connection", () => {
    accepted += 1;
  });
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await service.close();
});

async function open(): Promise<Socket> {
  const socket = await openSocket(port);
  sockets.push(socket);
  return socket;
}

/** Waits for what happens in the service, however busy the machine is. */
const eventually = (check: () => void) => vi.waitFor(check, { timeout: 20_000 });

/** Opens connections that say nothing, from one of this machine's addresses. */
async function floodFrom(address: string): Promise<void> {
  await Promise.all(
    Array.from(
      { length: flood },
      () =>
        new Promise<Socket>((resolve) => {
          const socket = connect({ port, host: "127.0.0.1", localAddress: address });
          sockets.push(socket);
          // A connection that makes room at once may never be told that it was accepted.
          socket.once("connect", () => resolve(socket)).once("close", () => resolve(socket));
          socket.on("error", () => {}).resume();
        }),
    ),
  );
  await eventually(() => expect(accepted).toBe(sockets.length));
}

/** Sends a read on an open connection and waits for the head of its answer. */
function read(socket: Socket): Promise<string> {
  const authorization = `Authorization: Bearer ${service.keys.adviser.token}`;
  const answer = new Promise<string>((resolve, reject) => {
    socket.once("data", (part) => resolve(part.toString("latin1").slice(9, 12)));
    socket.once("close", () => reject(new Error("the connection was closed")));
    socket.on("error", reject);
  });
  socket.write(`GET ${account} HTTP/1.1\r\nHost: bursar.test\r\n${authorization}\r\n\r\n`);
  return answer;
}

test("a known caller keeps its connection, and is answered on a new one", async () => {
  const known = await open();
  expect(await read(known)).toBe("200");
  expect(service.app.connections.count()).toEqual({ known: 1, strangers: 0 });
  await floodFrom("127.0.0.2");
  await floodFrom("127.0.0.3");
  expect(service.app.connections.count()).toEqual({ known: 1, strangers: 20 });
  expect(await read(known)).toBe("200");
  expect(await read(await open())).toBe("200");
  expect(service.app.connections.count()).toEqual({ known: 2, strangers: 19 });
});

test("a caller from the address of the flood is answered as well", async () => {
  await floodFrom("127.0.0.1");
  expect(await read(await open())).toBe("200");
});

test("a forged credential makes no stranger known", async () => {
  const before = service.app.connections.count().known;
  const socket = await open();
  const answer = new Promise((resolve) => socket.once("data", resolve));
  const forged = `Authorization: Bearer bursar_${"A".repeat(43)}`;
  socket.write(`GET ${account} HTTP/1.1\r\nHost: bursar.test\r\n${forged}\r\n\r\n`);
  await answer;
  expect(service.app.connections.count().known).toBe(before);
});

test("a stranger that is answered meanwhile is not closed", async () => {
  const waiting = Promise.withResolvers<boolean>();
  const begun = Promise.withResolvers<void>();
  const isReady = () => {
    begun.resolve();
    return waiting.promise;
  };
  const slow = await openTestService({ connections: 4, isReady });
  const slowPort = await addressOf(slow.app);
  const asked = await openSocket(slowPort);
  const status = new Promise((resolve) => {
    asked.once("data", (part) => resolve(part.toString("latin1").slice(9, 12)));
  });
  asked.write("GET /health/ready HTTP/1.1\r\nHost: bursar.test\r\n\r\n");
  await begun.promise;
  const silent = await openSocket(slowPort);
  const closed = new Promise((resolve) => silent.once("close", resolve));
  silent.on("error", () => {}).resume();
  await eventually(() => expect(slow.app.connections.count().strangers).toBe(2));
  const next = await openSocket(slowPort);
  await closed;
  waiting.resolve(true);
  expect(await status).toBe("200");
  for (const socket of [asked, next]) socket.destroy();
  await slow.close();
});

test("a connection sends at most sixteen requests ahead of their answers", async () => {
  const one = "GET /nothing HTTP/1.1\r\nHost: a\r\n\r\n";
  const last = "GET /nothing HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n";
  const answersIn = (text: string) => (text.match(/HTTP\/1\.1 404 /g) ?? []).length;
  expect(answersIn(await exchange(port, one.repeat(15) + last))).toBe(16);
  expect(answersIn(await exchange(port, one.repeat(1_000)))).toBeLessThanOrEqual(16);
  const socket = await open();
  socket.setMaxListeners(0);
  for (let request = 1; request <= 20; request += 1) expect(await read(socket)).toBe("200");
});
