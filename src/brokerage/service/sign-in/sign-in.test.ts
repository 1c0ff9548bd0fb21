// Signing in by a link, acting by a session, and every way in which neither works.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type Headers,
  openTestService,
  send,
  serverOptions,
  type TestService,
} from "../../../../test/harness.ts";
import { testContext } from "../../../../test/sample-template.ts";
import { noteReason } from "../../../../test/seen-codes.ts";
import type { App } from "../../../platform/http/frame.ts";
import { renewedCaller } from "../../../platform/http/pipeline/renew-caller.ts";
import { requestKind } from "../../../platform/http/request/request-kind.ts";
import { createServer } from "../../../server.ts";
import { createConsoleLink } from "./create-console-link.ts";
import { consoleErrors } from "./errors.ts";
import { revokeConsoleSessions } from "./revoke-console-sessions.ts";

let service: TestService;
const start = new Date("2026-03-02T15:00:00Z");
beforeAll(async () => {
  service = await openTestService({
    publicUrls: ["https://bursar.test", "http://alt.test/prefix"],
    trustProxy: ["127.0.0.1"],
  });
});
afterAll(() => service.close());

const account = "/restapi/accounts/RA00000001";
const own = { origin: "https://bursar.test" };
const at = (minutes: number, ms = 0) =>
  service.setNow(new Date(+start + minutes * 60_000 + ms).toISOString());

async function link(loginId = "harbor.lin", apiUserId?: string): Promise<string> {
  const context = testContext(service.db, service.now());
  return (await createConsoleLink(context, { loginId, apiUserId })).secret;
}

// From an address of its own, since one that fails too often gets a 429.
let asked = 0;
const ask = (method: string, path: string, headers: Headers = {}, body?: unknown) => {
  asked += 1;
  const from = { "x-forwarded-for": `10.1.${asked >> 8}.${asked & 255}` };
  return send(service.app, method, path, body, { ...from, ...headers });
};
const open = (secret: unknown, headers: Headers = own) =>
  ask("POST", "/console/session", headers, { secret });

interface Page {
  readonly cookie: string;
  readonly token: string;
  readonly change: Headers;
}

async function signIn(loginId?: string, apiUserId?: string): Promise<Page> {
  const response = await open(await link(loginId, apiUserId));
  expect(response.status, response.text).toBe(200);
  const cookie = String(response.headers["set-cookie"]).split(";")[0] ?? "";
  const { token } = response.body;
  return { cookie, token, change: { ...own, cookie, "x-session-token": token } };
}

const statusOf = async (cookie: string, path = account) =>
  (await ask("GET", path, { cookie })).status;
const rename = (headers: Headers) => ask("PUT", account, headers, { accountName: "Everyday" });

test("a link is exchanged for a session, which names who is signed in", async () => {
  const response = await open(await link());
  expect(response.body).toEqual({
    loginId: "harbor.lin",
    name: "Grace Lin",
    kind: "institutional",
    memberId: "2101",
    firmId: "1002",
    firmName: expect.stringMatching(/^Harbor/),
    partnerCode: "HARBOR",
    apiUserId: "5001",
    role: "administrator",
    scopes: ["read", "write"],
    isSandbox: true,
    isSampleLoading: false,
    sessionId: expect.stringMatching(/^\d+$/),
    token: expect.stringMatching(/^[\w-]{43}$/),
    startedAt: "2026-03-02T10:00:00.000-05:00",
    expiresAt: "2026-03-02T10:30:00.000-05:00",
    now: "2026-03-02T10:00:00.000-05:00",
  });
  expect(response.headers["set-cookie"]).toMatch(
    /^__Host-bursar-session=\d+\.[\w-]{43}; Path=\/; Max-Age=43200; HttpOnly; SameSite=Strict; Secure$/,
  );
  expect(response.headers["content-security-policy"]).toMatch(
    /^default-src 'none'; script-src 'self'; /,
  );
  const cookie = String(response.headers["set-cookie"]).split(";")[0] ?? "";
  const again = await ask("GET", "/console/session", { cookie });
  expect(again.body).toEqual(response.body);
});

test.each([
  ["harbor.lin", "5001", "institutional"],
  ["ada.whitfield", "5005", "client"],
  ["redwood.meyer", "5003", "issuing"],
  ["bursar.ops", "5004", "operator"],
])("%s signs in as API user %s, as a caller of the kind %s", async (loginId, apiUserId, kind) => {
  expect((await open(await link(loginId))).body).toMatchObject({ apiUserId, kind });
});

test.each([
  ["nobody.here", undefined, consoleErrors.person],
  ["harbor.lin", "5004", consoleErrors.apiUser],
  ["harbor.lin", "5005", consoleErrors.apiUser],
  ["summit.ortiz", undefined, consoleErrors.apiUserChoice],
])("no link is made for %s as API user %s", async (loginId, apiUserId, { code, sentence }) => {
  const twin = `apiUserId,firmOid,name,scopes,boundLoginId\n5009,1003,Twin,"[""write"",""read""]",\n`;
  if (apiUserId === undefined) await service.load({ "api-users.csv": twin });
  await expect(link(loginId, apiUserId)).rejects.toMatchObject({ problems: [{ errorCode: code }] });
  noteReason(sentence);
});

test("the store has hashes alone", async () => {
  const secret = await link();
  const { cookie } = await signIn();
  const { rows } = await service.admin(
    "select secret_hash from console_link union all select secret_hash from console_session",
  );
  const stored = rows.map(({ secret_hash: hash }) => hash.toString("latin1")).join();
  for (const given of [secret, cookie]) expect(stored).not.toContain(given.slice(-43));
});

describe("on this machine", () => {
  const local = (host: string) => ({ host, origin: `http://${host}` });

  test.each(["127.0.0.1:8080", "[::1]:8080", "localhost"])(
    "%s has a plain cookie",
    async (host) => {
      const response = await open(await link(), local(host));
      expect(response.headers["set-cookie"]).toMatch(
        /^bursar-session=\d+\.[\w-]{43}; Path=\/; Max-Age=43200; HttpOnly; SameSite=Strict$/,
      );
      const cookie = String(response.headers["set-cookie"]).split(";")[0] ?? "";
      expect((await ask("GET", account, { host, cookie })).status).toBe(200);
      // A cookie that was sent in the clear is no session beyond this machine, whatever its name.
      expect(await statusOf(cookie)).toBe(401);
    },
  );

  test.each([
    ["another port", "http://127.0.0.1:8081"],
    ["a name", "http://localhost:8080"],
    ["TLS", "https://127.0.0.1:8080"],
    ["nothing", "null"],
  ])("a page of %s begins no session", async (_, origin) => {
    expect((await open(await link(), { host: "127.0.0.1:8080", origin })).status).toBe(401);
  });
});

describe("a link", () => {
  test("is good once", async () => {
    const secret = await link();
    expect((await open(secret)).status).toBe(200);
    expect((await open(secret)).status).toBe(401);
  });

  test("gives one session to two who use it at once", async () => {
    const secret = await link();
    const results = await Promise.all([open(secret), open(secret), open(secret)]);
    expect(results.map(({ status }) => status).toSorted()).toEqual([200, 401, 401]);
  });

  test("is good for less than 15 minutes", async () => {
    const first = await link();
    const second = await link();
    at(15, -1);
    expect((await open(first)).status).toBe(200);
    at(15);
    expect((await open(second)).status).toBe(401);
    at(0);
  });

  test("is none with another secret, of another link, altered or empty", async () => {
    const first = await link();
    const second = await link();
    const mixed = `${first.split(".")[0]}.${second.split(".")[1]}`;
    for (const secret of [
      mixed,
      `${first}x`,
      first.slice(0, -1),
      "",
      null,
      { a: "b" },
      undefined,
    ]) {
      expect((await open(secret)).status).toBe(401);
    }
    expect((await open(first)).status).toBe(200);
  });

  test.each([
    ["of another page", { origin: "https://evil.test" }],
    ["of no page", {}],
    ["of a page without an origin", { origin: "null" }],
    ["of the page over plain HTTP", { origin: "http://bursar.test" }],
    ["under another name", { origin: "https://evil.test", host: "evil.test" }],
    ["of another site, by what the browser says", { ...own, "sec-fetch-site": "same-site" }],
  ])("is not taken %s, and stays good", async (_, headers) => {
    const secret = await link();
    expect((await open(secret, headers)).status).toBe(401);
    expect((await open(secret)).status).toBe(200);
  });

  test("is not taken as anything but JSON of a few bytes", async () => {
    const secret = await link();
    const form = { ...own, "content-type": "text/plain" };
    expect((await open(secret, form)).status).toBe(415);
    expect((await ask("POST", "/console/session", own, "{")).status).toBe(401);
    expect((await ask("POST", "/console/session", own)).status).toBe(415);
    expect((await open("x".repeat(5_000))).status).toBe(413);
    expect((await open(secret)).status).toBe(200);
  });

  test("is no session, and a session is no link", async () => {
    const secret = await link();
    expect(await statusOf(`__Host-bursar-session=${secret}`)).toBe(401);
    const { cookie } = await signIn();
    expect((await open(cookie.split("=")[1])).status).toBe(401);
  });
});

describe("a session", () => {
  test("reads what its API user reads, for the person, and nothing of another firm", async () => {
    const { cookie } = await signIn();
    expect(await statusOf(cookie)).toBe(200);
    expect(await statusOf(cookie, "/restapi/accounts/RB00000001")).toBe(403);
    const client = await signIn("ada.whitfield");
    expect(await statusOf(client.cookie, "/restapi/accounts/RA00000006")).toBe(
      (await service.call("client", "GET", "/restapi/accounts/RA00000006")).status,
    );
  });

  test("changes nothing if its API user only reads", async () => {
    const { change } = await signIn("harbor.lin", "5006");
    expect((await rename(change)).status).toBe(403);
  });

  test("names the person and itself in the audit log", async () => {
    const { change, cookie } = await signIn();
    const { sessionId } = (await ask("GET", "/console/session", { cookie })).body;
    expect((await rename(change)).status).toBe(200);
    const [entry] = (await service.auditOf("RA00000001")).slice(-1);
    const caller = { apiUser: "5001", firm: "1002", member: "harbor.lin", session: sessionId };
    expect(entry).toMatchObject({ operation: "updateAccount", caller });
    expect((await ask("DELETE", "/console/session", change)).status).toBe(204);
    const [signedIn, signedOut] = (await service.auditOf("member:harbor.lin")).slice(-2);
    expect(signedIn).toMatchObject({
      operation: "startConsoleSession",
      caller,
      detail: { after: { sessionId, apiUserId: "5001" } },
    });
    expect(signedOut).toMatchObject({ operation: "endConsoleSession", caller });
  });

  test("acts for a client whom its firm has, and for no other", async () => {
    const { cookie } = await signIn();
    const as = (member: string) =>
      ask("GET", account, { cookie, "x-associated-member-id": member });
    expect((await as("ada.whitfield")).status).toBe(200);
    expect((await as("summit.ortiz")).status).toBe(403);
  });

  test("changes nothing without the token of its page and the origin", async () => {
    const mine = await signIn();
    const other = await signIn("harbor.park");
    const { "x-session-token": token, ...without } = mine.change as Record<string, string>;
    const cases: Headers[] = [
      without,
      { ...mine.change, "x-session-token": other.token },
      { ...mine.change, "x-session-token": `${token}x` },
      { ...mine.change, "x-session-token": "" },
      { ...mine.change, cookie: other.cookie },
      { cookie: mine.cookie, "x-session-token": mine.token },
      { ...mine.change, origin: "null" },
      { ...mine.change, origin: "https://evil.test" },
      { ...mine.change, origin: "http://bursar.test" },
      { ...mine.change, "sec-fetch-site": "cross-site" },
      { ...mine.change, host: "evil.test", origin: "https://evil.test" },
      { ...mine.change, cookie: `${mine.cookie}; ${mine.cookie}` },
    ];
    for (const [place, headers] of cases.entries()) {
      expect((await rename(headers)).status, `case ${place}`).toBe(401);
    }
    expect((await ask("DELETE", "/console/session", without)).status).toBe(401);
    expect((await rename({ ...mine.change, "sec-fetch-site": "same-origin" })).status).toBe(200);
  });

  test("reads nothing for another page, or under another name", async () => {
    const { cookie } = await signIn();
    for (const headers of [
      { origin: "https://evil.test" },
      { "sec-fetch-site": "same-site" },
      { "sec-fetch-site": "cross-site" },
      { host: "evil.test" },
      { host: "bursar.test.evil.test" },
      { host: "bursar.test:8443" },
      { host: "127.0.0.1.evil.test" },
    ]) {
      expect((await ask("GET", account, { cookie, ...headers })).status).toBe(401);
      expect((await ask("GET", "/console/session", { cookie, ...headers })).status).toBe(401);
    }
    for (const headers of [{ "sec-fetch-site": "none" }, { host: "BURSAR.test:443" }]) {
      expect((await ask("GET", account, { cookie, ...headers })).status).toBe(200);
    }
  });

  test("is not looked at where a key is sent", async () => {
    const { cookie } = await signIn();
    const wrong = { cookie, authorization: "Bearer bursar_wrong" };
    expect((await ask("GET", account, wrong)).status).toBe(401);
    expect((await service.call("otherAdviser", "GET", account, undefined, { cookie })).status).toBe(
      403,
    );
    // Nor by the requests of the page, which no key sees; the cookie stays.
    for (const authorization of ["Bearer bursar_wrong", "Basic eDp5", "x"]) {
      const response = await ask("GET", "/console/session", { cookie, authorization });
      expect([response.status, response.headers["set-cookie"]]).toEqual([401, undefined]);
      expect((await ask("GET", "/console/keys", { cookie, authorization })).status).toBe(401);
    }
    expect((await ask("GET", "/console/session", { cookie })).status).toBe(200);
  });

  test("ends after 30 minutes without a request", async () => {
    const { cookie } = await signIn();
    at(29);
    expect(await statusOf(cookie)).toBe(200);
    at(58);
    expect(await statusOf(cookie)).toBe(200);
    at(88, -1);
    expect(await statusOf(cookie)).toBe(200);
    at(118);
    expect(await statusOf(cookie)).toBe(401);
    at(0);
  });

  test("ends after 12 hours, however it is used", async () => {
    const { cookie } = await signIn();
    for (let minutes = 20; minutes < 720; minutes += 20) {
      at(minutes);
      expect(await statusOf(cookie)).toBe(200);
    }
    at(720, -1);
    expect(await statusOf(cookie)).toBe(200);
    at(720);
    expect(await statusOf(cookie)).toBe(401);
    at(0);
  });

  test("that is over takes its cookie away; without one nobody has failed", async () => {
    const over = await ask("GET", "/console/session", {
      cookie: `__Host-bursar-session=17.${"s".repeat(43)}`,
    });
    expect(over.status).toBe(401);
    expect(over.headers["set-cookie"]).toMatch(/^__Host-bursar-session=; Path=\/; Max-Age=0; /);
    expect(over.body[0].errorCode).toBe("unauthorized");
    const here = { "x-forwarded-for": "10.2.0.1" };
    const statuses = async (headers: Headers) => {
      const results: number[] = [];
      for (let turn = 0; turn < 25; turn += 1) {
        results.push((await ask("GET", "/console/session", { ...here, ...headers })).status);
      }
      return results;
    };
    expect(new Set(await statuses({}))).toEqual(new Set([401]));
    const guess = { cookie: `__Host-bursar-session=17.${"s".repeat(43)}` };
    expect((await statuses(guess)).filter((status) => status === 429)).toHaveLength(5);
    expect((await open(await link(), { ...own, ...here })).status).toBe(200);
  });

  test("is over once it is signed out, and there is nothing to sign out of", async () => {
    const { cookie, change } = await signIn();
    const gone = await ask("DELETE", "/console/session", change);
    expect(gone.headers["set-cookie"]).toMatch(/^__Host-bursar-session=; /);
    expect(await statusOf(cookie)).toBe(401);
    expect((await ask("DELETE", "/console/session", change)).status).toBe(401);
    expect((await ask("DELETE", "/console/session", own)).status).toBe(401);
  });
});

describe("what is taken away", () => {
  const soon = () => service.setNow(new Date(+service.now() + 5_000).toISOString());

  test("ends within five seconds, one session or all of a person with the links", async () => {
    const context = () => testContext(service.db, service.now());
    await revokeConsoleSessions(context(), "harbor.park");
    const first = await signIn("harbor.park");
    const second = await signIn("harbor.park");
    const unused = await link("harbor.park");
    const { sessionId } = (await ask("GET", "/console/session", { cookie: first.cookie })).body;
    expect(await revokeConsoleSessions(context(), sessionId)).toMatchObject({
      sessions: 1,
      links: 0,
    });
    soon();
    expect(await statusOf(first.cookie)).toBe(401);
    expect(await statusOf(second.cookie)).toBe(200);
    expect(await revokeConsoleSessions(context(), "harbor.park")).toMatchObject({
      sessions: 1,
      links: 1,
    });
    soon();
    expect(await statusOf(second.cookie)).toBe(401);
    expect((await open(unused)).status).toBe(401);
    await expect(revokeConsoleSessions(context(), "harbor.park")).rejects.toMatchObject({
      problems: [{ errorCode: "console.session.not.found" }],
    });
    noteReason(consoleErrors.session.sentence);
    const [entry] = (await service.auditOf("member:harbor.park")).slice(-1);
    expect(entry).toMatchObject({
      operation: "revokeConsoleSessions",
      detail: { after: { links: "1" } },
    });
  });

  test("with the rights of the API user ends its sessions and links", async () => {
    const { cookie } = await signIn("harbor.lin", "5006");
    const unused = await link("harbor.lin", "5006");
    const users = (scopes: string) => ({
      "api-users.csv": `apiUserId,firmOid,name,scopes,boundLoginId\n5006,1002,Harbor reporting,"${scopes}",\n`,
    });
    await service.load(users("[]"));
    soon();
    expect(await statusOf(cookie)).toBe(401);
    expect((await open(unused)).status).toBe(401);
    await service.load(users('[""read""]'));
    soon();
    expect(await statusOf(cookie)).toBe(200);
  });

  test("nobody makes a session or a right past the service", async () => {
    const { cookie } = await signIn("harbor.lin", "5006");
    const { sessionId } = (await ask("GET", "/console/session", { cookie })).body;
    for (const change of [
      "api_user_id = 5001",
      "api_user_id = 5004, login_id = 'bursar.ops'",
      "login_id = 'harbor.park'",
      "started_at = started_at - interval '1 minute'",
    ]) {
      const before = await service.admin("select * from console_session where session_id = $1", [
        sessionId,
      ]);
      await service.admin(`update console_session set ${change} where session_id = $1`, [
        sessionId,
      ]);
      soon();
      expect(await statusOf(cookie), change).toBe(401);
      const [row] = before.rows;
      await service.admin(
        `update console_session set api_user_id = $2, login_id = $3, started_at = $4
         where session_id = $1`,
        [sessionId, row.api_user_id, row.login_id, row.started_at],
      );
    }
    soon();
    expect(await statusOf(cookie)).toBe(200);
    const widen = "update api_user set scopes = $1 where api_user_id = 5006";
    await service.admin(widen, ["{read,write}"]);
    soon();
    expect(await statusOf(cookie)).toBe(401);
    await service.admin(widen, ["{read}"]);
  });
});

describe("another process of the store", () => {
  let other: App;
  beforeAll(async () => {
    const publicUrls = ["https://bursar.test"];
    const clock = () => service.now();
    other = await createServer({ ...serverOptions(service.db), publicUrls, clock, rateLimit: 1 });
  });
  afterAll(() => other.close());
  const there = (method: string, path: string, headers: Headers, body?: unknown) =>
    send(other, method, path, body, headers);

  test("knows a session that began here, and that it has ended within five seconds", async () => {
    const { cookie, change } = await signIn("bursar.ops");
    expect((await there("GET", "/restapi/accounts/RA00000001", { cookie })).status).toBe(200);
    expect((await ask("DELETE", "/console/session", change)).status).toBe(204);
    service.setNow(new Date(+service.now() + 5_000).toISOString());
    expect((await there("GET", "/restapi/accounts/RA00000001", { cookie })).status).toBe(401);
  });

  test("gives no second session for a link that is used in both at once", async () => {
    const secret = await link("summit.ortiz", "5002");
    const results = await Promise.all([
      open(secret),
      there("POST", "/console/session", own, { secret }),
    ]);
    expect(results.map(({ status }) => status).toSorted()).toEqual([200, 401]);
  });

  test("counts what a session asks for against the rate of its API user", async () => {
    const { cookie } = await signIn("redwood.meyer");
    const { cookie: second } = await signIn("redwood.meyer");
    const statuses: number[] = [];
    for (const by of [cookie, second, cookie]) {
      statuses.push((await there("GET", "/console/session", { cookie: by })).status);
    }
    const path = "/restapi/events";
    statuses.push((await there("GET", path, { cookie })).status);
    expect(statuses).toEqual([200, 200, 429, 429]);
  });
});

describe("a response that goes on", () => {
  const callerOf = (cookie: string) => {
    const headers = { cookie };
    const routeOptions = { config: { callers: ["institutional"] } };
    const request = { headers, host: "bursar.test", protocol: "http", method: "GET", routeOptions };
    const kind = requestKind("GET", {});
    return renewedCaller({ ...request, kind, server: service.app } as never);
  };
  const later = (ms: number) => service.setNow(new Date(+service.now() + ms).toISOString());

  test("ends with its session, whether that is ended or silent", async () => {
    const { cookie, change } = await signIn();
    const callerNow = callerOf(cookie);
    expect(await callerNow()).toMatchObject({
      apiUserId: "5001",
      member: { loginId: "harbor.lin" },
    });
    await ask("DELETE", "/console/session", change);
    later(5_000);
    expect(await callerNow()).toBeUndefined();

    const silent = await signIn();
    const stillThere = callerOf(silent.cookie);
    later(20 * 60_000);
    expect(await stillThere()).toBeDefined();
    later(10 * 60_000);
    expect(await stillThere()).toBeUndefined();
  });
});
