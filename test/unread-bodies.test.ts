// A request that is refused by its head gets the response before its body is read, also a sender who sends the whole
// body first; bodies in memory are bounded. (interface 7, 8)
import type { Socket } from "node:net";
import type { Id } from "@bursar/values/ids";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { createKey } from "../src/brokerage/service/api-users/create-key.ts";
import { revokeKey } from "../src/brokerage/service/api-users/revoke-key.ts";
import { openTestService, signedHeader, type TestService, testBase } from "./harness.ts";
import { addressOf, openSocket, readToEnd } from "./raw-http.ts";
import { testContext } from "./sample-template.ts";
import { noteResponse } from "./seen-codes.ts";

const restrictions = "/restapi/accounts/RA00000001/restrictions";
const agreement = "/restapi/accounts/RA00000001/customeragreement";
const restriction = '{"reason":{"code":"021"},"type":{"code":"SO"}}';
const mebibyte = 1_048_576;

let service: TestService;
let port: number;
beforeAll(async () => {
  service = await openTestService();
  port = await addressOf(service.app);
});
afterAll(() => service.close());

const bearer = (token: string) => `Authorization: Bearer ${token}`;

function head(path: string, headers: readonly string[], line = `POST ${path}`): string {
  const usual = ["Host: bursar.test", "Content-Type: application/json"];
  const own = headers.map((header) => header.split(":")[0]);
  const kept = usual.filter((header) => !own.includes(header.split(":")[0]));
  return `${[`${line} HTTP/1.1`, ...kept, ...headers].join("\r\n")}\r\n\r\n`;
}

/** Receives until a pattern is there, without ending the connection. */
function received(socket: Socket, pattern: RegExp): Promise<string> {
  let text = "";
  return new Promise((resolve, reject) => {
    const ended = () => reject(new Error(`the connection ended after ${JSON.stringify(text)}`));
    const onData = (part: Buffer) => {
      text += part.toString("latin1");
      if (!pattern.test(text)) return;
      socket.off("data", onData).off("close", ended);
      noteResponse(text);
      resolve(text);
    };
    socket.on("data", onData).on("close", ended).on("error", ended);
  });
}

/** Waits for what happens in the service, however busy the machine is. */
const eventually = (check: () => void) => vi.waitFor(check, { timeout: 20_000 });

const wholeResponse = /^HTTP\/1\.1 [2-5][\s\S]*\}\]$/;

/** The status of a request whose head alone is sent. */
async function responseToHead(path: string, headers: readonly string[], at = port) {
  const socket = await openSocket(at);
  socket.write(head(path, headers));
  const text = await received(socket, wholeResponse);
  socket.destroy();
  return text.slice("HTTP/1.1 ".length, 12);
}

function signature(path: string, { key = "", secret = "", at = service.now(), body = "" }): string {
  const { apiKey, sharedSecret } = service.keys.adviser;
  const keys = { apiKey: key || apiKey, sharedSecret: secret || sharedSecret };
  const signing = { method: "POST", url: testBase + path, timestamp: at.toISOString(), body };
  return `Authorization: ${signedHeader(keys, signing)}`;
}

function nextMinute(): void {
  service.setNow(new Date(+service.now() + 61_000).toISOString());
}

describe("before a byte of the body is sent", () => {
  const old = () => new Date(+service.now() - 301_000);
  const anonymousCallers: readonly [string, () => readonly string[]][] = [
    ["no credentials", () => []],
    ["two credentials", () => [1, 2].map(() => bearer(service.keys.adviser.token))],
    ["a malformed credential", () => ["Authorization: FOLIOWS nothing"]],
    ["an unknown token", () => [bearer(`bursar_${"A".repeat(43)}`)]],
    ["an unknown key", () => [signature(agreement, { key: "bk_unknown" })]],
    ["an old signature", () => [signature(agreement, { at: old() })]],
  ];

  test.each(anonymousCallers)("%s gets 401", async (_, credentials) => {
    nextMinute();
    for (const length of [
      "Content-Length: 4194304",
      "Content-Length: 2",
      "Transfer-Encoding: chunked",
    ]) {
      expect(await responseToHead(agreement, [...credentials(), length])).toBe("401");
    }
  });

  test("a declared length above the route's limit is 413, whoever sends it", async () => {
    for (const credentials of [[], [bearer(service.keys.adviser.token)]]) {
      const over = (length: number) => [...credentials, `Content-Length: ${length}`];
      expect(await responseToHead(agreement, over(4 * mebibyte + 1))).toBe("413");
      expect(await responseToHead(restrictions, over(mebibyte + 1))).toBe("413");
    }
  });

  test.each([
    ["another firm's account", agreement.replace("RA", "RB"), "adviser"],
    ["an account that does not exist", agreement.replace("RA", "RZ"), "adviser"],
    ["an account of another firm's client", agreement, "otherAdviser"],
    ["a request of other callers", agreement, "operator"],
    ["a change without the scope", agreement, "readOnly"],
  ] as const)("%s is 403 for a token", async (_, path, caller) => {
    const headers = [bearer(service.keys[caller].token), "Content-Length: 4194304"];
    expect(await responseToHead(path, headers)).toBe("403");
  });

  test.each(["Content-Length: 65537", "Transfer-Encoding: chunked"])(
    "a change with %s of an account of another firm's client is 403 for a token",
    async (length) => {
      const credential = bearer(service.keys.otherAdviser.token);
      expect(await responseToHead(restrictions, [credential, length])).toBe("403");
    },
  );

  test("a body that is said to be no JSON is 415 for a token", async () => {
    const headers = [bearer(service.keys.adviser.token), "Content-Type: text/plain"];
    expect(await responseToHead(restrictions, [...headers, "Content-Length: 9"])).toBe("415");
  });

  test("an API user over its rate is 429, by token and by a signature that is yet to be checked", async () => {
    const slow = await openTestService({ rateLimit: 1 });
    const at = await addressOf(slow.app);
    try {
      for (let turn = 0; turn < 2; turn += 1) await slow.call("adviser", "GET", restrictions);
      const credentials = [
        bearer(slow.keys.adviser.token),
        signature(restrictions, { at: slow.now() }),
      ];
      for (const credential of credentials) {
        const headers = [credential, "Content-Length: 9"];
        expect(await responseToHead(restrictions, headers, at)).toBe("429");
      }
    } finally {
      await slow.close();
    }
  });

  test("an address over its failures is 429 for a large body that nobody is known to have signed", async () => {
    nextMinute();
    const large = [signature(agreement, {}), "Content-Length: 65537"];
    for (let failure = 0; failure < 21; failure += 1) await service.call(null, "GET", restrictions);
    expect(await responseToHead(agreement, large)).toBe("429");
    const small = await service.signed("adviser", "POST", restrictions, { body: restriction });
    expect(small.status).toBe(201);
    nextMinute();
  });
});

test("a forged signature is judged with its body", async () => {
  const socket = await openSocket(port);
  const forged = signature(restrictions, { secret: "guessed", body: restriction });
  const response = received(socket, wholeResponse);
  socket.write(head(restrictions, [forged, `Content-Length: ${restriction.length}`]));
  await eventually(() => expect(service.app.frame.bodies.bytes()).toBe(0));
  socket.write(restriction);
  expect(await response).toMatch(/^HTTP\/1\.1 401 /);
  socket.destroy();
});

describe("a sender that sends its whole body before it reads", () => {
  /** Sends everything, then reads. */
  async function sendThenRead(headers: readonly string[], body: Buffer) {
    const socket = await openSocket(port);
    const faults: Error[] = [];
    socket.on("error", (fault) => faults.push(fault));
    socket.pause();
    const all = Buffer.concat([Buffer.from(head(agreement, headers)), body]);
    await new Promise((resolve) => socket.write(all, resolve));
    return { socket, faults };
  }

  const body = Buffer.alloc(4 * mebibyte, 0x20);

  test.each([
    ["401", [`Content-Length: ${body.length}`]],
    ["413", [`Content-Length: ${body.length + 1}`]],
  ])("reads its %s, and the connection ends without a fault", async (status, headers) => {
    nextMinute();
    const sent = status === "413" ? Buffer.concat([body, Buffer.from(" ")]) : body;
    const { socket, faults } = await sendThenRead(["Connection: close", ...headers], sent);
    const ended = readToEnd(socket);
    socket.resume();
    const response = await ended;
    expect(response).toMatch(new RegExp(`^HTTP/1\\.1 ${status} [\\s\\S]*\\}\\]$`));
    expect(faults).toEqual([]);
  });

  test("is answered its next request on the same connection", async () => {
    nextMinute();
    const { socket } = await sendThenRead([`Content-Length: ${body.length}`], body);
    const first = received(socket, wholeResponse);
    socket.resume();
    expect(await first).toMatch(/^HTTP\/1\.1 401 /);
    const second = received(socket, /^HTTP\/1\.1 200 /);
    socket.write(head("", [], "GET /health/live"));
    await second;
    socket.destroy();
  });

  test("of more than 16 MiB is cut off", async () => {
    nextMinute();
    const socket = await openSocket(port);
    let isClosed = false;
    const closed = new Promise<void>((resolve) => {
      socket.once("close", () => {
        isClosed = true;
        resolve();
      });
    });
    socket.on("error", () => {}).resume();
    socket.write(head(agreement, ["Transfer-Encoding: chunked"]));
    const chunk = `100000\r\n${"x".repeat(mebibyte)}\r\n`;
    for (let sent = 0; sent < 200 && !isClosed; sent += 1) {
      const drained = new Promise((resolve) => socket.once("drain", resolve));
      if (!socket.write(chunk)) await Promise.race([drained, closed]);
    }
    await closed;
    expect(isClosed).toBe(true);
  });
});

test("the body of a refused request is charged to its API user", async () => {
  const slow = await openTestService({ rateLimit: 8 });
  const wait = () => slow.app.frame.rates.wait("5001" as Id, slow.now());
  try {
    const socket = await openSocket(await addressOf(slow.app));
    const response = received(socket, wholeResponse);
    const headers = [bearer(slow.keys.adviser.token), `Content-Length: ${mebibyte}`];
    socket.write(head(restrictions, ["Content-Type: text/plain", ...headers]));
    expect(await response).toMatch(/^HTTP\/1\.1 415 /);
    expect(wait()).toBeUndefined(); // 16 − 1 = 15
    socket.write(Buffer.alloc(mebibyte));
    await eventually(() => expect(wait()).toBe(1)); // 15 − 16 = −1
    socket.destroy();
  } finally {
    await slow.close();
  }
});

describe("a sender that waits for a 100 Continue", () => {
  const waiting = ["Expect: 100-continue", `Content-Length: ${restriction.length}`];

  test("gets it once its head is admitted", async () => {
    const socket = await openSocket(port);
    const continued = received(socket, /^HTTP\/1\.1 100 Continue\r\n\r\n$/);
    const path = restrictions.replace("00000001", "00000002");
    socket.write(head(path, [bearer(service.keys.adviser.token), "Connection: close", ...waiting]));
    await continued;
    const response = readToEnd(socket);
    socket.write(restriction);
    expect(await response).toMatch(/^HTTP\/1\.1 201 /);
  });

  test("is refused without it, and its connection closed", async () => {
    nextMinute();
    const socket = await openSocket(port);
    const response = readToEnd(socket);
    socket.write(head(restrictions, waiting));
    expect(await response).toMatch(/^HTTP\/1\.1 401 [\s\S]*\r\nconnection: close\r\n/i);
  });

  test("is refused likewise where it has no access", async () => {
    const socket = await openSocket(port);
    const response = readToEnd(socket);
    socket.write(head(restrictions, [bearer(service.keys.otherAdviser.token), ...waiting]));
    expect(await response).toMatch(/^HTTP\/1\.1 403 [\s\S]*\r\nconnection: close\r\n/i);
  });
});

test("a token that is revoked while its body arrives is refused", async () => {
  const own = { apiUserId: "5001", boundLoginId: undefined };
  const context = () => testContext(service.db, service.now());
  const drawn = await createKey(context(), { ...own, kind: "token", expiresAt: undefined });
  const { token, keyId } = drawn as { token: string; keyId: string };
  const socket = await openSocket(port);
  const response = readToEnd(socket);
  const headers = [bearer(token), `Content-Length: ${restriction.length}`];
  socket.write(head(restrictions, ["Connection: close", ...headers]) + restriction.slice(0, 9));
  await eventually(() => expect(service.app.frame.bodies.bytes()).toBe(9));
  await revokeKey(context(), keyId);
  service.setNow(new Date(+service.now() + 5_000).toISOString());
  socket.write(restriction.slice(9));
  expect(await response).toMatch(/^HTTP\/1\.1 401 /);
});

describe("bodies in memory", () => {
  let small: TestService;
  beforeAll(async () => {
    const sizes = { bodyLimit: 4_096, signatureBodyLimit: 8_192, bodyMemory: 10_000 };
    small = await openTestService(sizes);
  });
  afterAll(() => small.close());

  async function begin(caller: "adviser" | "client", bytes: number, path = agreement) {
    const socket = await openSocket(await addressOf(small.app));
    const before = small.app.frame.bodies.bytes();
    const headers = [bearer(small.keys[caller].token), `Content-Length: ${bytes + 1}`];
    socket.write(head(path, ["Connection: close", ...headers]) + " ".repeat(bytes));
    const arrived = () =>
      eventually(() => expect(small.app.frame.bodies.bytes()).toBeGreaterThan(before));
    return { socket, response: readToEnd(socket), arrived };
  }

  test("are bounded together: one too many gets 503 and the time to try again", async () => {
    const first = await begin("adviser", 6_000);
    await first.arrived();
    for (const caller of ["adviser", "client"] as const) {
      const refused = await (await begin(caller, 6_000)).response;
      expect(refused).toMatch(/^HTTP\/1\.1 503 [\s\S]*\r\nretry-after: 1\r\n/i);
      expect(refused).toContain('"errorCode":"too.many.bodies"');
    }
    first.socket.write("x");
    expect(await first.response).toMatch(/^HTTP\/1\.1 400 /);
    expect(small.app.frame.bodies.bytes()).toBe(0);
    const other = await begin("client", 6_000);
    other.socket.write("x");
    expect(await other.response).toMatch(/^HTTP\/1\.1 400 /);
  });

  test("are given back when their sender hangs up", async () => {
    const { socket, arrived } = await begin("adviser", 6_000);
    await arrived();
    socket.destroy();
    await eventually(() => expect(small.app.frame.bodies.bytes()).toBe(0));
  });
});
