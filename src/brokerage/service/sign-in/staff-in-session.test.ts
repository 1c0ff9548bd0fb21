// The staff of a firm as its administrators manage their access: links for those who approve nothing,
// never for a client, another firm or the operator, and only just after a sign-in.
import { beforeEach, describe, expect, test } from "vitest";
import { type Headers, send, useTestService } from "../../../../test/harness.ts";
import { testContext, testNow } from "../../../../test/sample-template.ts";
import { sql } from "../../../platform/store/db.ts";
import {
  drawingOfStatements,
  endOfBuilding,
} from "../../documents/statement-runs/scheduled-job.ts";
import { apiUserErrors } from "../api-users/reads.ts";
import { runScheduledJobs } from "../scheduled-jobs/run-scheduled-jobs.ts";
import { createConsoleLink } from "./create-console-link.ts";
import { consoleErrors } from "./errors.ts";

const base = "https://bursar.test";
const service = useTestService({ publicUrls: [base] });
beforeEach(() => service.setNow(testNow.toISOString()));

const context = () => testContext(service.db, service.now());

async function signInBy(secret: string): Promise<Headers> {
  const origin = { origin: base };
  const { body, headers } = await send(service.app, "POST", "/console/session", { secret }, origin);
  const cookie = String(headers["set-cookie"]).split(";")[0] ?? "";
  return { ...origin, cookie, "x-session-token": body.token };
}

async function signIn(loginId = "harbor.lin", apiUserId?: string): Promise<Headers> {
  return signInBy((await createConsoleLink(context(), { loginId, apiUserId })).secret);
}

const ask = (headers: Headers, method: string, path: string) =>
  send(service.app, method, path, undefined, headers);
const list = (headers: Headers, firm = "1002") =>
  ask(headers, "GET", `/console/firms/${firm}/staff`);
const link = (headers: Headers, loginId: string) =>
  ask(headers, "POST", `/console/staff/${loginId}/links`);
const revoke = (headers: Headers, loginId: string) =>
  ask(headers, "DELETE", `/console/staff/${loginId}/sessions`);
const outcome = ({ status, body }: Awaited<ReturnType<typeof ask>>) => [
  status,
  ...body.map(({ errorCode }: { errorCode?: string }) => errorCode),
];

test("an administrator lists the staff, makes a link that works once, and ends the sessions", async () => {
  const page = await signIn();
  expect((await list(page)).body).toEqual({
    staff: [
      {
        loginId: "harbor.lin",
        name: "Grace Lin",
        role: "administrator",
        maySignIn: true,
        mayHaveLink: false,
        openSessions: 1,
        lastSignInTS: "2026-03-02T10:00:00.000-05:00",
      },
      {
        loginId: "harbor.park",
        name: "Noah Park",
        role: "viewer",
        maySignIn: true,
        mayHaveLink: true,
        openSessions: 0,
        lastSignInTS: null,
      },
    ],
  });
  const made = await link(page, "harbor.park");
  expect([made.status, made.body]).toEqual([
    201,
    {
      linkId: expect.stringMatching(/^\d+$/),
      loginId: "harbor.park",
      path: expect.stringMatching(/^\/console\/#link=\d+\.[\w-]{43}$/),
      expiresTS: "2026-03-02T10:15:00.000-05:00",
    },
  ]);
  expect(made.headers["cache-control"]).toContain("no-store");
  const [entry] = (await service.auditOf("member:harbor.park")).slice(-1);
  expect(entry).toMatchObject({
    operation: "createConsoleLink",
    caller: { member: "harbor.lin", session: expect.any(String) },
    detail: { after: { linkId: made.body.linkId, apiUserId: "5001" } },
  });

  const secret = made.body.path.split("=")[1];
  const theirs = await signInBy(secret);
  expect((await ask(theirs, "GET", "/console/session")).body).toMatchObject({
    loginId: "harbor.park",
    role: "viewer",
    scopes: ["read"],
  });
  const again = await send(service.app, "POST", "/console/session", { secret }, { origin: base });
  expect(again.status).toBe(401);
  expect((await list(page)).body.staff[1]).toMatchObject({
    openSessions: 1,
    lastSignInTS: "2026-03-02T10:00:00.000-05:00",
  });

  await link(page, "harbor.park");
  const revoked = await revoke(page, "harbor.park");
  expect([revoked.status, revoked.body]).toEqual([200, { sessions: 1, links: 1, identities: 0 }]);
  service.setNow(new Date(+testNow + 10_000).toISOString());
  expect((await ask(theirs, "GET", "/console/session")).status).toBe(401);
  expect((await list(page)).body.staff[1]).toMatchObject({ openSessions: 0 });
  expect(outcome(await revoke(page, "harbor.park"))).toEqual([404, consoleErrors.session.code]);
});

test("no client, other firm's person or the operator's gets a link, nor loses a session", async () => {
  const page = await signIn();
  await signIn("ada.whitfield");
  await signIn("summit.ortiz");
  await signIn("bursar.ops");
  const others = ["ada.whitfield", "rosa.kim", "summit.ortiz", "bursar.ops", "nobody", "a%00"];
  for (const loginId of others) {
    expect(outcome(await link(page, loginId))).toEqual([404, consoleErrors.staff.code]);
    expect(outcome(await revoke(page, loginId))).toEqual([404, consoleErrors.staff.code]);
  }
  for (const firm of ["1001", "1003", "9999", "x"])
    expect((await list(page, firm)).status).toBe(403);
  expect((await list(await signIn("summit.ortiz"), "1003")).body.staff).toHaveLength(1);
});

test("a login id that is a session's id ends the sessions of that login alone", async () => {
  const others = await signIn("summit.ortiz");
  const { sessionId } = (await ask(others, "GET", "/console/session")).body;
  const header = "loginId,memberOid,firmOid,membershipType,firstName,lastName,staffRole";
  const row = `${sessionId},2190,1002,staff,Nora,Digits,adviser`;
  await service.load({ "members.csv": `${header}\n${row}\n` });
  const page = await signIn();
  expect((await link(page, sessionId)).status).toBe(201);
  expect((await revoke(page, sessionId)).body).toEqual({ sessions: 0, links: 1, identities: 0 });
  service.setNow(new Date(+testNow + 10_000).toISOString());
  expect((await ask(others, "GET", "/console/session")).status).toBe(200);
});

test("nobody gets a link of a colleague who approves; the operator makes those", async () => {
  const page = await signIn();
  expect(outcome(await link(page, "harbor.lin"))).toEqual([400, consoleErrors.colleague.code]);
  const operator = await signIn("bursar.ops");
  expect((await list(operator)).body.staff[0]).toMatchObject({ mayHaveLink: true });
  const made = await link(operator, "harbor.lin");
  expect(made.status).toBe(201);
  expect(await signInBy(made.body.path.split("=")[1])).toHaveProperty("cookie");
  for (const own of ["bursar.ops", "bursar.desk"]) {
    expect(outcome(await link(operator, own))).toEqual([400, consoleErrors.colleague.code]);
  }
  expect(outcome(await link(operator, "ada.whitfield"))).toEqual([404, consoleErrors.staff.code]);
  expect((await revoke(operator, "harbor.lin")).status).toBe(200);
});

describe("what came of an administrator's link", () => {
  const secretOf = async (page: Headers, loginId: string) =>
    String((await link(page, loginId)).body.path).split("#link=")[1] ?? "";
  const holds = async (page: Headers) => (await ask(page, "GET", "/console/session")).status;

  test("ends with the access of that administrator, and no other person's does", async () => {
    const page = await signIn();
    const byLink = await signInBy(await secretOf(page, "harbor.park"));
    const unused = await secretOf(page, "harbor.park");
    const byCommand = await signIn("harbor.park");
    const operator = await signIn("bursar.ops");
    const revoked = await revoke(operator, "harbor.lin");
    expect(revoked.body).toEqual({ sessions: 2, links: 1, identities: 0 });
    service.setNow("2026-03-02T15:00:06Z");
    expect([await holds(byLink), await holds(byCommand)]).toEqual([401, 200]);
    expect((await signInBy(unused))["x-session-token"]).toBeUndefined();
    const entries = await service.auditOf("member:harbor.park");
    expect(entries.at(-1)).toMatchObject({ operation: "revokeConsoleSessions" });
  });

  test("ends once the person approves what the administrator does", async () => {
    const page = await signIn();
    const byLink = await signInBy(await secretOf(page, "harbor.park"));
    const byCommand = await signIn("harbor.park");
    const setRole = (role: string) =>
      service.db.transaction((tx) =>
        tx.execute(sql`update member set staff_role = ${role} where login_id = 'harbor.park'`),
      );
    await setRole("administrator");
    service.setNow("2026-03-02T15:00:06Z");
    expect([await holds(byLink), await holds(byCommand)]).toEqual([401, 200]);
    await setRole("viewer");
  });

  test("is no second person where its maker has had part", async () => {
    const page = await signIn("bursar.ops");
    const runs = "/restapi/firms/1002/statementruns";
    const asked = { reportType: "R", periodEnd: "2025-12-31" };
    const made = await send(service.app, "POST", runs, asked, page);
    expect(made.status, made.text).toBe(201);
    const run = `${runs}/${String(made.headers.location).split("/").at(-1)}`;
    const drawing = [drawingOfStatements, endOfBuilding] as never[];
    await runScheduledJobs(context(), undefined, drawing);
    const released = { runStatus: "RELEASED" };
    const byLink = await signInBy(await secretOf(page, "harbor.lin"));
    const refused = await send(service.app, "PUT", run, released, byLink);
    expect(outcome(refused)).toEqual([400, "statementrun.person.rule"]);
    const another = await send(service.app, "PUT", run, released, await signIn());
    expect(another.status, another.text).toBe(200);
  });
});

test("no link gives a colleague more than the administrator has", async () => {
  await service.load({
    "api-users.csv": `apiUserId,firmOid,name,scopes\n5090,1002,Harbor wide,"[""read"",""write"",""operate""]"\n`,
  });
  await service.load({
    "members.csv": `loginId,memberOid,firmOid,membershipType,firstName,lastName\nharbor.yu,2191,1002,staff,Ann,Yu\n`,
  });
  const page = await signIn("harbor.lin", "5001");
  expect(outcome(await link(page, "harbor.yu"))).toEqual([400, consoleErrors.linkRights.code]);
  expect((await link(page, "harbor.park")).status).toBe(201);
});

test("whoever is no administrator, only reads or has not just signed in changes nothing", async () => {
  for (const loginId of ["harbor.park", "ada.whitfield"]) {
    const page = await signIn(loginId);
    for (const refused of [
      await list(page),
      await link(page, "harbor.park"),
      await revoke(page, "harbor.park"),
    ]) {
      expect(refused.status).toBe(403);
    }
  }
  const reading = await signIn("harbor.lin", "5006");
  expect((await list(reading)).status).toBe(200);
  expect((await link(reading, "harbor.park")).status).toBe(403);
  const page = await signIn();
  service.setNow(new Date(+testNow + 5 * 60_000 + 1).toISOString());
  for (const late of [await link(page, "harbor.park"), await revoke(page, "harbor.park")]) {
    expect(outcome(late)).toEqual([403, apiUserErrors.age.code]);
  }
  expect((await list(page)).status).toBe(200);
  const { "x-session-token": _, ...without } = await signIn();
  for (const sent of [without, { authorization: "Bearer nothing" }, {}]) {
    expect((await link(sent, "harbor.park")).status).toBe(401);
    expect((await revoke(sent, "harbor.park")).status).toBe(401);
  }
  expect((await list({})).status).toBe(401);
});
