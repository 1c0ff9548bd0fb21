// The requests for reconciliations: who sees which breaks, and how a note resolves one.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openTestService, type TestService } from "../../../../test/harness.ts";
import type { CallerName } from "../../../../test/sample-template.ts";

let service: TestService;
beforeAll(async () => {
  service = await openTestService();
});
afterAll(() => service.close());

const list = "/restapi/reconciliations";
const of = (account: string, id: string) =>
  `/restapi/accounts/${account}/reconciliationbreaks/${id}`;
const idsIn = (body: readonly { readonly breakId: string }[]) => body.map(({ breakId }) => breakId);

describe("listReconciliations", () => {
  test.each<[CallerName, string, readonly string[]]>([
    ["operator", "", ["4102", "4101", "4103"]],
    ["adviser", "", ["4102", "4101"]],
    ["readOnly", "", ["4102", "4101"]],
    ["otherAdviser", "", ["4103"]],
    ["adviser", "?accountnumber=RA00000003", ["4101"]],
    ["adviser", "?accountnumber=RB00000001", []],
    ["adviser", "?accountnumber=nonsense", []],
    ["adviser", "?date=2026-03-02", ["4102", "4101"]],
    ["adviser", "?date=2026-03-01", []],
  ])("shows %s%s the breaks of its accounts", async (caller, query, ids) => {
    const { status, body } = await service.call(caller, "GET", `${list}${query}`);
    expect([status, idsIn(body)]).toEqual([200, ids]);
  });

  test("shows a firm that acts for a client the breaks of the client's accounts", async () => {
    const as = async (login: string) => {
      const headers = { "X-Associated-Member-Id": login };
      return idsIn((await service.call("adviser", "GET", list, undefined, headers)).body);
    };
    expect(await as("ada.whitfield")).toEqual(["4102", "4101"]);
    expect(await as("dmitri.ivanov")).toEqual([]);
  });

  test.each<[CallerName | null, number]>([
    ["client", 403],
    ["issuer", 403],
    [null, 401],
  ])("is refused to %s: %i", async (caller, status) => {
    expect((await service.call(caller, "GET", list)).status).toBe(status);
  });

  test("shows both sides, the age and the cause", async () => {
    const { body } = await service.call("adviser", "GET", list);
    expect(body[0]).toEqual({
      accountNumber: "RA00000001",
      breakId: "4102",
      date: "2026-03-02T00:00:00.000-05:00",
      kind: "shares",
      security: { id: "604", ticker: "DELT" },
      acquiredDate: null,
      custodian: "30.80000",
      books: "15.40000",
      amount: "438.90",
      cause: "split",
      since: "2026-03-02T00:00:00.000-05:00",
      ageInDays: "0",
      note: null,
      notedTS: null,
      assignee: null,
      closedDate: null,
    });
    expect(body[1]).toMatchObject({ security: null, custodian: "4334.30", ageInDays: "3" });
  });

  test("refuses what is no day", async () => {
    const { status, text } = await service.call("adviser", "GET", `${list}?date=soon`);
    expect(status).toBe(400);
    expect(text).toContain("invalid.date");
  });
});

describe("resolveBreak", () => {
  const note = "The trade of 27 February was booked twice.";

  test("keeps the note, its time and one audit entry", async () => {
    const before = await service.auditOf("RA00000001");
    const response = await service.call("adviser", "PUT", of("RA00000001", "4102"), { note });
    expect([response.status, response.text]).toEqual([200, ""]);
    const location = String(response.headers.location);
    const { body } = await service.call(
      "adviser",
      "GET",
      new URL(location).href.slice(location.indexOf("/restapi")),
    );
    expect(body).toMatchObject([{ breakId: "4102", note, notedTS: expect.any(String) }]);
    const added = (await service.auditOf("RA00000001")).slice(before.length);
    expect(added).toMatchObject([
      {
        operation: "resolveBreak",
        detail: {
          before: { note: null, notedAt: null },
          after: { note },
          detail: { breakId: "4102", date: "2026-03-02" },
        },
      },
    ]);
  });

  test("another note replaces the first, and of two at once one is the last", async () => {
    const put = (text: string) =>
      service.call("operator", "PUT", of("RA00000001", "4102"), { note: text });
    const responses = await Promise.all([put("One."), put("Two.")]);
    expect(responses.map(({ status }) => status)).toEqual([200, 200]);
    const { body } = await service.call("operator", "GET", `${list}?accountnumber=RA00000001`);
    const entries = (await service.auditOf("RA00000001")).slice(-2);
    const [first, last] = entries.map(({ detail }) => detail);
    expect(last.before.note).toBe(first.after.note);
    expect(body[0].note).toBe(last.after.note);
  });

  test.each<[CallerName | null, string, string, number]>([
    ["adviser", "RA00000001", "4101", 404],
    ["adviser", "RA00000001", "0", 404],
    ["adviser", "RA00000001", "x", 404],
    ["adviser", "RB00000001", "4103", 403],
    ["otherAdviser", "RA00000003", "4101", 403],
    ["adviser", "RA99999999", "4101", 403],
    ["readOnly", "RA00000003", "4101", 403],
    ["client", "RA00000003", "4101", 403],
    ["issuer", "RA00000003", "4101", 403],
    [null, "RA00000003", "4101", 401],
  ])("%s on %s, break %s: %i", async (caller, account, id, status) => {
    const response = await service.call(caller, "PUT", of(account, id), { note });
    expect(response.status).toBe(status);
    if (status === 404) {
      expect(response.text).toContain("reconciliationbreak.not.found");
    }
  });

  test.each([{}, { note: "" }, { note: null }, { note: "x".repeat(1001) }, { note, by: "me" }])(
    "refuses %j",
    async (body) => {
      const response = await service.call("adviser", "PUT", of("RA00000003", "4101"), body);
      expect(response.status).toBe(400);
    },
  );

  test("resolves no break that is closed", async () => {
    await service.load({
      "reconciliation-breaks.csv":
        "accountNumber,date,breakId,kind,custodian,amount,cause,since,closedDate\n" +
        "RA00000003,2026-02-20,4099,cash,1.00,1.00,missingTransaction,2026-02-20,2026-02-23\n",
    });
    const closed = await service.call("adviser", "PUT", of("RA00000003", "4099"), { note });
    expect(closed.status).toBe(404);
    const { body } = await service.call("adviser", "GET", `${list}?date=2026-02-20`);
    expect(body).toMatchObject([{ breakId: "4099", books: null, closedDate: expect.any(String) }]);
  });
});

describe("assignBreak", () => {
  const assign = (caller: CallerName | null, account: string, id: string, body: object) =>
    service.call(caller, "PUT", `${of(account, id)}/assignee`, body);
  const assigneeNow = async () => {
    const { body } = await service.call("adviser", "GET", `${list}?accountnumber=RA00000003`);
    return body.map(({ assignee }: { assignee: string | null }) => assignee);
  };

  test("names who works on a break, and then nobody, each with its audit entry", async () => {
    const before = await service.auditOf("RA00000003");
    const assigned = await assign("adviser", "RA00000003", "4101", { assignee: "Ann Lee" });
    expect([assigned.status, assigned.text]).toEqual([200, ""]);
    expect(await assigneeNow()).toEqual(["Ann Lee"]);
    await assign("operator", "RA00000003", "4101", { assignee: null });
    expect(await assigneeNow()).toEqual([null]);
    const added = (await service.auditOf("RA00000003")).slice(before.length);
    expect(added.map(({ operation, detail }) => [operation, detail])).toMatchObject([
      ["assignBreak", { before: { assignee: null }, after: { assignee: "Ann Lee" } }],
      ["assignBreak", { before: { assignee: "Ann Lee" }, after: { assignee: null } }],
    ]);
  });

  test.each<[CallerName | null, string, string, number]>([
    ["adviser", "RA00000001", "4101", 404],
    ["adviser", "RA00000001", "x", 404],
    ["otherAdviser", "RA00000003", "4101", 403],
    ["adviser", "RA99999999", "4101", 403],
    ["readOnly", "RA00000003", "4101", 403],
    ["client", "RA00000003", "4101", 403],
    ["issuer", "RA00000003", "4101", 403],
    [null, "RA00000003", "4101", 401],
  ])("%s on %s, break %s: %i", async (caller, account, id, status) => {
    expect((await assign(caller, account, id, { assignee: "Ann Lee" })).status).toBe(status);
  });

  test.each([{}, { assignee: "" }, { assignee: "x".repeat(101) }, { assignee: "Ann", by: "me" }])(
    "refuses %j",
    async (body) => {
      expect((await assign("adviser", "RA00000003", "4101", body)).status).toBe(400);
    },
  );
});

describe("a break that is loaded", () => {
  const good = {
    accountNumber: "RA00000003",
    date: "2026-02-02",
    breakId: "4098",
    kind: "cash",
    custodian: "1.00",
    cause: "missingTransaction",
    since: "2026-02-02",
    closedDate: "",
    stands: "false",
    note: "",
    notedTS: "",
  };
  test.each([
    [{ since: "2026-02-03" }, "since"],
    [{ closedDate: "2026-02-02" }, "closedDate"],
    [{ note: "Why" }, "notedTS"],
    [{ breakId: "4101", stands: "true" }, "stands"],
    [{ date: "2026-03-02", stands: "false" }, "kind"],
    [{ kind: "bonds" }, "kind"],
    [{ cause: "luck" }, "cause"],
  ])("is refused with %o", async (change, column) => {
    const row = { ...good, ...change };
    const text = `${Object.keys(row).join(",")}\n${Object.values(row).join(",")}\n`;
    await expect(service.load({ "reconciliation-breaks.csv": text })).rejects.toMatchObject({
      problems: [{ file: "reconciliation-breaks.csv", column }],
    });
  });
});
