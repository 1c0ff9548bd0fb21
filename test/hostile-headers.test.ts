// Hostile elements next to a valid signature: the signer may still name anyone.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openTestService, signedHeader, type TestService, testBase } from "./harness.ts";
import { addressOf, exchange } from "./raw-http.ts";

const account = "/restapi/accounts/RA00000001";

let service: TestService;
beforeAll(async () => {
  service = await openTestService();
});
afterAll(() => service.close());

const names = [
  "\u0000",
  "ada.whitfield\u0000",
  "\u{1f600}",
  "ada.whitfield ",
  "ADA.WHITFIELD",
  "__proto__",
  "' or 1=1 --",
  "%",
  "ada.whitfield,FOLIOWS_API_KEY=other",
  "\r\nX: y",
  "a".repeat(4_000),
];

describe.each(["FOLIOWS_MEMBER_ID", "FOLIOWS_SELECTED_MEMBER_ID"])("%s", (element) => {
  test.each(names)("of %j names no member", async (name) => {
    const response = await service.signed("adviser", "GET", account, {
      members: { [element]: name },
    });
    expect(response.status).toBe(403);
    expect(response.body).toEqual([
      { type: "REQUEST", message: "The user is not allowed to use this request." },
    ]);
  });
});

test("a key with U+0000 is unknown, like any other", async () => {
  const { adviser } = service.keys;
  const timestamp = service.now().toISOString();
  for (const key of ["%00", "%F0%9F%98%80", `${adviser.apiKey}%00`]) {
    const authorization =
      `FOLIOWS FOLIOWS_API_KEY=${key},FOLIOWS_SIGNATURE=a,` +
      `FOLIOWS_TIMESTAMP=${encodeURIComponent(timestamp)}`;
    const response = await service.call(null, "GET", account, undefined, { authorization });
    expect(response.status).toBe(401);
  }
});

describe("a target that is the whole address", () => {
  async function read(target: string, of: { service: TestService; host: string; url: string }) {
    const timestamp = of.service.now().toISOString();
    const signing = { method: "GET", url: of.url, timestamp };
    const authorization = signedHeader(of.service.keys.adviser, signing);
    const head = [`Host: ${of.host}`, "Connection: close", `Authorization: ${authorization}`];
    const sent = `${[`GET ${target} HTTP/1.1`, ...head].join("\r\n")}\r\n\r\n`;
    const response = await exchange(await addressOf(of.service.app), sent);
    return { status: response.slice(9, 12), tag: /^etag: (.*)\r$/im.exec(response)?.[1] };
  }

  const lots = `${account}/reportedtaxlots?taxyear=2025`;

  test("is served for a host of ours as without it, whatever the Host header says", async () => {
    const url = testBase + lots;
    const plain = await read(lots, { service, host: "bursar.test", url });
    expect(plain).toEqual({ status: "200", tag: expect.any(String) });
    for (const target of [url, `HTTP://Bursar.test:80${lots}`, `https://bursar.test:443${lots}`]) {
      expect(await read(target, { service, host: "other.test", url })).toEqual(plain);
    }
    const other = `http://other.test${lots}`;
    expect((await read(other, { service, host: "bursar.test", url: other })).status).toBe("400");
  });

  test("is compared with the Host header where no address is configured", async () => {
    const local = await openTestService({ publicUrls: [] });
    try {
      const url = `http://localhost:8080${lots}`;
      const of = { service: local, host: "localhost:8080", url };
      expect((await read(url, of)).status).toBe("200");
      expect((await read(`http://localhost${lots}`, of)).status).toBe("400");
      expect((await read(url, { ...of, host: "" })).status).toBe("400");
    } finally {
      await local.close();
    }
  });
});

describe("what a proxy forwards", () => {
  let behind: TestService;
  beforeAll(async () => {
    behind = await openTestService({ publicUrls: [], trustProxy: ["127.0.0.0/8"] });
  });
  afterAll(() => behind.close());

  const forwarded: readonly [string, string, number][] = [
    ["X-Forwarded-Proto", "http", 200],
    ["X-Forwarded-Proto", "javascript, https", 200],
    ["X-Forwarded-Proto", "HTTPS", 400],
    ["X-Forwarded-Proto", "javascript", 400],
    ["X-Forwarded-Proto", "https://evil.test/", 400],
    ["X-Forwarded-For", "198.51.100.7", 200],
    ["X-Forwarded-For", "2001:db8::7", 200],
    ["X-Forwarded-For", "anything, 198.51.100.7, 127.0.0.2", 200],
    ["X-Forwarded-For", "198.51.100.7, unknown", 400],
    ["X-Forwarded-For", "198.51.100.7:443", 400],
    ["X-Forwarded-For", "someone", 400],
    ["X-Forwarded-Host", "api.example.com", 200],
    ["X-Forwarded-Host", "evil.test/path", 400],
  ];

  test.each(forwarded)("as %s: %s gets %s", async (name, value, status) => {
    const response = await behind.call("adviser", "GET", account, undefined, { [name]: value });
    expect(response.status).toBe(status);
    if (status === 400) expect(response.body[0].errorCode).toBe("request.malformed");
  });

  test.each(forwarded)(
    "as %s: %s counts for nothing from an anonymous caller",
    async (name, value) => {
      const response = await service.call("adviser", "GET", account, undefined, { [name]: value });
      expect(response.status).toBe(200);
    },
  );
});

test("a second Authorization header makes both void, whichever is good", async () => {
  const port = await addressOf(service.app);
  const [good, bad] = [service.keys.adviser.token, "bursar_bad"].map(
    (token) => `Authorization: Bearer ${token}`,
  );
  const statusOf = async (...lines: (string | undefined)[]) => {
    const head = [`GET ${account} HTTP/1.1`, "Host: bursar.test", "Connection: close", ...lines];
    return (await exchange(port, `${head.join("\r\n")}\r\n\r\n`)).slice(9, 12);
  };
  expect(await statusOf(good)).toBe("200");
  expect(await statusOf(good, bad)).toBe("401");
  expect(await statusOf(bad, good)).toBe("401");
  expect(await statusOf(good, good)).toBe("401");
});
