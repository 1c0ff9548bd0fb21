// Bearer tokens, failed credentials, and keys bound to a member. (interface 1)
import { describe, expect, test } from "vitest";
import { createKey, type NewKey } from "../src/brokerage/service/api-users/create-key.ts";
import { revokeKey } from "../src/brokerage/service/api-users/revoke-key.ts";
import { sql } from "../src/platform/store/db.ts";
import { send, useTestService } from "./harness.ts";
import { testContext } from "./sample-template.ts";

const service = useTestService();

const account = "/restapi/accounts/RA00000001";
const read = (authorization?: string, path = account) =>
  send(service.app, "GET", path, undefined, authorization === undefined ? {} : { authorization });

async function drawToken(settings: Partial<NewKey> = {}) {
  const request = { apiUserId: "5001", expiresAt: undefined, boundLoginId: undefined };
  const drawn = await createKey(testContext(service.db, service.now()), {
    ...request,
    kind: "token",
    ...settings,
  });
  if (!("token" in drawn)) throw new Error("a key of another kind");
  return drawn;
}

function pass(ms: number): void {
  service.setNow(new Date(+service.now() + ms).toISOString());
}

test("a token has a prefix and 256 random bits, and the store keeps only its hash", async () => {
  const { token, keyId } = await drawToken();
  expect(token).toMatch(/^bursar_[\w-]{43}$/);
  const row = await service.db.first(sql<{ row: string }>`
    select to_json(credential)::text as row from api_credential as credential where api_key_id = ${keyId}`);
  expect(row?.row).not.toContain(token.slice(7));
  expect(JSON.stringify(await service.auditOf("firm:1002"))).not.toContain(token.slice(7));
});

test.each<[string, (token: string) => string]>([
  ["as it is documented", (token) => `Bearer ${token}`],
  ["with the scheme in lower case", (token) => `bearer ${token}`],
  ["with the scheme in capitals", (token) => `BEARER ${token}`],
  ["with two blanks", (token) => `Bearer  ${token}`],
])("a token is accepted %s", async (_, made) => {
  expect((await read(made(service.keys.adviser.token))).status).toBe(200);
});

test.each<[string, (token: string) => string | undefined]>([
  ["no header", () => undefined],
  ["an empty header", () => ""],
  ["a scheme alone", () => "Bearer"],
  ["a token without its scheme", (token) => token],
  ["a token without its prefix", (token) => `Bearer ${token.slice("bursar_".length)}`],
  ["a token cut short", (token) => `Bearer ${token.slice(0, -1)}`],
  ["a token with a letter more", (token) => `Bearer ${token}A`],
  ["a token in another case", (token) => `Bearer ${token.toUpperCase()}`],
  ["two tokens", (token) => `Bearer ${token}, Bearer ${token}`],
  ["a token under another scheme", (token) => `Basic ${token}`],
  ["a shared secret", () => `Bearer ${service.keys.adviser.sharedSecret}`],
])("%s is refused with 401, which does not say what was wrong", async (_, made) => {
  const response = await read(made(service.keys.adviser.token));
  expect([response.status, response.headers["www-authenticate"]]).toEqual([401, "FOLIOWS, Bearer"]);
  expect(response.body).toMatchInlineSnapshot(`
    [
      {
        "errorCode": "unauthorized",
        "message": "The credentials are not accepted.",
        "type": "REQUEST",
      },
    ]
  `);
});

test("a token is refused within five seconds of its revocation", async () => {
  const { token, keyId } = await drawToken();
  expect((await read(`Bearer ${token}`)).status).toBe(200);
  await revokeKey(testContext(service.db, service.now()), keyId);
  pass(5_000);
  expect((await read(`Bearer ${token}`)).status).toBe(401);
});

test("a token is accepted until it expires", async () => {
  const { token } = await drawToken({ expiresAt: new Date(+service.now() + 60_000) });
  pass(59_999);
  expect((await read(`Bearer ${token}`)).status).toBe(200);
  pass(1);
  expect((await read(`Bearer ${token}`)).status).toBe(401);
});

test("the same request with the same token may be repeated", async () => {
  const change = () => service.call("adviser", "PUT", account, { accountName: "Again" });
  expect([(await change()).status, (await change()).status]).toEqual([200, 200]);
});

describe("failed credentials", () => {
  const fail = () => read("Bearer wrong");

  test("more than 20 in a minute get 429; good ones still pass", async () => {
    pass(120_000);
    const statuses: number[] = [];
    for (let count = 0; count < 20; count += 1) statuses.push((await fail()).status);
    expect(new Set(statuses)).toEqual(new Set([401]));
    const refused = await fail();
    expect([refused.status, refused.headers["retry-after"], refused.body]).toMatchInlineSnapshot(`
      [
        429,
        "60",
        [
          {
            "errorCode": "too.many.failures",
            "message": "Too many failed credentials from this address; wait before the next attempt.",
            "type": "REQUEST",
          },
        ],
      ]
    `);
    expect((await read(`Bearer ${service.keys.adviser.token}`)).status).toBe(200);
    expect((await service.signed("adviser", "GET", account)).status).toBe(200);
    expect((await fail()).status).toBe(429);
    pass(60_000);
    expect((await fail()).status).toBe(401);
  });

  test("a used signature is not a failed guess, and does not count", async () => {
    pass(120_000);
    const sign = () => service.signed("adviser", "PUT", account, { body: { accountName: "Once" } });
    expect((await sign()).status).toBe(200);
    for (let count = 0; count < 21; count += 1) expect((await sign()).status).toBe(401);
    expect((await fail()).status).toBe(401);
  });

  test("each address is counted separately", async () => {
    pass(120_000);
    for (let count = 0; count < 21; count += 1) await fail();
    const elsewhere = await service.app.inject({ url: account, remoteAddress: "198.51.100.7" });
    expect(elsewhere.statusCode).toBe(401);
    expect((await fail()).status).toBe(429);
  });
});

describe("a token bound to a member", () => {
  const asMember = (token: string, path: string, member = "") =>
    send(service.app, "GET", path, undefined, {
      authorization: `Bearer ${token}`,
      "X-Associated-Member-Id": member,
    });

  test.each([
    ["sees what the member owns", "RA00000001", "", 200],
    ["sees what the member owns with another", "RA00000003", "", 200],
    ["does not see what the member does not own", "RA00000006", "", 403],
    ["may name its own member", "RA00000001", "ada.whitfield", 200],
    ["may not name another member", "RA00000003", "ben.whitfield", 403],
    ["may not name another firm's member", "RA00000001", "erin.cole", 403],
    ["may not name a member that does not exist", "RA00000001", "nobody", 403],
  ])("%s", async (_, number, member, status) => {
    const { token } = await drawToken({ boundLoginId: "ada.whitfield" });
    const response = await asMember(token, `/restapi/accounts/${number}`, member);
    expect(response.status).toBe(status);
  });

  test("to one of the firm's staff acts with the firm's rights, and can name no other member", async () => {
    const { token } = await drawToken({ boundLoginId: "harbor.lin" });
    expect((await asMember(token, account)).status).toBe(200);
    expect((await asMember(token, account, "harbor.lin")).status).toBe(200);
    expect((await asMember(token, account, "ada.whitfield")).status).toBe(403);
  });

  test("leaves the member's name in the audit log", async () => {
    const { token } = await drawToken({ boundLoginId: "harbor.park" });
    const response = await send(
      service.app,
      "PUT",
      account,
      { accountName: "By Park" },
      {
        authorization: `Bearer ${token}`,
      },
    );
    expect(response.status).toBe(200);
    const entry = (await service.auditOf("RA00000001")).at(-1);
    expect(entry?.caller).toEqual({ apiUser: "5001", firm: "1002", member: "harbor.park" });
  });
});
