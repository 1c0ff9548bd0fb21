// The operations that a role allows a firm's staff who have signed in.
import { expect, test } from "vitest";
import { type Headers, send, useTestService } from "../../../../test/harness.ts";
import { testContext } from "../../../../test/sample-template.ts";
import { createConsoleLink } from "./create-console-link.ts";

const base = "https://bursar.test";
const account = "/restapi/accounts/RA00000001";
const webhooks = "/restapi/webhooks";
const receiver = { url: "https://hooks.example.com/bursar" };

const service = useTestService({ publicUrls: [base] });

async function hasRole(loginId: string, role: string): Promise<void> {
  const header = "loginId,memberOid,firmOid,membershipType,firstName,lastName,staffRole";
  const row = `${loginId},2102,1002,staff,Noah,Park,${role}`;
  await service.load({ "members.csv": `${header}\n${row}\n` });
}

async function signIn(loginId: string): Promise<{ session: object; headers: Headers }> {
  const context = testContext(service.db, service.now());
  const { secret } = await createConsoleLink(context, { loginId, apiUserId: undefined });
  const origin = { origin: base };
  const { body, headers } = await send(service.app, "POST", "/console/session", { secret }, origin);
  const cookie = String(headers["set-cookie"]).split(";")[0] ?? "";
  return { session: body, headers: { ...origin, cookie, "x-session-token": body.token } };
}

type Asked = readonly [method: string, path: string, body?: object];
const read: Asked = ["GET", account];
const change: Asked = ["PUT", account, { accountName: "Everyday" }];
const listWebhooks: Asked = ["GET", webhooks];
const createWebhook: Asked = ["POST", webhooks, receiver];
const loads = "/restapi/loads";
const listLoads: Asked = ["GET", loads];
const getLoad: Asked = ["GET", `${loads}/4606`];
const loadFolder: Asked = ["POST", loads, { files: [{ name: "firms.csv", text: "" }] }];
const all = [read, change, listWebhooks, createWebhook, listLoads, getLoad, loadFolder];

async function statuses(headers: Headers, asked: readonly Asked[] = all): Promise<number[]> {
  const results: number[] = [];
  for (const [method, path, body] of asked) {
    results.push((await send(service.app, method, path, body, headers)).status);
  }
  return results;
}

test.each([
  ["viewer", ["read"], [200, 403, 200, 403, 403, 403, 403]],
  ["adviser", ["read", "write"], [200, 200, 200, 403, 403, 403, 403]],
  ["administrator", ["read", "write"], [200, 200, 200, 201, 200, 200, 400]],
])("a session of a person who is %s", async (role, scopes, expected) => {
  await hasRole("harbor.park", role);
  const { session, headers } = await signIn("harbor.park");
  expect(session).toMatchObject({ role, scopes });
  expect(await statuses(headers)).toEqual(expected);
});

test("staff without a role are advisers", async () => {
  await hasRole("harbor.park", "");
  const { session, headers } = await signIn("harbor.park");
  expect(session).toMatchObject({ role: "adviser" });
  expect(await statuses(headers)).toEqual([200, 200, 200, 403, 403, 403, 403]);
});

test("every change of a webhook needs an administrator", async () => {
  const { body } = await service.call("adviser", "POST", webhooks, receiver);
  const own = `${webhooks}/${body.webhookId}`;
  const { headers } = await signIn("harbor.park");
  const changes: Asked[] = [
    ["PUT", own, { status: "paused" }],
    ["POST", `${own}/secrets`, {}],
    ["POST", `${own}/ping`, {}],
    ["POST", `${own}/deliveries/1/redeliver`, {}],
    ["DELETE", own],
  ];
  expect(await statuses(headers, changes)).toEqual([403, 403, 403, 403, 403]);
});

test("a role is of the person alone: a key may do what its API user may", async () => {
  const response = await service.call("adviser", "POST", webhooks, receiver);
  expect(response.status).toBe(201);
});

test("a client has no role", async () => {
  expect((await signIn("ada.whitfield")).session).not.toHaveProperty("role");
  const file = "loginId,memberOid,firmOid,membershipType,firstName,lastName,staffRole";
  const row = "ada.whitfield,2111,1002,client,Ada,Whitfield,administrator";
  await expect(service.load({ "members.csv": `${file}\n${row}\n` })).rejects.toMatchObject({
    problems: [{ column: "staffRole", reason: "Only staff have a role." }],
  });
});

test("a role that is taken away is gone from an open session within five seconds", async () => {
  await hasRole("harbor.park", "administrator");
  const { headers } = await signIn("harbor.park");
  expect(await statuses(headers, [createWebhook])).toEqual([201]);
  await hasRole("harbor.park", "viewer");
  service.setNow(new Date(+service.now() + 5_000).toISOString());
  expect(await statuses(headers)).toEqual([200, 403, 200, 403, 403, 403, 403]);
});

test.each([
  ["viewer", "https://hooks.example.com:8443"],
  ["adviser", "https://hooks.example.com:8443"],
  ["administrator", "https://hooks.example.com:8443/T0/secret?token=of-the-receiver"],
])("a webhook's address, which may hold a token, is shown to a %s as %s", async (role, url) => {
  const secret = "https://hooks.example.com:8443/T0/secret?token=of-the-receiver";
  const { body } = await service.call("adviser", "POST", webhooks, { url: secret });
  const own = `${webhooks}/${body.webhookId}`;
  await hasRole("harbor.park", role);
  const { headers } = await signIn("harbor.park");
  expect((await send(service.app, "GET", own, undefined, headers)).body.url).toBe(url);
  const list = await send(service.app, "GET", webhooks, undefined, headers);
  const listed = list.body.find((each: { webhookId: string }) => each.webhookId === body.webhookId);
  expect(listed.url).toBe(url);
  expect((await service.call("readOnly", "GET", own)).body.url).toBe(
    "https://hooks.example.com:8443",
  );
  expect((await service.call("adviser", "GET", own)).body.url).toBe(secret);
});
