// The work of HAProxy in front of the service, by install/haproxy.cfg; docs/edge.md describes it. The flood itself is
// a round of `npm run faults -- --kinds edge`.
import type { IncomingMessage } from "node:http";
import { connect } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { requestErrors } from "../src/platform/refusals/errors.ts";
import { type EdgeProxy, lackOfProxy, startProxy } from "./faults/edge-proxy.ts";
import { openTestService, signedHeader, type TestService } from "./harness.ts";
import { addressOf } from "./raw-http.ts";

const account = "/restapi/accounts/RA00000001";

describe.skipIf(lackOfProxy() !== undefined)("behind HAProxy (needs its package)", () => {
  let service: TestService;
  let proxy: EdgeProxy;
  let stream: EventStream;
  beforeAll(async () => {
    service = await openTestService({ rateLimit: 100_000, trustProxy: ["127.0.0.1"] });
    proxy = await startProxy([await addressOf(service.app)]);
    // Its test waits long, so that it begins before all others.
    stream = await openStream();
  });
  afterAll(async () => {
    await proxy?.stop();
  });

  const bearer = () => ({ authorization: `Bearer ${service.keys.adviser.token}` });
  const get = (path: string, headers: Readonly<Record<string, string>> = bearer()) =>
    fetch(`http://127.0.0.1:${proxy.port}${path}`, { headers });

  /** Sends a request from an address of this machine, and returns all that comes back, or the first of
   * it where some of the body is held back. */
  function sendFrom(address: string, head: string, body = "", isHeldBack = false): Promise<string> {
    return new Promise((resolve) => {
      const socket = connect({ port: proxy.port, host: "127.0.0.1", localAddress: address });
      let text = "";
      socket.on("data", (part) => {
        text += part.toString("latin1");
        if (isHeldBack) socket.destroy();
      });
      socket.on("error", () => {}).once("close", () => resolve(text));
      socket.write(`${head}\r\nHost: bursar.test\r\nConnection: close\r\n\r\n`);
      socket.write(body);
    });
  }

  test("a read has its headers, and the caller's own id is kept", async () => {
    const response = await get(account, { ...bearer(), "x-request-id": "my-own.id:1" });
    expect([response.status, response.headers.get("x-request-id")]).toEqual([200, "my-own.id:1"]);
    expect(response.headers.get("etag")).toMatch(/^"/);
    for (const id of ["id-987-65-4321", "98-7654321", "id.987654321", "two words"]) {
      const drawn = await get(account, { ...bearer(), "x-request-id": id });
      expect(drawn.headers.get("x-request-id"), id).toMatch(/^[\da-f-]{36}$/);
    }
  });

  test("what a caller says about its way is overwritten, and its path is left alone", async () => {
    const { seen, stop } = watch();
    const said = [
      "GET /nothing//%7E/./a?b=%2f HTTP/1.1",
      "X-Forwarded-For: 192.0.2.1",
      "X-Forwarded-Proto: https",
      "X-Forwarded-Host: other.test",
      "X-Forwarded-Port: 443",
      "Forwarded: for=192.0.2.1",
    ];
    await sendFrom("127.0.0.3", said.join("\r\n"));
    stop();
    expect(seen.map(({ url }) => url)).toEqual(["/nothing//%7E/./a?b=%2f"]);
    expect(seen[0]?.headers).toMatchObject({
      "x-forwarded-for": "127.0.0.3",
      "x-forwarded-proto": "http",
      "x-forwarded-host": "bursar.test",
    });
    for (const name of ["x-forwarded-port", "forwarded"]) {
      expect(seen[0]?.headers).not.toHaveProperty(name);
    }
  });

  test("a signed request is accepted: neither its path nor its body is changed", async () => {
    const body = '{ "accountName" : "By the proxy" }';
    const timestamp = service.now().toISOString();
    const signing = { method: "PUT", url: `http://bursar.test${account}`, timestamp, body };
    const authorization = signedHeader(service.keys.adviser, signing);
    const response = await fetch(`http://127.0.0.1:${proxy.port}${account}`, {
      method: "PUT",
      headers: { authorization, "content-type": "application/json" },
      body,
    });
    expect(response.status).toBe(200);
  });

  /** Requests that reach the service, without those of the proxy itself. */
  function watch() {
    const seen: IncomingMessage[] = [];
    const note = (request: IncomingMessage) => {
      if (request.url !== "/health/ready") seen.push(request);
    };
    service.app.server.on("request", note);
    return { seen, stop: () => void service.app.server.off("request", note) };
  }

  /** A refusal by the proxy itself: in the form of every refusal, and with a request id. */
  function refusalIn(response: string) {
    const [head = "", body = ""] = response.split("\r\n\r\n");
    expect(head.toLowerCase()).toMatch(/^x-request-id: \S+$/m);
    expect(head.toLowerCase()).toContain("x-content-type-options: nosniff");
    const [, retryAfter] = /^retry-after: (\d+)$/im.exec(head) ?? [];
    const [problem] = JSON.parse(body);
    const known = Object.values(requestErrors).find(({ code }) => code === problem.errorCode);
    expect(problem).toEqual({ type: "REQUEST", errorCode: known?.code, message: known?.sentence });
    return { status: head.slice(9, 12), code: problem.errorCode, retryAfter };
  }

  test("guessed credentials are refused by the proxy in the end, and one that was accepted is not", async () => {
    const address = "127.0.0.5";
    const known = `GET ${account} HTTP/1.1\r\nAuthorization: Bearer ${service.keys.adviser.token}`;
    expect(await sendFrom(address, known)).toMatch(/^HTTP\/1\.1 200 /);
    const guess = (tries: number) =>
      sendFrom(address, `GET ${account} HTTP/1.1\r\nAuthorization: Bearer bursar_${tries}`);
    for (let tries = 0; tries <= 101; tries += 1) await guess(tries);
    const { seen, stop } = watch();
    const refused = { status: "429", code: "too.many.failures", retryAfter: "60" };
    expect(refusalIn(await guess(102))).toEqual(refused);
    expect(seen).toEqual([]);
    stop();
    expect(await sendFrom(address, known)).toMatch(/^HTTP\/1\.1 200 /);
    expect(await sendFrom("127.0.0.6", known)).toMatch(/^HTTP\/1\.1 200 /);
  });

  test("a key that floods is refused by the proxy, however it is written, and another is not", async () => {
    const { apiKey } = service.keys.adviser;
    const forms = [apiKey, encodeURIComponent(apiKey).replace("b", "%62"), `"${apiKey}"`];
    const one = (place: number) => {
      const sent = `FOLIOWS FOLIOWS_TIMESTAMP=${place}, FOLIOWS_API_KEY=${forms[place % 3]}`;
      return `GET /health/live HTTP/1.1\r\nHost: a\r\nAuthorization: ${sent}\r\n\r\n`;
    };
    const flood = Array.from({ length: 1_500 }, (_, place) => one(place)).join("");
    const responses = await Promise.all(
      ["127.0.0.7", "127.0.0.8"].map((address) =>
        sendFrom(address, `${flood}GET /health/live HTTP/1.1`),
      ),
    );
    const refused = responses
      .join("")
      .split(/(?=HTTP\/1\.1 )/)
      .filter((each) => /^\S+ 429/.test(each));
    expect(refused.length).toBeGreaterThan(100);
    const expected = { status: "429", code: "too.many.requests", retryAfter: "1" };
    expect(refusalIn(refused[0] ?? "")).toEqual(expected);
    const other = `GET /health/live HTTP/1.1\r\nAuthorization: Bearer other`;
    expect(await sendFrom("127.0.0.9", other)).toMatch(/^HTTP\/1\.1 200 /);
  });

  test("one address has few large bodies at once", { timeout: 40_000 }, async () => {
    const { authorization } = bearer();
    const type = "Content-Type: application/json";
    const head = `PUT ${account} HTTP/1.1\r\nAuthorization: ${authorization}\r\n${type}`;
    const begin = () =>
      sendFrom("127.0.0.10", `${head}\r\nContent-Length: 900000`, " ".repeat(100_000), true);
    const begun = Array.from({ length: 8 }, begin);
    await expect.poll(() => service.app.frame.bodies.bytes()).toBeGreaterThan(700_000);
    const refused = { status: "503", code: "too.many.bodies", retryAfter: "1" };
    expect(refusalIn(await begin())).toEqual(refused);
    // They bring nothing more, and are refused for their pace.
    for (const response of await Promise.all(begun)) expect(response).toMatch(/^HTTP\/1\.1 408 /);
  });

  test("bodies that unknown callers hold back keep no known caller's from the service", async () => {
    const unknown = `POST ${account}/customeragreement HTTP/1.1\r\nContent-Length: 900000`;
    const sockets = Array.from({ length: 24 }, (_, place) => {
      const localAddress = `127.0.1.${1 + (place % 6)}`;
      const socket = connect({ port: proxy.port, host: "127.0.0.1", localAddress });
      socket.on("error", () => {}).resume();
      socket.write(`${unknown}\r\nHost: bursar.test\r\n\r\n${" ".repeat(100_000)}`);
      return socket;
    });
    await delay(500);
    const response = await fetch(`http://127.0.0.1:${proxy.port}${account}`, {
      method: "PUT",
      headers: { ...bearer(), "content-type": "application/json" },
      body: JSON.stringify({ accountName: "x".repeat(100_000) }),
    });
    expect(response.status).toBe(400);
    for (const socket of sockets) socket.destroy();
  });

  test("reads go on while one of two services stops", { timeout: 60_000 }, async () => {
    const services = [await openTestService(), await openTestService()];
    const ports = await Promise.all(services.map(({ app }) => addressOf(app)));
    const both = await startProxy(ports);
    onTestFinished(() => both.stop());
    const read = () => fetch(`http://127.0.0.1:${both.port}${account}`, { headers: bearer() });
    const arrived = services.map(() => 0);
    for (const [place, { app }] of services.entries()) {
      app.server.on("request", ({ url }) => {
        if (url === account) arrived[place] = (arrived[place] ?? 0) + 1;
      });
    }
    const statuses = new Set<number>();
    for (let round = 0; round < 10; round += 1) statuses.add((await read()).status);
    expect(arrived).toEqual([5, 5]);
    await services[0]?.app.drain();
    for (let round = 0; round < 20; round += 1) statuses.add((await read()).status);
    await services[0]?.close();
    for (let round = 0; round < 20; round += 1) statuses.add((await read()).status);
    expect([...statuses]).toEqual([200]);
    await services[1]?.close();
  });

  /** A stream of events, since when it is open, and whether it has ended. */
  interface EventStream {
    readonly openedAt: number;
    readonly isOver: () => boolean;
    readonly ended: Promise<void>;
  }

  async function openStream(): Promise<EventStream> {
    const headers = { ...bearer(), accept: "text/event-stream" };
    const { body, status } = await get("/restapi/events?after=now", headers);
    expect(status).toBe(200);
    let isOver = false;
    const ended = Array.fromAsync(body ?? []).then(() => {
      isOver = true;
    });
    return { openedAt: performance.now(), isOver: () => isOver, ended };
  }

  test("an event stream lives longer than a silent connection", { timeout: 60_000 }, async () => {
    await delay(stream.openedAt + 35_000 - performance.now());
    expect(stream.isOver()).toBe(false);
    await service.app.drain();
    await stream.ended;
  });

  test("while no service answers, the proxy says so in the form of every refusal", async () => {
    await service.close();
    const refused = { status: "503", code: "service.unavailable", retryAfter: "1" };
    expect(refusalIn(await sendFrom("127.0.0.11", `GET ${account} HTTP/1.1`))).toEqual(refused);
  });
});
