// Clients that are slow or disconnect: they take limited time, leave no change half made, and
// disturb no other. (docs/faults.md)
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestService, type TestService } from "./harness.ts";
import { addressOf, openSocket, readToEnd } from "./raw-http.ts";

const path = "/restapi/accounts/RA00000001";
let service: TestService;
let port: number;
beforeAll(async () => {
  service = await openTestService({ requestTimeoutMs: 700 });
  port = await addressOf(service.app);
});
afterAll(() => service.close());

function head(length: number, more = ""): string {
  const authorization = `Authorization: Bearer ${service.keys.adviser.token}`;
  const type = "Content-Type: application/json";
  return (
    `PUT ${path} HTTP/1.1\r\nHost: bursar.test\r\n${authorization}\r\n${type}\r\n${more}` +
    `Content-Length: ${length}\r\n\r\n`
  );
}

const changes = async () => (await service.auditOf("RA00000001")).length;

async function sendSlowly(text: string): Promise<{ response: string; passedMs: number }> {
  const socket = await openSocket(port);
  const response = readToEnd(socket);
  const begun = performance.now();
  let isOver = false;
  socket.once("close", () => {
    isOver = true;
  });
  for (const byte of text) {
    if (isOver || !socket.writable) break;
    socket.write(byte);
    await delay(100);
  }
  return { response: await response, passedMs: performance.now() - begun };
}

const late =
  '[{"type":"REQUEST","errorCode":"request.timeout",' +
  '"message":"The request did not arrive in time."}]';

test("a request line sent byte by byte gets 408 once its time is over", async () => {
  const { response, passedMs } = await sendSlowly(head(2));
  expect(response).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
  expect(response).toContain("Connection: close\r\n");
  expect(response).toContain("X-Request-Id: ");
  expect(response.endsWith(late)).toBe(true);
  // To send all of it takes 15 seconds.
  expect(passedMs).toBeLessThan(12_000);
});

test("a body that does not end gets 408, and changes nothing", async () => {
  const before = await changes();
  const socket = await openSocket(port);
  const response = readToEnd(socket);
  socket.write(head(40));
  socket.write('{"accountName":"Half');
  expect(await response).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
  expect(await changes()).toBe(before);
});

test("a body that nobody reads has no longer to end", async () => {
  const socket = await openSocket(port);
  const response = readToEnd(socket);
  const anonymous = head(40).replace(/Authorization: .*\r\n/, "");
  socket.write(`${anonymous}half`);
  expect((await response).match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 401"]);
});

test("a client that hangs up in the middle of its body changes nothing", async () => {
  const before = await changes();
  const socket = await openSocket(port);
  socket.write(head(40));
  socket.write('{"accountName":"Half');
  await delay(50);
  socket.destroy();
  await delay(100);
  expect(await changes()).toBe(before);
  expect((await service.call("adviser", "GET", path)).status).toBe(200);
});

test("a change whose caller hangs up before the response is made once, and a repeat gets it", async () => {
  const before = await changes();
  const body = '{"accountName":"Hung up"}';
  const socket = await openSocket(port);
  socket.write(head(body.length, "Idempotency-Key: hung-up\r\n") + body);
  socket.end();
  socket.destroy();
  const key = { "Idempotency-Key": "hung-up" };
  // The kernel may have dropped the request with the connection; then the repeat is the first to
  // arrive.
  const repeat = () => service.call("adviser", "PUT", path, { accountName: "Hung up" }, key);
  let again = await repeat();
  // While the first still runs, its repeat is refused.
  for (; again.status === 409; again = await repeat()) await delay(50);
  expect(again.status).toBe(200);
  expect(await changes()).toBe(before + 1);
});

test("a client that hangs up in the middle of its response disturbs no other", async () => {
  const series = `${path}/performance/unitvalues?daterange=2023-10-02,2026-09-30`;
  for (let round = 0; round < 5; round += 1) {
    const socket = await openSocket(port);
    const authorization = `Authorization: Bearer ${service.keys.adviser.token}`;
    socket.write(`GET ${series} HTTP/1.1\r\nHost: bursar.test\r\n${authorization}\r\n\r\n`);
    await once(socket, "data");
    socket.destroy();
  }
  expect((await service.call("adviser", "GET", series)).status).toBe(200);
});
