// Signing in by a provider of OpenID Connect that is real but for its people.
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import Provider from "oidc-provider";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Headers, openTestService, send, type TestService } from "../../../../test/harness.ts";
import { testContext } from "../../../../test/sample-template.ts";
import { openProvider } from "../../../platform/auth/open-id.ts";
import { createConsoleLink } from "./create-console-link.ts";
import { revokeConsoleSessions } from "./revoke-console-sessions.ts";

const base = "https://bursar.test";
const redirect = `${base}/console/oidc/callback`;
const own = { origin: base };

interface Person {
  readonly email?: unknown;
  readonly email_verified?: unknown;
  /** When the provider last asked the person, in milliseconds from now. */
  readonly askedMs?: number;
}

/** The people of the provider, and who sits before the browser. */
const people = new Map<string, Person>();
let signsIn = "";
let service: TestService;
let listening: Server;

beforeAll(async () => {
  listening = createServer();
  await new Promise<void>((resolve) => listening.listen(0, "127.0.0.1", resolve));
  const issuer = `http://127.0.0.1:${(listening.address() as AddressInfo).port}`;
  const client = { client_id: "bursar", client_secret: "a secret of the tests" };
  const provider = new Provider(issuer, {
    clients: [{ ...client, redirect_uris: [redirect], grant_types: ["authorization_code"] }],
    claims: { openid: ["sub"], email: ["email", "email_verified"] },
    cookies: { keys: ["a key of the tests"] },
    ttl: { Interaction: 600, Grant: 600, Session: 600, AccessToken: 600, IdToken: 600 },
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, { uid }) => `/sign-in/${uid}` },
    findAccount: (_, sub) => ({
      accountId: sub,
      claims: () => {
        const { email, email_verified } = people.get(sub) ?? {};
        return { sub, email, email_verified };
      },
    }),
    async loadExistingGrant({ oidc }) {
      const { provider: of, session, client: asks } = oidc;
      const grant = new of.Grant({ accountId: session?.accountId, clientId: asks?.clientId });
      grant.addOIDCScope("openid email");
      await grant.save();
      return grant;
    },
  });
  const reply = provider.callback();
  listening.on("request", (request, response) => {
    if (!request.url?.startsWith("/sign-in/")) return void reply(request, response);
    const ts = Math.floor((+service.now() + (people.get(signsIn)?.askedMs ?? 0)) / 1_000);
    void provider.interactionFinished(request, response, { login: { accountId: signsIn, ts } });
  });
  const { client_id: clientId, client_secret: clientSecret } = client;
  const openId = openProvider(
    { issuer, clientId, clientSecret, firmOid: "1002" },
    () => new Date(),
  );
  service = await openTestService({ publicUrls: [base], trustProxy: ["127.0.0.1"], openId });
});
afterAll(async () => {
  await service.close();
  listening.closeAllConnections();
  listening.close();
});

let asked = 0;
const ask = (method: string, path: string, headers: Headers = {}, body?: unknown) => {
  asked += 1;
  const from = { "x-forwarded-for": `10.3.${asked >> 8}.${asked & 255}` };
  return send(service.app, method, path, body, { ...from, ...headers });
};

/** The cookies that a response sets, each as it is sent back. */
const cookiesOf = (headers: { readonly "set-cookie"?: string | string[] | undefined }) =>
  [headers["set-cookie"] ?? []].flat().map((each) => each.split(";")[0] ?? "");

/** Signs in at the provider as a browser does, and gives the path to which it is sent back. */
async function atProvider(location: string, as: string): Promise<string> {
  signsIn = as;
  const jar = new Map<string, string>();
  let url = location;
  for (let turn = 0; turn < 9; turn += 1) {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
    const reply = await fetch(url, { redirect: "manual", headers: { cookie } });
    for (const each of reply.headers.getSetCookie()) {
      const [pair = ""] = each.split(";");
      jar.set(pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1));
    }
    url = new URL(reply.headers.get("location") ?? "", url).href;
    if (url.startsWith(redirect)) return url.slice(base.length);
  }
  throw new Error(`the provider sends to ${url}`);
}

/** Begins a sign-in, by a link where there is one. */
async function begin(link?: string) {
  const reply = await (link === undefined
    ? ask("GET", "/console/oidc")
    : ask("POST", "/console/oidc", own, { secret: link }));
  const location = String(reply.headers.location ?? reply.body?.location);
  const [cookie = ""] = cookiesOf(reply.headers);
  return { reply, location, cookie };
}

/** A whole sign-in; the cookie of the session, or nothing where it was refused. */
async function signIn(as: string, link?: string): Promise<string | undefined> {
  const { location, cookie } = await begin(link);
  const path = await atProvider(location, as);
  return sessionOf(await ask("GET", path, { cookie, "sec-fetch-site": "cross-site" }));
}

type SignInResponse = Awaited<ReturnType<typeof ask>>;

function sessionOf({ status, headers }: SignInResponse): string | undefined {
  const [gone, session] = cookiesOf(headers);
  expect([status, gone]).toEqual([302, "__Host-bursar-oidc="]);
  const page = session === undefined ? `${base}/console/#sign-in=refused` : `${base}/console/`;
  expect(headers.location).toBe(page);
  return session;
}

const whoIs = async (cookie: string | undefined) =>
  cookie === undefined
    ? undefined
    : (await ask("GET", "/console/session", { cookie })).body.loginId;

async function link(loginId: string, apiUserId?: string): Promise<string> {
  const context = testContext(service.db, service.now());
  return (await createConsoleLink(context, { loginId, apiUserId })).secret;
}

test("the page learns whether there is a provider", async () => {
  expect((await ask("GET", "/console/options")).body).toEqual({ openId: true });
});

test("a person is sent there with PKCE, a state and a nonce, and remembers them for 10 minutes", async () => {
  const { reply, location } = await begin();
  expect(reply.status).toBe(302);
  expect(reply.headers["set-cookie"]).toMatch(
    /^__Host-bursar-oidc=[\w-]+; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax; Secure$/,
  );
  const asks = Object.fromEntries(new URL(location).searchParams);
  expect(asks).toMatchObject({
    response_type: "code",
    client_id: "bursar",
    redirect_uri: redirect,
    scope: "openid email",
    code_challenge_method: "S256",
    max_age: "0",
  });
  for (const name of ["state", "nonce", "code_challenge"]) {
    expect(asks[name]).toMatch(/^[\w-]{43}$/);
    expect(String(reply.headers["set-cookie"])).not.toContain(asks[name]);
  }
});

describe("the first sign-in", () => {
  test("binds by a verified address of the firm, and later addresses alter nothing", async () => {
    people.set("carol", { email: "Carol.Nguyen@example.com", email_verified: true });
    expect(await whoIs(await signIn("carol"))).toBe("carol.nguyen");
    const entries = (await service.auditOf("member:carol.nguyen")).slice(-2);
    expect(entries).toMatchObject([
      { operation: "bindConsoleIdentity", detail: { after: { providerSubject: "carol" } } },
      { operation: "startConsoleSession", detail: { after: { issuer: expect.any(String) } } },
    ]);
    for (const email of ["harbor.park@example.com", "new@example.com"]) {
      people.set("carol", { email, email_verified: true });
      expect(await whoIs(await signIn("carol"))).toBe("carol.nguyen");
    }
    // Nor is her address anyone else's way in.
    people.set("impostor", { email: "carol.nguyen@example.com", email_verified: true });
    expect(await signIn("impostor")).toBeUndefined();
  });

  test.each<[string, Person]>([
    [
      "an address that is not verified",
      { email: "harbor.park@example.com", email_verified: false },
    ],
    ["an address of which nothing is said", { email: "harbor.park@example.com" }],
    ["no address", {}],
    ["nobody's address", { email: "nobody@example.com", email_verified: true }],
    ["another firm's", { email: "summit.ortiz@example.com", email_verified: true }],
    ["the operator's", { email: "bursar.ops@example.com", email_verified: true }],
    ["an administrator's", { email: "harbor.lin@example.com", email_verified: true }],
    ["one with other letters", { email: "harbor.par\u212a@example.com", email_verified: true }],
    ["one with U+0000", { email: "harbor.park@example.com\0", email_verified: true }],
    ["one of 300 letters", { email: `${"a".repeat(300)}@example.com`, email_verified: true }],
    ["a list", { email: ["harbor.park@example.com"], email_verified: true }],
    [
      "one that is said to be verified by a text",
      { email: "harbor.park@example.com", email_verified: "true" },
    ],
  ])("binds nobody by %s", async (_, person) => {
    people.set("unknown", person);
    expect(await signIn("unknown")).toBeUndefined();
  });

  test("binds by a link, the operator too, once", async () => {
    people.set("olive", {});
    const secret = await link("bursar.ops");
    expect(await whoIs(await signIn("olive", secret))).toBe("bursar.ops");
    expect(await whoIs(await signIn("olive"))).toBe("bursar.ops");
    const { reply } = await begin(secret);
    expect(reply.status).toBe(401);
  });

  test("by a link takes the place of an earlier one", async () => {
    people.set("new phone", {});
    expect(await whoIs(await signIn("new phone", await link("carol.nguyen")))).toBe("carol.nguyen");
    expect(await signIn("carol")).toBeUndefined();
  });

  test("takes no link that was used meanwhile, or from another page", async () => {
    const secret = await link("harbor.park");
    const { location, cookie } = await begin(secret);
    const path = await atProvider(location, "late");
    expect((await ask("POST", "/console/session", own, { secret })).status).toBe(200);
    expect(sessionOf(await ask("GET", path, { cookie }))).toBeUndefined();
    const other = { secret: await link("harbor.park") };
    for (const headers of [{}, { origin: "https://evil.test" }]) {
      expect((await ask("POST", "/console/oidc", headers, other)).status).toBe(401);
    }
  });
});

describe("who returns", () => {
  test("needs the cookie with which that sign-in began, for 10 minutes, once", async () => {
    people.set("noah", { email: "harbor.park@example.com", email_verified: true });
    const mine = await begin();
    const other = await begin();
    const path = await atProvider(mine.location, "noah");
    for (const headers of [
      {},
      { cookie: other.cookie },
      { cookie: mine.cookie.slice(0, -3) },
      { cookie: `${mine.cookie}; ${mine.cookie}` },
    ] as Headers[]) {
      expect(sessionOf(await ask("GET", path, headers))).toBeUndefined();
    }
    service.setNow(new Date(+service.now() + 600_000).toISOString());
    expect(sessionOf(await ask("GET", path, { cookie: mine.cookie }))).toBeUndefined();
    service.setNow(new Date(+service.now() - 1).toISOString());
    expect(await whoIs(sessionOf(await ask("GET", path, { cookie: mine.cookie })))).toBe(
      "harbor.park",
    );
    // The provider takes its code once.
    expect(sessionOf(await ask("GET", path, { cookie: mine.cookie }))).toBeUndefined();
  });

  test("is nobody with a state or a code of another sign-in, or with an error", async () => {
    const mine = await begin();
    const other = await begin();
    const path = await atProvider(mine.location, "noah");
    const others = await atProvider(other.location, "noah");
    const query = new URLSearchParams(path.split("?")[1]);
    const mixed = new URLSearchParams(others.split("?")[1]);
    mixed.set("state", query.get("state") ?? "");
    const state = `state=${query.get("state")}`;
    for (const given of [String(mixed), `${state}&error=access_denied`, state, ""]) {
      const reply = await ask("GET", `/console/oidc/callback?${given}`, { cookie: mine.cookie });
      expect(sessionOf(reply)).toBeUndefined();
    }
  });

  test("is sent nowhere under another name", async () => {
    const away = { host: "evil.test" };
    expect((await ask("GET", "/console/oidc", away)).status).toBe(401);
  });
});

describe("an identity", () => {
  test("that is withdrawn signs in no more, whatever its address, until a link binds it", async () => {
    people.set("noah", { email: "harbor.park@example.com", email_verified: true });
    expect(await whoIs(await signIn("noah"))).toBe("harbor.park");
    const context = testContext(service.db, service.now());
    expect(await revokeConsoleSessions(context, "harbor.park")).toMatchObject({ identities: 1 });
    expect(await signIn("noah")).toBeUndefined();
    people.set("noah again", { email: "harbor.park@example.com", email_verified: true });
    expect(await signIn("noah again")).toBeUndefined();
    expect(await whoIs(await signIn("noah", await link("harbor.park")))).toBe("harbor.park");
  });

  test("that was altered past the service is nobody's", async () => {
    expect(await whoIs(await signIn("noah"))).toBe("harbor.park");
    await service.admin(
      "update console_identity set api_user_id = 5006 where provider_subject = 'noah'",
    );
    expect(await signIn("noah")).toBeUndefined();
  });
});

/** The headers of a session that began by a link. */
async function sessionByLink(loginId: string): Promise<Headers> {
  const { body, headers } = await ask("POST", "/console/session", own, {
    secret: await link(loginId),
  });
  return { ...own, cookie: cookiesOf(headers)[0] ?? "", "x-session-token": body.token };
}

/** Changes the address of a member by a session. */
const readdress = (headers: Headers, loginId: string, email1: string) =>
  ask("PUT", `/restapi/members/${loginId}`, headers, { email1 });

async function hasRole(loginId: string, memberOid: string, role: string): Promise<void> {
  const header = "loginId,memberOid,firmOid,membershipType,firstName,lastName,staffRole,email1";
  const row = `${loginId},${memberOid},1002,staff,New,Person,${role},${loginId}@example.com`;
  await service.load({ "members.csv": `${header}\n${row}\n` });
}

describe("an address", () => {
  test("that an adviser or a key writes binds nobody, and that of a client no more", async () => {
    await hasRole("harbor.adviser", "2191", "adviser");
    const adviser = await sessionByLink("harbor.adviser");
    for (const [at, write] of [
      (email: string) => readdress(adviser, "dmitri.ivanov", email),
      (email1: string) =>
        service.call("adviser", "PUT", "/restapi/members/elena.rossi", { email1 }),
    ].entries()) {
      const email = `attacker-${at}@example.com`;
      expect((await write(email)).status).toBe(200);
      people.set(email, { email, email_verified: true });
      expect(await signIn(email)).toBeUndefined();
    }
    // The address that the load had set was put back by somebody who does not vouch for it.
    expect((await readdress(adviser, "dmitri.ivanov", "dmitri.ivanov@example.com")).status).toBe(
      200,
    );
    people.set("dmitri", { email: "dmitri.ivanov@example.com", email_verified: true });
    expect(await signIn("dmitri")).toBeUndefined();
    const [entry] = (await service.auditOf("member:elena.rossi")).slice(-1);
    expect(entry).toMatchObject({
      detail: { before: { signInAddress: "sealed" }, after: { signInAddress: null } },
    });
  });

  test("that a session of the operator loads by request binds nobody", async () => {
    const operator = await sessionByLink("bursar.ops");
    const header = "loginId,memberOid,firmOid,membershipType,firstName,lastName,email1";
    const text = `${header}\nelena.rossi,2115,1002,client,Elena,Rossi,loaded@example.com\n`;
    const files = [{ name: "members.csv", text }];
    const loaded = await ask("POST", "/restapi/loads", operator, { files });
    expect(loaded.status, loaded.text).toBe(201);
    people.set("loaded", { email: "loaded@example.com", email_verified: true });
    expect(await signIn("loaded")).toBeUndefined();
    // One that is loaded by the command does, though it is the same.
    await service.load({ "members.csv": text });
    expect(await whoIs(await signIn("loaded"))).toBe("elena.rossi");
  });

  test("that a load by request leaves alone binds as before", async () => {
    const header = "loginId,memberOid,firmOid,membershipType,firstName,lastName,email1";
    const text = `${header}\ngina.moss,2116,1002,client,Gina,Mossy,gina.moss@example.com\n`;
    const operator = await sessionByLink("bursar.ops");
    const files = [{ name: "members.csv", text }];
    expect((await ask("POST", "/restapi/loads", operator, { files })).status).toBe(201);
    people.set("gina", { email: "gina.moss@example.com", email_verified: true });
    expect(await whoIs(await signIn("gina"))).toBe("gina.moss");
  });

  test("that an administrator sets who has signed in binds, a key of whom nobody knows does not", async () => {
    const administrator = await sessionByLink("harbor.lin");
    people.set("dmitri too", { email: "dmitri@example.net", email_verified: true });
    const key = await service.call("adviser", "PUT", "/restapi/members/dmitri.ivanov", {
      email1: "dmitri@example.net",
    });
    expect(key.status).toBe(200);
    expect(await signIn("dmitri too")).toBeUndefined();
    expect((await readdress(administrator, "dmitri.ivanov", "dmitri@example.net")).status).toBe(
      200,
    );
    const [entry] = (await service.auditOf("member:dmitri.ivanov")).slice(-1);
    expect(entry).toMatchObject({
      detail: { before: { signInAddress: null }, after: { signInAddress: "sealed" } },
    });
    expect(await whoIs(await signIn("dmitri too"))).toBe("dmitri.ivanov");
  });

  test("that was changed past the service binds nobody", async () => {
    await service.admin("update member set email = 'forged@example.com' where login_id = $1", [
      "ben.whitfield",
    ]);
    people.set("forger", { email: "forged@example.com", email_verified: true });
    expect(await signIn("forger")).toBeUndefined();
    // Nor with the seal of another member's.
    await service.admin(
      `update member set email = other.email, sign_in_hash = other.sign_in_hash,
         sign_in_sealed = other.sign_in_sealed
       from member as other where other.login_id = 'harbor.lin' and member.login_id = $1`,
      ["ben.whitfield"],
    );
    people.set("forger", { email: "harbor.lin@example.com", email_verified: true });
    expect(await signIn("forger")).toBeUndefined();
  });

  test("of an administrator binds nobody after the role was taken away past the service", async () => {
    await service.admin("update member set staff_role = null where login_id = 'harbor.lin'");
    people.set("no role", { email: "harbor.lin@example.com", email_verified: true });
    expect(await signIn("no role")).toBeUndefined();
    await service.admin(
      "update member set staff_role = 'administrator' where login_id = 'harbor.lin'",
    );
  });

  test("that two have by right binds neither, and hinders nobody who is bound", async () => {
    const administrator = await sessionByLink("harbor.lin");
    people.set("ada", { email: "shared@example.com", email_verified: true });
    for (const loginId of ["ada.whitfield", "ben.whitfield"]) {
      expect((await readdress(administrator, loginId, "shared@example.com")).status).toBe(200);
    }
    expect(await signIn("ada")).toBeUndefined();
    expect(await whoIs(await signIn("ada", await link("ada.whitfield")))).toBe("ada.whitfield");
    expect(await whoIs(await signIn("ada"))).toBe("ada.whitfield");
  });

  test("is not blocked by somebody who writes it to another member", async () => {
    const adviser = await sessionByLink("harbor.adviser");
    await hasRole("harbor.new", "2192", "adviser");
    for (const loginId of ["gina.moss", "carol.nguyen"]) {
      expect((await readdress(adviser, loginId, "harbor.new@example.com")).status).toBe(200);
    }
    people.set("new", { email: "harbor.new@example.com", email_verified: true });
    expect(await whoIs(await signIn("new"))).toBe("harbor.new");
  });

  test("of staff is changed by an administrator, the person and the operator alone", async () => {
    const address = "/restapi/members/harbor.adviser";
    const change = { email1: "changed@example.com" };
    await hasRole("harbor.other", "2193", "adviser");
    const refused = [
      await ask("PUT", address, await sessionByLink("harbor.other"), change),
      await service.call("adviser", "PUT", address, change),
    ];
    for (const { status, body } of refused) {
      expect([status, body]).toMatchObject([400, [{ errorCode: "member.staff.email.rule" }]]);
    }
    const others = await ask("PUT", address, await sessionByLink("summit.ortiz"), change);
    expect(others.status).toBe(403);
    for (const [at, by] of ["harbor.lin", "harbor.adviser", "bursar.ops"].entries()) {
      const reply = await readdress(
        await sessionByLink(by),
        "harbor.adviser",
        `changed-${at}@example.com`,
      );
      expect([by, reply.status]).toEqual([by, 200]);
    }
  });
});

describe("a sign-in at the provider", () => {
  test("asks the person again, and is nobody's where the provider did not", async () => {
    people.set("carol", { email: "x@example.com", email_verified: true });
    const fresh = await link("carol.nguyen");
    expect(await whoIs(await signIn("carol", fresh))).toBe("carol.nguyen");
    for (const askedMs of [-120_000, 120_000]) {
      people.set("carol", { askedMs });
      expect(await signIn("carol")).toBeUndefined();
    }
    people.set("carol", { askedMs: -30_000 });
    expect(await whoIs(await signIn("carol"))).toBe("carol.nguyen");
  });

  test("without max_age, which somebody took from the address, is nobody's", async () => {
    people.set("carol", {});
    const { location, cookie } = await begin();
    const address = new URL(location);
    address.searchParams.delete("max_age");
    const path = await atProvider(address.href, "carol");
    expect(sessionOf(await ask("GET", path, { cookie }))).toBeUndefined();
  });

  test("of a subject that no provider may have is nobody's, by a link too", async () => {
    for (const subject of ["a".repeat(256), "nul\0", "ünder"]) {
      people.set(subject, { email: "ben.whitfield@example.com", email_verified: true });
      expect(await signIn(subject, await link("ben.whitfield"))).toBeUndefined();
    }
  });

  test("lets an administrator change keys five minutes from when the person was asked", async () => {
    people.set("lin", { askedMs: -30_000 });
    const cookie = await signIn("lin", await link("harbor.lin"));
    const { body } = await ask("GET", "/console/session", { cookie: cookie ?? "" });
    const headers = { ...own, cookie: cookie ?? "", "x-session-token": body.token };
    const wanted = { apiUserId: "5001", kind: "token", days: "1" };
    const began = +service.now();
    service.setNow(new Date(began + 5 * 60_000 - 32_000).toISOString());
    expect((await ask("POST", "/console/keys", headers, wanted)).status).toBe(201);
    service.setNow(new Date(began + 5 * 60_000 - 28_000).toISOString());
    const late = await ask("POST", "/console/keys", headers, wanted);
    expect([late.status, late.body]).toMatchObject([403, [{ errorCode: "session.age.rule" }]]);
    // A session whose row says otherwise proves nothing.
    await service.admin(
      "update console_session set authenticated_at = started_at + interval '1 h'",
    );
    service.setNow(new Date(began + 5 * 60_000).toISOString());
    expect((await ask("POST", "/console/keys", headers, wanted)).status).toBe(401);
  });
});
