// The audit entries of all records that the operator finds, and nobody else.
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestService, type TestService } from "../../../../test/harness.ts";
import type { CallerName } from "../../../../test/sample-template.ts";

let service: TestService;
beforeAll(async () => {
  service = await openTestService();
  for (const accountName of ["First name", "Second name", "Third name"]) {
    for (const account of ["RA00000001", "RA00000006"]) {
      const path = `/restapi/accounts/${account}`;
      expect((await service.call("adviser", "PUT", path, { accountName })).status).toBe(200);
    }
  }
});
afterAll(() => service.close());

const path = "/restapi/service/auditentries";
const find = (query: string, who: CallerName | null = "operator") =>
  service.call(who, "GET", `${path}?${query}`);
const shown = (body: readonly Record<string, string>[]) =>
  body.map(({ subject, operation }) => `${subject} ${operation}`);
const ofToday = "range=2026-03-02,2026-03-02";

test("entries of a day are found by operation, record, request and caller, the newest first", async () => {
  const { status, body } = await find(`${ofToday}&operation=updateAccount&apiuserid=5001`);
  expect(status).toBe(200);
  expect(body).toHaveLength(6);
  expect(body[0]).toMatchObject({
    operation: "updateAccount",
    by: { kind: "firm", apiUserId: "5001" },
    after: { accountName: expect.any(String) },
    verified: true,
  });
  const ofAccount = await find(`${ofToday}&subject=RA00000006&operation=updateAccount`);
  expect(ofAccount.body.map(({ after }: { after: object }) => after)).toEqual([
    { accountName: "Third name" },
    { accountName: "Second name" },
    { accountName: "First name" },
  ]);
  const [first] = ofAccount.body;
  expect((await find(`requestid=${first.requestId}&${ofToday}`)).body).toEqual([first]);
  expect((await find(`${ofToday}&loginid=nobody`)).body).toEqual([]);
  expect((await find(`${ofToday}&command=sweep&subject=RA00000006`)).body).toEqual([]);
  const loaded = (await find(`${ofToday}&command=cli:test&subject=RA00000006`)).body;
  expect(loaded.map(({ by }: { by: object }) => by)).toContainEqual({
    kind: "service",
    apiUserId: null,
    loginId: null,
    actingFor: null,
  });
});

test("days without entries, and records that do not exist, give an empty list", async () => {
  expect((await find("range=2020-01-01,2020-01-31")).body).toEqual([]);
  expect((await find(`${ofToday}&subject=RA99999999`)).body).toEqual([]);
});

test("pages lose and double nothing, and another query takes none of them", async () => {
  const query = `${ofToday}&operation=updateAccount`;
  const whole = shown((await find(query)).body);
  const pages: string[] = [];
  let next: string | null = `${path}?${query}&limit=4`;
  let after = "";
  while (next !== null) {
    const answer = await service.call("operator", "GET", next);
    pages.push(...shown(answer.body));
    const [, link] = /<[^>]*(\/restapi[^>]*)>; rel="next"/.exec(String(answer.headers.link)) ?? [];
    next = link ?? null;
    after = new URL(`http://x${link ?? "/?after="}`).searchParams.get("after") || after;
  }
  expect(pages).toEqual(whole);
  const foreign = await find(`operation=createFolio&after=${after}`);
  expect([foreign.status, foreign.text]).toEqual([400, expect.stringContaining("invalid.after")]);
});

test("an entry that was altered is not verified", async () => {
  await service.admin(
    `update audit_entry set address = '192.0.2.1'
     where subject = 'RA00000006' and sequence =
       (select max(sequence) - 1 from audit_entry where subject = 'RA00000006')`,
    [],
  );
  const { body } = await find(`${ofToday}&subject=RA00000006&operation=updateAccount`);
  expect(body.map(({ verified }: { verified: boolean }) => verified)).toEqual([true, false, true]);
});

test.each<[CallerName | null, number]>([
  ["adviser", 403],
  ["otherAdviser", 403],
  ["readOnly", 403],
  ["client", 403],
  ["issuer", 403],
  [null, 401],
])("%s finds none: %i", async (who, status) => {
  expect((await find(ofToday, who)).status).toBe(status);
});

test("the operator finds none on behalf of a client", async () => {
  for (const member of ["FOLIOWS_MEMBER_ID", "FOLIOWS_SELECTED_MEMBER_ID"]) {
    const members = { [member]: "carol.nguyen" };
    const to = `${path}?${ofToday}`;
    expect((await service.signed("operator", "GET", to, { members })).status).toBe(403);
  }
});

test.each(["range=yesterday", "limit=0", "limit=201", "apiuserid=x", "after=x"])(
  "refuses %s",
  async (query) => {
    expect((await find(query)).status).toBe(400);
  },
);
