// Signed requests: what is signed, what the header may look like, and that a change's signature is
// accepted once. (interface 1)
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createKey } from "../src/brokerage/service/api-users/create-key.ts";
import { revokeKey } from "../src/brokerage/service/api-users/revoke-key.ts";
import { computeSignature, stringToSign } from "../src/platform/auth/signature.ts";
import { openTestService, send, signedHeader, type TestService, testBase } from "./harness.ts";
import { addressOf, exchange } from "./raw-http.ts";
import { type TestKeys, testContext } from "./sample-template.ts";

let service: TestService;
beforeAll(async () => {
  // Not as a sandbox, which discloses more.
  service = await openTestService({ daysAhead: async () => undefined });
});
afterAll(() => service.close());

const account = "/restapi/accounts/RA00000001";
const restrictions = "/restapi/accounts/RA00000009/restrictions";
const restriction = { reason: { code: "021" }, type: { code: "SO" } };

const unauthorized = [
  {
    type: "REQUEST",
    errorCode: "unauthorized",
    message: "The credentials are not accepted.",
  },
];

describe("three worked vectors", () => {
  const secret = "a-shared-secret-for-worked-examples";
  const timestamp = "2026-03-02T10:00:00.000-05:00";
  const base = "https://api.example.com";
  const series = "/restapi/accounts/RA00000001/performance/unitvalues";

  test.each([
    {
      of: "a read without a body",
      method: "GET",
      url: `${base}/restapi/accounts/RA00000001`,
      body: "",
      md5: "d41d8cd98f00b204e9800998ecf8427e",
      signature: "Z6Pr30aW0Qaf22cn0kxk6WN9PYP/zI9liUaqOaKwgjA=",
    },
    {
      of: "a read with a query, which is signed as it is sent",
      method: "GET",
      url: `${base}${series}?daterange=2025-01-01%2C2025-12-31&returntype=netfee`,
      body: "",
      md5: "d41d8cd98f00b204e9800998ecf8427e",
      signature: "rqMLoA0YHOaCkpYA0dLlZxTfDMoXnOMB7GCIyDLk/z0=",
    },
    {
      of: "a change with a body, at an address with a path prefix",
      method: "POST",
      url: `${base}/bursar/restapi/accounts/RA00000001/restrictions`,
      body: '{"reason":{"code":"021"},"type":{"code":"SO"}}',
      md5: "502ae9853cb7859cd08d4872b2817dbb",
      signature: "ZRYK5iRxk2kOlW5FwGOmNXDFk30/DPYEY770dwqwxKc=",
    },
  ])("$of", ({ method, url, body, md5, signature }) => {
    const request = { method, url, timestamp, body: Buffer.from(body) };
    expect(stringToSign(request)).toBe(`${method}\n${url}\n${timestamp}\n${md5}`);
    expect(computeSignature(secret, request)).toBe(signature);
  });
});

function header(options: Partial<Parameters<typeof signedHeader>[1]> = {}): string {
  const request = {
    method: "GET",
    url: testBase + account,
    timestamp: service.now().toISOString(),
  };
  return signedHeader(service.keys.adviser, { ...request, ...options });
}

const read = (authorization: string, path = account) =>
  send(service.app, "GET", path, undefined, { authorization });

describe("the header", () => {
  const parts = (text: string) => text.slice("FOLIOWS ".length).split(",");
  const quoted = (text: string) => parts(text).map((part) => `${part.replace("=", '="')}"`);

  test.each<[string, (text: string) => string]>([
    ["elements are separated by a comma", (text) => text],
    ["elements are separated by a comma and a blank", (text) => text.replaceAll(",", ", ")],
    ["values stand in double quotes", (text) => `FOLIOWS ${quoted(text).join(", ")}`],
    ["the elements stand in another order", (text) => `FOLIOWS ${parts(text).reverse().join(",")}`],
    ["the scheme is in lower case", (text) => text.replace("FOLIOWS ", "foliows ")],
    ["the member elements are empty", (text) => `${text},FOLIOWS_MEMBER_ID=`],
    ["a member is named", (text) => `${text},FOLIOWS_MEMBER_ID=harbor.lin`],
  ])("is accepted when %s", async (_, change) => {
    expect((await read(change(header()))).status).toBe(200);
  });

  test.each<[string, (text: string) => string]>([
    ["an element is unknown", (text) => `${text},FOLIOWS_OTHER=1`],
    ["an element's name is in lower case", (text) => text.replace("FOLIOWS_SIG", "foliows_sig")],
    ["an element is repeated", (text) => `${text},${parts(text)[0]}`],
    ["the key is missing", (text) => `FOLIOWS ${parts(text).slice(1).join(",")}`],
    ["the signature is missing", (text) => text.replace(/,FOLIOWS_SIGNATURE=[^,]*/, "")],
    ["the time stamp is missing", (text) => text.replace(/,FOLIOWS_TIMESTAMP=[^,]*/, "")],
    ["it ends with a comma", (text) => `${text},`],
    ["elements are separated by two blanks", (text) => text.replaceAll(",", ",  ")],
    ["elements are separated by semicolons", (text) => text.replaceAll(",", ";")],
    ["a quote is not closed", (text) => text.replace("KEY=", 'KEY="')],
    ["a percent escape is broken", (text) => `${text},FOLIOWS_MEMBER_ID=%zz`],
    ["it has no elements", () => "FOLIOWS"],
    ["its scheme is unknown", (text) => text.replace("FOLIOWS ", "HMAC ")],
    ["it is empty", () => ""],
  ])("is refused when %s", async (_, change) => {
    service.setNow(new Date(+service.now() + 61_000).toISOString());
    const response = await read(change(header()));
    expect([response.status, response.body]).toEqual([401, unauthorized]);
    expect(response.headers["www-authenticate"]).toBe("FOLIOWS, Bearer");
  });
});

describe("what is signed", () => {
  const url = testBase + account;
  const stamp = () => service.now().toISOString();

  test.each<[string, () => string]>([
    ["another method", () => header({ method: "PUT" })],
    ["the method in lower case", () => header({ method: "get" })],
    ["another path", () => header({ url: `${testBase}/restapi/accounts/RA00000002` })],
    ["another host", () => header({ url: `http://other.test${account}` })],
    ["another scheme", () => header({ url: `https://bursar.test${account}` })],
    ["a query that was not sent", () => header({ url: `${url}?a=1` })],
    ["another body", () => header({ body: "{}" })],
    ["a trailing line feed", () => header({ url: `${url}\n` })],
    [
      "another time stamp",
      () => header({ timestamp: stamp() }).replace(/TIMESTAMP=.*/, `TIMESTAMP=${later()}`),
    ],
    [
      "another key's secret",
      () => {
        const { apiKey } = service.keys.adviser;
        const { sharedSecret } = service.keys.otherAdviser;
        const request = { method: "GET", url, timestamp: stamp() };
        return signedHeader({ apiKey, sharedSecret }, request);
      },
    ],
    ["an unknown key", () => header().replace(service.keys.adviser.apiKey, "bk_unknown")],
    ["a key with U+0000", () => header().replace(service.keys.adviser.apiKey, "bk_%00")],
    ["the signature cut short", () => header().replace("%3D,", ",")],
    ["no signature at all", () => header().replace(/SIGNATURE=[^,]*/, "SIGNATURE=")],
  ])("a signature over %s is refused without saying why", async (_, made) => {
    service.setNow(new Date(+service.now() + 61_000).toISOString());
    const response = await read(made());
    expect([response.status, response.body]).toEqual([401, unauthorized]);
  });

  const later = () => encodeURIComponent(new Date(+service.now() + 1000).toISOString());

  test.each([
    ["an escape that need not be one", "/restapi/accounts/RA0000000%31", 200],
    ["an escape in small letters", "/restapi/accounts/RA%3a", 403],
    ["an empty query", "/restapi/accounts/RA00000001?", 200],
    ["a query in its own order, with a plus", "/restapi/accounts/RA00000001?b=+&a=%20&a=", 200],
    ["a query with letters that should be escaped", "/restapi/accounts/RA00000001?a={|}'", 200],
    ["a fragment", "/restapi/accounts/RA00000001?a#b", 200],
  ])("the target is signed as it was sent: %s", async (_, path, status) => {
    const address = await addressOf(service.app);
    const authorization = header({ url: testBase + path });
    const head = `GET ${path} HTTP/1.1\r\nHost: bursar.test\r\nConnection: close\r\n`;
    const response = await exchange(address, `${head}Authorization: ${authorization}\r\n\r\n`);
    expect(response).toMatch(`HTTP/1.1 ${status} `);
  });

  test("a normalised form of the target is not what was signed", async () => {
    const path = "/restapi/accounts/RA0000000%31";
    expect((await read(header(), path)).status).toBe(401);
    expect((await read(header({ url: testBase + path }))).status).toBe(401);
  });

  test("the bytes of the body are signed as they were sent", async () => {
    const text = '{ "accountName": "Épargne 😀" }';
    const response = await service.signed("adviser", "PUT", account, { body: text });
    expect(response.status).toBe(200);
    const authorization = header({ method: "PUT", body: text });
    const other = await send(service.app, "PUT", account, text.replace("{ ", "{"), {
      authorization,
    });
    expect(other.status).toBe(401);
  });
});

describe("the time stamp", () => {
  const at = (ms: number) => new Date(+service.now() + ms);
  const minutes = 60_000;

  test.each([
    ["five minutes behind", -5 * minutes, 200],
    ["more than five minutes behind", -5 * minutes - 1, 401],
    ["five minutes ahead", 5 * minutes, 200],
    ["more than five minutes ahead", 5 * minutes + 1, 401],
  ])("%s", async (_, ms, status) => {
    service.setNow("2026-03-02T15:00:00.000Z");
    const timestamp = at(ms).toISOString();
    expect((await service.signed("adviser", "GET", account, { timestamp })).status).toBe(status);
  });

  test.each([
    ["in UTC", "2026-03-02T15:00:00Z", 200],
    ["with New York's offset", "2026-03-02T10:00:00-05:00", 200],
    ["with an offset without a colon", "2026-03-02T10:00:00-0500", 200],
    ["with an offset ahead of UTC", "2026-03-02T20:30:00.123+05:30", 200],
    ["with six digits of a second", "2026-03-02T15:00:00.123456Z", 200],
    ["with seven digits of a second", "2026-03-02T10:00:00.1234567-05:00", 200],
    ["with nine digits of a second", "2026-03-02T15:00:00.123456789Z", 200],
    ["with ten digits of a second", "2026-03-02T15:00:00.1234567891Z", 401],
    ["with a point and no digit", "2026-03-02T15:00:00.Z", 401],
    ["with a comma before its digits", "2026-03-02T15:00:00,123Z", 401],
    ["at the end of what is allowed", "2026-03-02T15:05:00.000999999Z", 200],
    ["past the end of what is allowed", "2026-03-02T15:05:00.001Z", 401],
    ["without an offset", "2026-03-02T15:00:00", 401],
    ["without a time", "2026-03-02", 401],
    ["in seconds of the epoch", "1772463600", 401],
    ["of a day that does not exist", "2026-02-30T15:00:00Z", 401],
    ["of nothing", "now", 401],
  ])("%s", async (_, timestamp, status) => {
    service.setNow("2026-03-02T15:00:00.000Z");
    expect((await service.signed("adviser", "GET", account, { timestamp })).status).toBe(status);
  });
});

describe("once", () => {
  test("the signature of a change is accepted once", async () => {
    service.setNow("2026-03-02T16:00:00.000Z");
    const first = await service.signed("adviser", "POST", restrictions, { body: restriction });
    expect(first.status).toBe(201);
    const before = await service.auditOf("RA00000009");
    const second = await service.signed("adviser", "POST", restrictions, { body: restriction });
    expect([second.status, second.body]).toEqual([401, unauthorized]);
    expect(await service.auditOf("RA00000009")).toEqual(before);
  });

  test("a used signature stays used for another member, whom it does not cover", async () => {
    const again = await service.signed("adviser", "POST", restrictions, {
      body: restriction,
      members: { FOLIOWS_MEMBER_ID: "harbor.lin" },
    });
    expect(again.status).toBe(401);
  });

  test("a signature whose request was refused may be used again", async () => {
    service.setNow("2026-03-02T17:00:00.000Z");
    const path = "/restapi/accounts/RA00000010/restrictions";
    const other = { members: { FOLIOWS_MEMBER_ID: "ada.whitfield" } };
    const refused = await service.signed("adviser", "POST", path, { body: restriction, ...other });
    expect(refused.status).toBe(403);
    const made = await service.signed("adviser", "POST", path, { body: restriction });
    expect(made.status).toBe(201);
    service.setNow("2026-03-02T17:00:01.000Z");
    const twice = await service.signed("adviser", "POST", path, { body: restriction });
    expect(twice.status).toBe(400);
    const again = await service.signed("adviser", "POST", path, { body: restriction });
    expect(again.status).toBe(400);
  });

  test("of two identical changes at once one is accepted", async () => {
    const path = "/restapi/accounts/RA00000011";
    service.setNow("2026-03-02T18:00:00.000Z");
    const body = { accountName: "Twice" };
    const responses = await Promise.all(
      [1, 2, 3].map(() => service.signed("adviser", "PUT", path, { body })),
    );
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 401, 401]);
  });

  test("reads may be repeated", async () => {
    const authorization = header();
    for (const _ of [1, 2, 3]) expect((await read(authorization)).status).toBe(200);
  });
});

describe("public addresses", () => {
  const bases = ["https://api.example.com/bursar", "http://10.0.0.5:8080"];
  let behind: TestService;
  beforeAll(async () => {
    behind = await openTestService({ publicUrls: bases });
  });
  afterAll(() => behind.close());

  test.each([
    ["the first address with its prefix", bases[0], 201],
    ["another address of the list", bases[1], 201],
    ["the first address without its prefix", "https://api.example.com", 401],
    ["the Host header", testBase, 401],
  ])("a request signed for %s", async (_, base, status) => {
    const path = `/restapi/accounts/RA000000${bases.indexOf(base ?? "") + 12}/restrictions`;
    const body = JSON.stringify(restriction);
    const timestamp = behind.now().toISOString();
    const authorization = signedHeader(behind.keys.adviser, {
      method: "POST",
      url: base + path,
      timestamp,
      body,
    });
    const response = await send(behind.app, "POST", path, body, { authorization });
    expect(response.status).toBe(status);
    if (status === 201) expect(response.headers.location).toMatch(`${bases[0]}${path}/`);
  });
});

describe("without a public address", () => {
  const forwarded = {
    "X-Forwarded-Host": "api.example.com",
    "X-Forwarded-Proto": "https",
    "X-Forwarded-For": "198.51.100.7",
  };

  async function sentTo(trustProxy: readonly string[], url: string) {
    const local = await openTestService({ publicUrls: [], trustProxy });
    try {
      const path = "/restapi/accounts/RA00000011";
      const body = JSON.stringify({ accountName: "Behind" });
      const timestamp = local.now().toISOString();
      const request = { method: "PUT", url: url + path, timestamp, body };
      const authorization = signedHeader(local.keys.adviser, request);
      const response = await send(local.app, "PUT", path, body, { authorization, ...forwarded });
      return [response.status, response.headers.location];
    } finally {
      await local.close();
    }
  }

  test("the Host header gives the address, whatever an anonymous caller forwards", async () => {
    const location = `${testBase}/restapi/accounts/RA00000011`;
    expect(await sentTo([], testBase)).toEqual([200, location]);
    expect(await sentTo(["10.0.0.0/8"], testBase)).toEqual([200, location]);
    expect(await sentTo([], "https://api.example.com")).toEqual([401, undefined]);
  });

  test("a listed proxy gives the address", async () => {
    const location = "https://api.example.com/restapi/accounts/RA00000011";
    const response = await sentTo(["127.0.0.0/8"], "https://api.example.com");
    expect(response).toEqual([200, location]);
  });
});

describe("keys", () => {
  async function newKeys(expiresAt?: Date): Promise<TestKeys & { keyId: string }> {
    const request = { apiUserId: "5001", kind: "signing" as const, boundLoginId: undefined };
    const drawn = await createKey(testContext(service.db, service.now()), {
      ...request,
      expiresAt,
    });
    return drawn as unknown as TestKeys & { keyId: string };
  }
  const readWith = (key: TestKeys) => {
    const timestamp = service.now().toISOString();
    return read(signedHeader(key, { method: "GET", url: testBase + account, timestamp }));
  };

  test("a key is refused within five seconds of its revocation", async () => {
    const key = await newKeys();
    expect((await readWith(key)).status).toBe(200);
    await revokeKey(testContext(service.db, service.now()), key.keyId);
    service.setNow(new Date(+service.now() + 5_000).toISOString());
    expect((await readWith(key)).status).toBe(401);
  });

  test("a key is accepted until it expires", async () => {
    const start = +service.now();
    const key = await newKeys(new Date(start + 60_000));
    service.setNow(new Date(start + 59_999).toISOString());
    expect((await readWith(key)).status).toBe(200);
    service.setNow(new Date(start + 60_000).toISOString());
    expect((await readWith(key)).status).toBe(401);
  });
});

test("a refused signature learns what was to be signed, in a sandbox alone, and a token nothing", async () => {
  const sandbox = await openTestService({ daysAhead: async () => 0 });
  try {
    const timestamp = sandbox.now().toISOString();
    const body = '{"accountName":"Signed"}';
    const header = (secret: string) =>
      signedHeader(
        { ...sandbox.keys.adviser, sharedSecret: secret },
        { method: "PUT", url: `${testBase}${account}`, timestamp, body, members: {} },
      );
    const authorization = header("another secret");
    const response = await send(sandbox.app, "PUT", account, body, { authorization });
    const last = "<MD5 of the body's bytes in hex>";
    const text = JSON.stringify(`PUT\n${testBase}${account}\n${timestamp}\n${last}`);
    expect([response.status, response.body[0].message]).toEqual([
      401,
      `The credentials are not accepted. In this sandbox: the string to sign is ${text}.`,
    ]);
    const unknown = { authorization: authorization.replace(sandbox.keys.adviser.apiKey, "nobody") };
    expect((await send(sandbox.app, "PUT", account, body, unknown)).text).toBe(response.text);
    const token = { authorization: `Bearer bursar_${"A".repeat(43)}` };
    expect((await send(sandbox.app, "GET", account, undefined, token)).body).toEqual(unauthorized);
  } finally {
    await sandbox.close();
  }
});
