// Signing in by a provider of OpenID Connect that is real but for its people.
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import Provider from "oidc-provider";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Headers, openTestService, send, type TestService } from "../../../test/harness.ts";
import { testContext } from "../../../test/sample-template.ts";
import { openProvider } from "../../platform/auth/open-id.ts";
import { createConsoleLink } from "./create-console-link.ts";
import { revokeConsoleSessions } from "./revoke-console-sessions.ts";

const base = "https://bursar.test";
const redirect = `${base}/console/oidc/callback`;
const own = { origin: base };

interface Person {
  readonly email?: string;
  readonly email_verified?: boolean;
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
      claims: () => ({ sub, ...people.get(sub) }),
    }),
    async loadExistingGrant({ oidc }) {
      const { provider: of, session, client: asks } = oidc;
      const grant = new of.Grant({ accountId: session?.accountId, clientId: asks?.clientId });
      grant.addOIDCScope("openid email");
      await grant.save();
      return grant;
    },
  });
  const answer = provider.callback();
  listening.on("request", (request, response) => {
    if (!request.url?.startsWith("/sign-in/")) return void answer(request, response);
    void provider.interactionFinished(request, response, { login: { accountId: signsIn } });
  });
  const openId = openProvider({
    ...{ issuer, clientId: client.client_id, clientSecret: client.client_secret },
    firmOid: "1002",
  });
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

/** The cookies that an answer sets, each as it is sent back. */
const cookiesOf = (headers: { readonly "set-cookie"?: string | string[] | undefined }) =>
  [headers["set-cookie"] ?? []].flat().map((each) => each.split(";")[0] ?? "");

/** What a browser does at the provider until it is sent back: the path to which it is sent. */
async function atProvider(location: string, as: string): Promise<string> {
  signsIn = as;
  const jar = new Map<string, string>();
  let url = location;
  for (let turn = 0; turn < 9; turn += 1) {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
    const answer = await fetch(url, { redirect: "manual", headers: { cookie } });
    for (const each of answer.headers.getSetCookie()) {
      const [pair = ""] = each.split(";");
      jar.set(pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1));
    }
    url = new URL(answer.headers.get("location") ?? "", url).href;
    if (url.startsWith(redirect)) return url.slice(base.length);
  }
  throw new Error(`the provider sends to ${url}`);
}

/** Begins a sign-in, by a link where there is one. */
async function begin(link?: string) {
  const answer = await (link === undefined
    ? ask("GET", "/console/oidc")
    : ask("POST", "/console/oidc", own, { secret: link }));
  const location = String(answer.headers.location ?? answer.body?.location);
  const [cookie = ""] = cookiesOf(answer.headers);
  return { answer, location, cookie };
}

/** A whole sign-in; the cookie of the session, or nothing where it was refused. */
async function signIn(as: string, link?: string): Promise<string | undefined> {
  const { location, cookie } = await begin(link);
  const path = await atProvider(location, as);
  return sessionOf(await ask("GET", path, { cookie, "sec-fetch-site": "cross-site" }));
}

type Answered = Awaited<ReturnType<typeof ask>>;

function sessionOf({ status, headers }: Answered): string | undefined {
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

test("the page is told whether there is a provider", async () => {
  expect((await ask("GET", "/console/options")).body).toEqual({ openId: true });
});

test("a person is sent there with PKCE, a state and a nonce, and remembers them for 10 minutes", async () => {
  const { answer, location } = await begin();
  expect(answer.status).toBe(302);
  expect(answer.headers["set-cookie"]).toMatch(
    /^__Host-bursar-oidc=[\w-]+; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax; Secure$/,
  );
  const asks = Object.fromEntries(new URL(location).searchParams);
  expect(asks).toMatchObject({
    ...{ response_type: "code", client_id: "bursar", redirect_uri: redirect },
    ...{ scope: "openid email", code_challenge_method: "S256" },
  });
  for (const name of ["state", "nonce", "code_challenge"]) {
    expect(asks[name]).toMatch(/^[\w-]{43}$/);
    expect(String(answer.headers["set-cookie"])).not.toContain(asks[name]);
  }
});

describe("the first sign-in", () => {
  test("binds by a verified address of the firm, and later addresses alter nothing", async () => {
    people.set("grace", { email: "Harbor.Lin@example.com", email_verified: true });
    expect(await whoIs(await signIn("grace"))).toBe("harbor.lin");
    const entries = (await service.auditOf("member:harbor.lin")).slice(-2);
    expect(entries).toMatchObject([
      { operation: "bindConsoleIdentity", detail: { after: { providerSubject: "grace" } } },
      { operation: "startConsoleSession", detail: { after: { issuer: expect.any(String) } } },
    ]);
    for (const email of ["harbor.park@example.com", "new@example.com"]) {
      people.set("grace", { email, email_verified: true });
      expect(await whoIs(await signIn("grace"))).toBe("harbor.lin");
    }
    // Nor is her address anyone else's way in.
    people.set("impostor", { email: "harbor.lin@example.com", email_verified: true });
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
  ])("binds nobody by %s", async (_, person) => {
    people.set("stranger", person);
    expect(await signIn("stranger")).toBeUndefined();
  });

  test("binds nobody by an address that two of the firm have", async () => {
    people.set("twin", { email: "shared@example.com", email_verified: true });
    const share = "update member set email = 'shared@example.com' where login_id = any($1)";
    await service.admin(share, [["ada.whitfield", "ben.whitfield"]]);
    expect(await signIn("twin")).toBeUndefined();
  });

  test("binds by a link, the operator too, once", async () => {
    people.set("olive", {});
    const secret = await link("bursar.ops");
    expect(await whoIs(await signIn("olive", secret))).toBe("bursar.ops");
    expect(await whoIs(await signIn("olive"))).toBe("bursar.ops");
    const { answer } = await begin(secret);
    expect(answer.status).toBe(401);
  });

  test("by a link takes the place of an earlier one", async () => {
    people.set("new phone", {});
    expect(await whoIs(await signIn("new phone", await link("harbor.lin")))).toBe("harbor.lin");
    expect(await signIn("grace")).toBeUndefined();
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
    const [mine, other] = [await begin(), await begin()];
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
    const [mine, other] = [await begin(), await begin()];
    const path = await atProvider(mine.location, "noah");
    const others = await atProvider(other.location, "noah");
    const query = new URLSearchParams(path.split("?")[1]);
    const mixed = new URLSearchParams(others.split("?")[1]);
    mixed.set("state", query.get("state") ?? "");
    const state = `state=${query.get("state")}`;
    for (const given of [String(mixed), `${state}&error=access_denied`, state, ""]) {
      const answer = await ask("GET", `/console/oidc/callback?${given}`, { cookie: mine.cookie });
      expect(sessionOf(answer)).toBeUndefined();
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
