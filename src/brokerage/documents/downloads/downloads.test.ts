// Papers of members: who sees which, in what order, and that the first reading is recorded.
import type { Day } from "@bursar/values/dates";
import type { AccountNumber, Id } from "@bursar/values/ids";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { anyEntry } from "../../../../test/any-entry.ts";
import { openTestService, type TestService } from "../../../../test/harness.ts";
import { testContext } from "../../../../test/sample-template.ts";
import { write } from "../../../platform/change/write.ts";
import { keepDocument, type NewPaper } from "../vault/changes.ts";

let service: TestService;
beforeAll(async () => {
  service = await openTestService();
});
afterAll(() => service.close());

const account = "RA00000001" as AccountNumber;
const statements = (login = "ada.whitfield") => `/restapi/members/${login}/downloads/statements`;
const bills = (login = "ada.whitfield") => `/restapi/members/${login}/downloads/bills`;

let made = 9100;
async function keep(more: Partial<NewPaper> = {}, at = "2026-03-02T15:00:00Z"): Promise<string> {
  const documentOid = String(++made) as Id;
  const ctx = testContext(service.db, new Date(at));
  await write(ctx, anyEntry("keepForTest"), async (tx) => {
    const stored = keepDocument(tx, ctx, {
      documentOid,
      owner: { type: "account", accountNumber: account },
      reportType: "M",
      reportDate: "2026-02-28" as Day,
      name: "paper.pdf",
      mediaType: "application/pdf",
      content: Buffer.from("%PDF-1.7 paper"),
      ...more,
    });
    const { subject, document, events } = stored;
    return { value: null, audit: [{ subject, after: { document }, events }] };
  });
  return documentOid;
}

const idsOf = async (caller: Parameters<TestService["call"]>[0], path: string) => {
  const { body } = await service.call(caller, "GET", path);
  return body.map(({ reportId }: { reportId: string }) => reportId);
};

test("statements and bills are listed apart, with what the paper is and who has read it", async () => {
  const response = await service.call("client", "GET", statements());
  expect(response.body).toEqual([
    {
      reportId: "4703",
      reportType: "M",
      reportDate: "2026-01-31T00:00:00.000-05:00",
      reportDataType: "P",
      createts: "2026-02-03T09:00:00.000-05:00",
      accountNumber: account,
      ownerId: "ada.whitfield",
      ownerType: "M",
      isCorrected: false,
      replacedBy: null,
      isRead: false,
      readts: null,
      templateOid: null,
    },
  ]);
  expect(await idsOf("client", bills())).toEqual(["4704"]);
  expect(await idsOf("adviser", bills())).toEqual(["4704"]);
});

test("the member's own first reading is stored before the bytes go, and its event emitted once", async () => {
  const read = (caller: Parameters<TestService["call"]>[0], headers = {}) =>
    service.call(caller, "GET", `${statements()}/4703`, undefined, headers);
  const byFirm = await read("adviser");
  expect([byFirm.status, byFirm.headers["content-type"]]).toEqual([200, "application/pdf"]);
  expect(byFirm.headers["content-disposition"]).toContain('filename="statement-2026-01.pdf"');
  const readings = "select login_id, read_at from document_reading where document_oid = 4703";
  expect((await service.admin(readings)).rows).toEqual([]);

  const both = await Promise.all([read("client"), read("client")]);
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  await read("client");
  expect((await service.admin(readings)).rows).toEqual([
    { login_id: "ada.whitfield", read_at: service.now() },
  ]);
  const entries = (await service.auditOf(account)).filter(
    ({ operation }) => operation === "getMemberStatement",
  );
  expect(entries.map(({ detail }) => detail.detail)).toEqual([
    { documentOid: "4703", loginId: "ada.whitfield" },
  ]);
  const events = (await service.eventsOf(account)).filter(({ type }) => type === "document.read");
  expect(events.map(({ data }) => data)).toEqual([
    { documentOid: "4703", loginId: "ada.whitfield", reportType: "M" },
  ]);
  const [listed] = (await service.call("adviser", "GET", statements())).body;
  expect(listed).toMatchObject({ isRead: true, readts: "2026-03-02T10:00:00.000-05:00" });
});

test("a bill is read through its own list, and only as a PDF", async () => {
  expect((await service.call("client", "GET", `${bills()}/4704?format=pdf`)).status).toBe(200);
  expect((await service.call("client", "GET", `${statements()}/4704`)).status).toBe(404);
  expect((await service.call("client", "GET", `${bills()}/4703`)).status).toBe(404);
  const html = await service.call("client", "GET", `${bills()}/4704?format=html`);
  expect([html.status, html.body]).toEqual([
    400,
    [{ type: "VALIDATION_FIELD", field: "format", errorCode: "invalid.format" }],
  ]);
});

test.each(["999", "x", "99999999999999999999", "4701", "4702"])(
  "the member has no paper %s",
  async (id) => {
    const response = await service.call("client", "GET", `${statements()}/${id}`);
    expect([response.status, response.body]).toEqual([
      404,
      [expect.objectContaining({ errorCode: "report.not.found" })],
    ]);
  },
);

test("a paper names the one that took its place", async () => {
  const year = { reportType: "X", reportDate: "2024-12-31" as Day } as const;
  const form = (name: string, version: number) =>
    keep({ ...year, name: `${name}-2024-version-${version}.pdf`, isCorrected: version > 1 });
  const first = await form("1099-div", 1);
  const other = await form("1099-b", 1);
  const second = await form("1099-div", 2);
  const third = await form("1099-div", 3);
  const bill = { reportType: "AD", reportDate: "2024-12-31" as Day } as const;
  const charged = await keep({ ...bill, name: "bill-1.pdf" });
  const refunded = await keep({ ...bill, name: "bill-refund-1.pdf", isCorrected: true });
  const withdrawn = await keep({ ...bill, name: "bill-1-withdrawn.pdf", isCorrected: true });
  const replacedIn = async (path: string) => {
    const { body } = await service.call("client", "GET", `${path}?daterange=2024-12-31,2024-12-31`);
    const papers: { reportId: string; replacedBy: string | null }[] = body;
    return new Map(papers.map(({ reportId, replacedBy }) => [reportId, replacedBy]));
  };
  expect(await replacedIn(statements())).toEqual(
    new Map([
      [third, null],
      [second, third],
      [other, null],
      [first, second],
    ]),
  );
  expect(await replacedIn(bills())).toEqual(
    new Map([
      [withdrawn, null],
      [refunded, null],
      [charged, withdrawn],
    ]),
  );
});

describe("pages", () => {
  test("go through all papers, the newest first, and end", async () => {
    const ids: string[] = [];
    for (let day = 1; day <= 5; day += 1) {
      ids.unshift(await keep({ reportType: "T" }, `2026-03-01T1${day}:00:00Z`));
    }
    const found: string[] = [];
    let path: string | undefined = `${statements()}?reporttype=T&limit=2`;
    while (path !== undefined) {
      const page = await service.call("client", "GET", path);
      expect(page.body.length).toBeLessThanOrEqual(2);
      found.push(...page.body.map(({ reportId }: { reportId: string }) => reportId));
      path = /<http:\/\/bursar\.test([^>]+)>/.exec(String(page.headers.link))?.[1];
    }
    expect(found).toEqual(ids);
  });

  test("are filtered by report date and bound to their query", async () => {
    expect(await idsOf("client", `${statements()}?daterange=2026-01-01,2026-01-31`)).toEqual([
      "4703",
    ]);
    const page = await service.call("client", "GET", `${statements()}?reporttype=T&limit=1`);
    const after = /after=([^&>]+)/.exec(String(page.headers.link))?.[1];
    const other = await service.call("client", "GET", `${statements()}?limit=1&after=${after}`);
    expect([other.status, other.body[0].errorCode]).toEqual([400, "invalid.after"]);
  });

  test.each([
    ["reporttype=AD", "reporttype", "invalid.reporttype"],
    ["daterange=2026", "daterange", "invalid.daterange"],
    ["limit=0", "limit", "invalid.limit"],
    ["limit=1001", "limit", "invalid.limit"],
    ["after=x", "after", "invalid.after"],
  ])("refuse %s", async (query, field, errorCode) => {
    const response = await service.call("client", "GET", `${statements()}?${query}`);
    expect([response.status, response.body]).toEqual([
      400,
      [{ type: "VALIDATION_FIELD", field, errorCode }],
    ]);
  });
});

describe("a permitted member", () => {
  const ben = "ben.whitfield";

  beforeAll(async () => {
    await keep({ reportType: "X" });
    await keep({ reportType: "R" });
  });

  const typesUnder = async (login: string) => {
    const { body } = await service.call("adviser", "GET", `${statements(login)}?limit=1000`);
    const own = body.filter((each: { accountNumber: string }) => each.accountNumber === account);
    const types = own.map(({ reportType }: { reportType: string }) => reportType) as string[];
    return [...new Set(types)].toSorted().join("");
  };

  test.each([
    ["SV", "all", "R"],
    ["SV", "none", ""],
    ["DV", "limited", "MRT"],
    ["DV", "none", ""],
    ["AM", "all", "MRTX"],
  ])("at %s with alerts %s sees the types %s", async (permission, alert, types) => {
    await service.admin("delete from account_permitted_login where account_number = $1", [account]);
    await service.admin(
      `insert into account_permitted_login (account_number, login_id, permission, alert_level)
       values ($1, $2, $3, $4)`,
      [account, ben, permission, alert],
    );
    expect(await typesUnder(ben)).toBe(types);
  });

  test("who is no longer permitted no longer sees the papers", async () => {
    await service.admin("delete from account_permitted_login where account_number = $1", [account]);
    expect(await typesUnder(ben)).toBe("");
    expect(await typesUnder("ada.whitfield")).toBe("MRTX");
  });
});

test("a paper of a household is seen by whoever sees each account that it shows", async () => {
  const owner = {
    type: "household",
    householdOid: "61" as Id,
    firmOid: "1002" as Id,
    accountNumbers: [account, "RA00000002" as AccountNumber],
  } as const;
  const oid = await keep({ owner, reportType: "R" });
  const other = await keep({
    owner: { ...owner, accountNumbers: [account, "RA00000005" as AccountNumber] },
    reportType: "R",
  });
  const list = (await service.call("client", "GET", `${statements()}?reporttype=R`)).body;
  const found = list.find(({ reportId }: { reportId: string }) => reportId === oid);
  expect(found).toMatchObject({ accountNumber: null, ownerType: "F", ownerId: "1002" });
  expect(list.map(({ reportId }: { reportId: string }) => reportId)).not.toContain(other);
  expect((await service.call("client", "GET", `${statements()}/${other}`)).status).toBe(404);
  expect(await idsOf("adviser", `${statements("ben.whitfield")}?reporttype=R`)).not.toContain(oid);
});

test("a paper of a member alone stands under the member alone", async () => {
  const owner = { type: "member", loginId: "ada.whitfield" } as const;
  const oid = await keep({ owner, reportType: "AD" });
  expect(await idsOf("client", bills())).toContain(oid);
  expect(await idsOf("adviser", bills("ben.whitfield"))).not.toContain(oid);
});

test("another firm and anonymous callers see no list and no paper", async () => {
  for (const path of [statements(), `${statements()}/4703`, bills(), `${bills()}/4704`]) {
    expect((await service.call("otherAdviser", "GET", path)).status).toBe(403);
    expect((await service.call("issuer", "GET", path)).status).toBe(403);
    expect((await service.call(null, "GET", path)).status).toBe(401);
  }
});
