// A sandbox begins anew by request: what goes, what stays, and for whom it is refused.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newDatabase, type TestDatabase } from "../../../../test/database.ts";
import { errorCodesOf } from "../../../../test/error-codes.ts";
import { type Headers, openTestService, send, serverOptions } from "../../../../test/harness.ts";
import { testContext, testNow, testVault } from "../../../../test/sample-template.ts";
import { resetSandboxOf } from "../../../cli/begin-anew.ts";
import { readCredentials, saveCredentials } from "../../../cli/first-start.ts";
import { LoadBusy } from "../../../platform/bulk/kinds/load-problem.ts";
import { selectAuditEntries, verifyAudit } from "../../../platform/change/audit.ts";
import type { App } from "../../../platform/http/frame.ts";
import { StoreFault } from "../../../platform/process/store-fault.ts";
import { sql } from "../../../platform/store/db.ts";
import { loadLock } from "../../../platform/store/store-lock.ts";
import { createServer } from "../../../server.ts";
import { createConsoleLink } from "../sign-in/create-console-link.ts";
import { moveClock } from "./move-clock.ts";

const path = "/restapi/simulation/resets";
const base = "https://bursar.test";
const body = { confirmation: "reset" };

let store: TestDatabase;
let folder: string;
let app: App;
let token: string;
beforeAll(async () => {
  store = await newDatabase("sample");
  folder = await mkdtemp(join(tmpdir(), "bursar-reset-"));
  const opened = { db: store.database, vault: testVault, daysAhead: 0 };
  const kept = await saveCredentials(opened, base, join(folder, "credentials.json"));
  token = kept?.callers.operator.token ?? "";
  const config = { dataDir: folder, checkpointDir: undefined };
  app = await createServer({
    ...serverOptions(store.database),
    publicUrls: [base],
    resetSandbox: (actor) => resetSandboxOf(config, { ...opened, actor }, store.admin),
  });
});
afterAll(async () => {
  await app.close();
  await store.drop();
  await rm(folder, { recursive: true });
});

const byKey = (headers: Headers = {}) => ({ authorization: `Bearer ${token}`, ...headers });
const reset = (headers: Headers, sent: unknown = body) => send(app, "POST", path, sent, headers);
const clock = async () =>
  (await send(app, "GET", "/restapi/simulation/clock", undefined, byKey())).body.now;
const documents = async () => (await store.database.rows(sql`select from offer_document`)).length;

async function signIn(loginId: string): Promise<Headers> {
  const context = testContext(store.database, testNow);
  const { secret } = await createConsoleLink(context, { loginId, apiUserId: undefined });
  const origin = { origin: base };
  const { body: session, headers } = await send(
    app,
    "POST",
    "/console/session",
    { secret },
    origin,
  );
  const cookie = String(headers["set-cookie"]).split(";")[0] ?? "";
  return { ...origin, cookie, "x-session-token": session.token };
}

test("the word of confirmation is asked for, and a dry run removes nothing", async () => {
  await moveClock(testContext(store.database), 400);
  const moved = await clock();
  expect(errorCodesOf(await reset(byKey(), {}))).toEqual(["null.confirmation"]);
  expect(errorCodesOf(await reset(byKey(), { confirmation: "yes" }))).toEqual([
    "invalid.confirmation",
  ]);
  const tried = await reset(byKey({ "x-dry-run": "true" }));
  expect(tried.body.record).toEqual({ now: "2026-03-02T10:00:00.000-05:00" });
  expect(await clock()).toBe(moved);
});

test("a load that runs, and a login without the right, are reported", async () => {
  await store.database.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${loadLock})`);
    expect(errorCodesOf(await reset(byKey()))).toEqual(["simulation.reset.busy.rule"]);
  });
  const refusing = async (fault: Error) => {
    const service = await openTestService({ resetSandbox: () => Promise.reject(fault) });
    const response = await service.call("operator", "POST", path, body);
    await service.close();
    return errorCodesOf(response);
  };
  expect(await refusing(new LoadBusy())).toEqual(["simulation.reset.busy.rule"]);
  expect(await refusing(new StoreFault("may not"))).toEqual(["simulation.reset.rights.rule"]);
});

test("the sample is there again, and whoever reset it stays signed in, alone", async () => {
  const before = await documents();
  await store.database.transaction(async (tx) => {
    await tx.execute(sql`delete from offer_document`);
  });
  const operator = await signIn("bursar.ops");
  await signIn("ada.whitfield");
  const key = { "idempotency-key": "again-1" };
  const response = await reset({ ...operator, ...key });
  expect(response).toMatchObject({ status: 201, text: "" });
  expect(response.headers.location).toBe(`${base}/restapi/simulation/clock`);
  expect(await documents()).toBe(before);
  expect(await clock()).toBe("2026-03-02T10:00:00.000-05:00");
  expect((await send(app, "GET", "/console/session", undefined, operator)).status).toBe(200);
  const { rows } = await signedIn();
  expect(rows).toEqual(["bursar.ops"]);

  const [done] = (await selectAuditEntries(store.database, "store")).slice(-1);
  const [load] = await selectAuditEntries(store.database, "RA00000001");
  expect([load?.operation, done?.operation]).toEqual(["loadFolder", "resetSandbox"]);
  for (const entry of [load, done])
    expect(JSON.parse(entry?.caller ?? "{}")).toMatchObject({ member: "bursar.ops" });
  expect((await verifyAudit(store.database, testVault.auditKey)).faults).toEqual([]);
  expect((await readCredentials(join(folder, "credentials.json")))?.callers.operator.token).toBe(
    token,
  );
  // A repeat of the request gets the response again, and resets nothing.
  await moveClock(testContext(store.database), 1);
  const again = await reset({ ...operator, ...key });
  expect(again).toMatchObject({ status: 201, headers: { "idempotency-replayed": "true" } });
  expect(await clock()).toBe("2026-03-03T10:00:00.000-05:00");
});

const signedIn = async () => ({
  rows: (
    await store.database.rows(sql<{ loginId: string }>`
      select login_id as "loginId" from console_session`)
  ).map(({ loginId }) => loginId),
});

test("in a session only an administrator resets it", async () => {
  await store.database.transaction(async (tx) => {
    await tx.execute(sql`update member set staff_role = 'adviser' where login_id = 'bursar.ops'`);
  });
  expect((await reset(await signIn("bursar.ops"))).status).toBe(403);
});

test("nobody else resets it, and no other store is reset", async () => {
  const service = await openTestService({
    resetSandbox: () => Promise.reject(new Error("the store was reset")),
  });
  for (const caller of ["adviser", "otherAdviser", "issuer", "client", "readOnly"] as const) {
    expect((await service.call(caller, "POST", path, body)).status, caller).toBe(403);
  }
  await service.admin("delete from store_property where name = 'sandbox_days_ahead'");
  expect(errorCodesOf(await service.call("operator", "POST", path, body))).toEqual([
    "route.not.found",
  ]);
  await service.close();
});
