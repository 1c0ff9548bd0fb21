// The audit entries of an account that each caller may read.
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestService, type TestService } from "../../../../test/harness.ts";

let service: TestService;
beforeAll(async () => {
  service = await openTestService();
  const change = (who: "adviser" | "operator", account: string, accountName: string) =>
    service.call(who, "PUT", `/restapi/accounts/${account}`, { accountName });
  expect((await change("adviser", "RA00000001", "Renamed")).status).toBe(200);
  const restricted = await service.call(
    "operator",
    "POST",
    "/restapi/accounts/RA00000001/restrictions",
    { inceptionInfo: "Court order", reason: { code: "021" }, type: { code: "SO" } },
  );
  expect(restricted.status).toBe(201);
});
afterAll(() => service.close());

type Who = "adviser" | "client" | "operator" | "otherAdviser" | "issuer" | "readOnly";
const path = "/restapi/accounts/RA00000001/auditentries";
const list = (who: Who, query = "") => service.call(who, "GET", path + query);

test("the newest entry is first, with who, when, and what was before and after", async () => {
  const { status, body } = await list("adviser");
  expect(status).toBe(200);
  const [restricted, renamed] = body;
  expect(renamed).toEqual({
    sequence: String(Number(restricted.sequence) - 1),
    occurredTS: "2026-03-02T10:00:00.000-05:00",
    operation: "updateAccount",
    by: { kind: "firm", apiUserId: "5001", loginId: null, actingFor: null },
    requestId: expect.any(String),
    address: "127.0.0.1",
    before: { accountName: "Everyday" },
    after: { accountName: "Renamed" },
    detail: null,
    verified: true,
  });
  expect(body.at(-1)).toMatchObject({ sequence: "1", by: { kind: "service" }, verified: true });
  expect((await list("readOnly")).body).toEqual(body);
});

test("a firm sees that the operator did something, but not by whom", async () => {
  const [seen] = (await list("adviser")).body;
  expect([seen.operation, seen.by, seen.address]).toEqual([
    "createRestriction",
    { kind: "operator", apiUserId: null, loginId: null, actingFor: null },
    null,
  ]);
  const [own] = (await list("operator")).body;
  expect(own.by.apiUserId).toMatch(/^\d+$/);
  expect(own.address).toBe("127.0.0.1");
});

test("a client sees no address, no API user and nobody else, in entries that are its own", async () => {
  const signed = await service.signed("adviser", "PUT", "/restapi/accounts/RA00000001", {
    body: { accountName: "By staff" },
    members: { FOLIOWS_MEMBER_ID: "harbor.lin" },
  });
  expect(signed.status).toBe(200);
  const { body } = await list("client");
  for (const entry of body) {
    const { apiUserId, loginId, actingFor } = entry.by;
    expect([entry.address, apiUserId]).toEqual([null, null]);
    expect([null, "ada.whitfield"]).toContain(loginId);
    expect([null, "ada.whitfield"]).toContain(actingFor);
  }
  expect(JSON.stringify(body)).not.toContain("harbor.lin");
  expect(body[0]).toMatchObject({
    operation: "updateAccount",
    before: { accountName: "Renamed" },
    after: { accountName: "By staff" },
    verified: true,
  });
  const loaded = body.find(({ operation }: { operation: string }) => operation === "loadFolder");
  expect([loaded.before, loaded.after, loaded.detail]).toEqual([null, null, null]);
  const byStaff = (await list("adviser")).body[0];
  expect(byStaff.by.loginId).toBe("harbor.lin");
});

test("a client firm reads of its account what a client reads of its own", async () => {
  const number = "RA00000003";
  const note = "The custodian was called.";
  const broken = `/restapi/accounts/${number}/reconciliationbreaks/4101`;
  expect((await service.call("adviser", "PUT", broken, { note })).status).toBe(200);
  const name = { accountName: "Of a firm" };
  const renamed = await service.call("adviser", "PUT", `/restapi/accounts/${number}`, name);
  expect(renamed.status).toBe(200);
  await service.admin("update account set client_firm_oid = 1004 where account_number = $1", [
    number,
  ]);
  const read = async (who: Who) =>
    (await service.call(who, "GET", `/restapi/accounts/${number}/auditentries`)).body;
  const [update, resolved] = await read("issuer");
  expect([update.operation, update.after]).toEqual(["updateAccount", name]);
  expect(resolved).toMatchObject({ operation: "resolveBreak", before: null, after: null });
  expect(resolved.by).toMatchObject({ kind: "firm", apiUserId: null });
  expect((await read("adviser"))[1].after).toMatchObject({ note });
  await service.admin("update account set client_firm_oid = null where account_number = $1", [
    number,
  ]);
});

test("pages follow each other to the first entry", async () => {
  const { body: all } = await list("adviser", "?limit=200");
  const found: unknown[] = [];
  let query: string | undefined = "?limit=2";
  while (query !== undefined) {
    const page: Awaited<ReturnType<typeof list>> = await list("adviser", query);
    found.push(...page.body);
    query = /auditentries(\?[^>]+)>; rel="next"/.exec(String(page.headers.link))?.[1];
  }
  expect(found).toEqual(all);
});

test.each(["otherAdviser", "issuer"] as const)("%s is refused", async (who) => {
  expect((await list(who)).status).toBe(403);
});

test.each([
  ["?limit=0", "invalid.limit"],
  ["?limit=201", "invalid.limit"],
  ["?before=0", "invalid.before"],
])("%s is refused", async (query, code) => {
  const { status, body } = await list("adviser", query);
  expect([status, body[0].errorCode]).toEqual([400, code]);
});

test("an entry that was altered, and one behind a gap, are not verified", async () => {
  const other = await openTestService();
  try {
    const of = async () =>
      (await other.call("adviser", "GET", path.replace("01/", "02/"))).body as {
        sequence: string;
        verified: boolean;
      }[];
    const put = (accountName: string) =>
      other.call("adviser", "PUT", "/restapi/accounts/RA00000002", { accountName });
    for (const name of ["One", "Two", "Three"]) expect((await put(name)).status).toBe(200);
    expect((await of()).every(({ verified }) => verified)).toBe(true);
    const [last, middle] = await of();
    const change = `update audit_entry set operation = operation || 'x'
      where subject = 'RA00000002' and sequence = $1`;
    await other.admin(change, [middle?.sequence]);
    expect((await of()).filter(({ verified }) => !verified)).toMatchObject([
      { sequence: middle?.sequence },
    ]);
    await other.admin("delete from audit_entry where subject = 'RA00000002' and sequence = $1", [
      middle?.sequence,
    ]);
    expect((await of())[0]).toMatchObject({ sequence: last?.sequence, verified: false });
    await other.admin("delete from audit_entry where subject = 'RA00000002' and sequence = $1", [
      last?.sequence,
    ]);
    // The head still names what was cut off.
    expect((await of())[0]?.verified).toBe(false);
  } finally {
    await other.close().catch(() => undefined);
  }
});
