// Keys that an administrator makes and revokes in a session: never beyond the session's rights, and
// only just after a sign-in.
import { beforeEach, expect, test } from "vitest";
import { type Headers, send, useTestService } from "../../../../test/harness.ts";
import { testContext, testNow } from "../../../../test/sample-template.ts";
import { createConsoleLink } from "../sign-in/create-console-link.ts";
import { apiUserErrors } from "./errors.ts";
import { problemsWithUser } from "./key-rights.ts";

const base = "https://bursar.test";
const path = "/console/keys";

const service = useTestService({ publicUrls: [base] });
beforeEach(() => service.setNow(testNow.toISOString()));

async function signIn(loginId = "harbor.lin", apiUserId?: string): Promise<Headers> {
  const context = testContext(service.db, service.now());
  const { secret } = await createConsoleLink(context, { loginId, apiUserId });
  const origin = { origin: base };
  const { body, headers } = await send(service.app, "POST", "/console/session", { secret }, origin);
  const cookie = String(headers["set-cookie"]).split(";")[0] ?? "";
  return { ...origin, cookie, "x-session-token": body.token };
}

const ask = (headers: Headers, method: string, address = path, body?: unknown) =>
  send(service.app, method, address, body, headers);
const token = { apiUserId: "5001", kind: "token", days: "30" };
const bearer = (value: string) => ({ authorization: `Bearer ${value}` });
const codesOf = (body: readonly { readonly errorCode?: string }[]) =>
  body.map(({ errorCode }) => errorCode);

test("an administrator makes a key, which acts as that person alone, and revokes it", async () => {
  const page = await signIn();
  const made = await ask(page, "POST", path, token);
  expect(made.status, made.text).toBe(201);
  expect(made.body).toEqual({
    keyId: expect.stringMatching(/^\d+$/),
    token: expect.stringMatching(/^bursar_/),
    expiresTS: "2026-04-01T11:00:00.000-04:00",
  });
  const { keyId } = made.body;
  expect(made.headers["cache-control"]).toContain("no-store");
  const read = await ask(bearer(made.body.token), "GET", "/restapi/accounts/RA00000001");
  expect(read.status).toBe(200);
  // Not for a client of the firm, whom a key that is bound to nobody could name.
  const forClient = { ...bearer(made.body.token), "x-associated-member-id": "ada.whitfield" };
  expect((await ask(forClient, "GET", "/restapi/accounts/RA00000001")).status).toBe(403);

  const { body } = await ask(page, "GET");
  const listed = body.keys.find((each: { keyId: string }) => each.keyId === keyId);
  expect(listed).toMatchObject({ apiUserId: "5001", loginId: "harbor.lin", revokedTS: null });
  expect(JSON.stringify(body)).not.toContain(made.body.token);
  const [entry] = (await service.auditOf("firm:1002")).slice(-1);
  expect(entry).toMatchObject({
    operation: "createKey",
    caller: { member: "harbor.lin", session: expect.any(String) },
    detail: { after: { keyId, boundLoginId: "harbor.lin" } },
  });
  expect(JSON.stringify(entry)).not.toContain(made.body.token);

  expect((await ask(page, "DELETE", `${path}/${keyId}`)).status).toBe(204);
  service.setNow(new Date(+testNow + 10_000).toISOString());
  const late = await ask(bearer(made.body.token), "GET", "/restapi/accounts/RA00000001");
  expect(late.status).toBe(401);
  const again = await ask(page, "DELETE", `${path}/${keyId}`);
  expect([again.status, codesOf(again.body)]).toEqual([404, [apiUserErrors.key.code]]);
});

test("a signing key is shown with its secret once", async () => {
  const made = await ask(await signIn(), "POST", path, { ...token, kind: "signing" });
  expect(made.body).toEqual({
    keyId: expect.any(String),
    apiKey: expect.stringMatching(/^bk_/),
    sharedSecret: expect.any(String),
    expiresTS: expect.any(String),
  });
});

test("keys are changed within five minutes of a sign-in, and read after that", async () => {
  const page = await signIn();
  service.setNow(new Date(+testNow + 5 * 60_000).toISOString());
  expect((await ask(page, "POST", path, token)).status).toBe(201);
  service.setNow(new Date(+testNow + 5 * 60_000 + 1).toISOString());
  for (const late of [
    await ask(page, "POST", path, token),
    await ask(page, "DELETE", `${path}/1`),
  ]) {
    expect([late.status, codesOf(late.body)]).toEqual([403, [apiUserErrors.age.code]]);
  }
  expect((await ask(page, "GET")).status).toBe(200);
});

test("an issuer's administrator has the keys of the issuer alone", async () => {
  const { body } = await ask(await signIn("redwood.meyer"), "GET");
  expect(body.users.map(({ apiUserId }: { apiUserId: string }) => apiUserId)).toEqual(["5003"]);
  expect(new Set(body.keys.map((key: { apiUserId: string }) => key.apiUserId))).toEqual(
    new Set(["5003"]),
  );
});

test("whoever is no administrator, and whoever only reads, changes none", async () => {
  for (const loginId of ["harbor.park", "ada.whitfield"]) {
    const page = await signIn(loginId);
    expect((await ask(page, "GET")).status).toBe(403);
    expect((await ask(page, "POST", path, token)).status).toBe(403);
    expect((await ask(page, "DELETE", `${path}/1`)).status).toBe(403);
  }
  const reading = await signIn("harbor.lin", "5006");
  expect((await ask(reading, "GET")).status).toBe(200);
  expect((await ask(reading, "POST", path, { ...token, apiUserId: "5006" })).status).toBe(403);
  expect((await ask(reading, "DELETE", `${path}/1`)).status).toBe(403);
});

test("no key sees keys or makes another, and no other page does", async () => {
  const made = await ask(await signIn(), "POST", path, token);
  for (const headers of [bearer(made.body.token), {}]) {
    expect((await ask(headers, "GET")).status).toBe(401);
    expect((await ask(headers, "POST", path, token)).status).toBe(401);
    expect((await ask(headers, "DELETE", `${path}/1`)).status).toBe(401);
  }
  const { "x-session-token": pageToken, ...without } = await signIn();
  expect((await ask(without, "POST", path, token)).status).toBe(401);
  const foreign = { ...without, "x-session-token": pageToken ?? "", origin: "https://evil.test" };
  expect((await ask(foreign, "POST", path, token)).status).toBe(401);
});

test("no key goes beyond the session, nor to another firm", async () => {
  const page = await signIn();
  const asked = async (apiUserId: string) => {
    const response = await ask(page, "POST", path, { ...token, apiUserId });
    return [response.status, codesOf(response.body)];
  };
  // A client's, another firm's, the operator's, nobody's.
  expect(await asked("5005")).toEqual([400, [apiUserErrors.rights.code]]);
  for (const other of ["5002", "5004", "999999"])
    expect(await asked(other)).toEqual([400, [apiUserErrors.apiUser.code]]);
  const { users, keys } = (await ask(page, "GET")).body;
  expect(users).toEqual([
    expect.objectContaining({ apiUserId: "5001", scopes: ["read", "write"], mayHaveKey: true }),
    expect.objectContaining({ apiUserId: "5005", loginId: "ada.whitfield", mayHaveKey: false }),
    expect.objectContaining({ apiUserId: "5006", scopes: ["read"], mayHaveKey: true }),
  ]);
  const own = new Set(keys.map((each: { apiUserId: string }) => each.apiUserId));
  expect([...own].every((each) => ["5001", "5005", "5006"].includes(String(each)))).toBe(true);

  const others = await ask(await signIn("summit.ortiz"), "POST", path, {
    ...token,
    apiUserId: "5002",
  });
  const foreign = await ask(page, "DELETE", `${path}/${others.body.keyId}`);
  expect([foreign.status, codesOf(foreign.body)]).toEqual([404, [apiUserErrors.key.code]]);
  const stillGood = await ask(bearer(others.body.token), "GET", "/restapi/accounts");
  expect(stillGood.status).toBe(200);
});

test("an API user that was altered past the service has no key made", async () => {
  const page = await signIn();
  const scopes = (list: string) =>
    service.admin(`update api_user set scopes = '${list}' where api_user_id = 5006`);
  await scopes("{read,write}");
  const response = await ask(page, "POST", path, { ...token, apiUserId: "5006" });
  expect(codesOf(response.body)).toEqual([apiUserErrors.apiUser.code]);
  await scopes("{read}");
});

test.each([
  [{ ...token, kind: "other" }],
  [{ ...token, days: "0" }],
  [{ ...token, days: "367" }],
  [{ ...token, boundLoginId: "ada.whitfield" }],
  [{}],
  ["{"],
])("refuses %j", async (body) => {
  expect((await ask(await signIn(), "POST", path, body)).status).toBe(400);
});

const session = {
  isAdministrator: true,
  startedAt: testNow,
  loginId: "harbor.lin",
  boundLoginId: undefined,
  firm: { oid: "1002", kind: "institutional", partnerCode: "HARBOR", programOids: [] },
} as const;
test.each([
  [["read", "write"], ["read"], null, undefined, 0],
  [["read"], ["read", "write"], null, undefined, 1],
  [["read", "write"], ["operate"], null, undefined, 1],
  [["read", "write"], ["read"], "harbor.lin", undefined, 0],
  [["read", "write"], ["read"], "ada.whitfield", undefined, 1],
  [["read", "write"], ["read"], null, "harbor.lin", 0],
] as const)("of %j a key of %j, bound to %s, by one bound to %s", (own, scopes, to, by, count) => {
  const caller = { ...session, scopes: new Set(own), boundLoginId: by } as never;
  expect(problemsWithUser(caller, { scopes, boundLoginId: to })).toHaveLength(count);
});
