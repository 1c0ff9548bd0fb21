// Setting closes over HTTP: books follow, each account is told of in its chain, and a load sees it.
import { afterAll, beforeAll, expect, test } from "vitest";
import { errorCodesOf } from "../../../test/error-codes.ts";
import { openTestService, type TestService } from "../../../test/harness.ts";
import { testContext } from "../../../test/sample-template.ts";
import { computeAccount } from "../../books/compute-account.ts";

let service: TestService;
const account = "RA00000006";
const folio = `${account}03`;

beforeAll(async () => {
  service = await openTestService();
  // Its folio has no source yet, so that its performance is computed from now on.
  const row = { folioNumber: folio, tradeDate: "2026-02-03" };
  const transactions = [
    { ...row, transactionType: "DEP", amount: "1000" },
    { ...row, transactionType: "BUY", securityId: "601", shares: "10", price: "88" },
  ];
  const path = `/restapi/accounts/${account}/transactions`;
  expect((await service.call("operator", "POST", path, { transactions })).status).toBe(201);
});
afterAll(() => service.close());

const pathOf = (security: string, date: string) => `/restapi/securities/${security}/prices/${date}`;
const set = (security: string, date: string, close: string) =>
  service.call("operator", "PUT", pathOf(security, date), { close });
const unchanged = { lots: null, positions: false, series: [], problems: [] };

async function valueOn(day: string): Promise<string | undefined> {
  const { rows } = await service.admin(
    `select market_value::text as value from performance_day
     where account_number = $1 and folio_number = '' and valued_on = $2`,
    [account, day],
  );
  return rows[0]?.value;
}

test("the books of holders follow a close, and it is told once", async () => {
  expect(await valueOn("2026-02-27")).toBe("1000.70"); // 120.00 + 10 × 88.07
  const answer = await set("601", "2026-02-27", "188.07");
  expect(answer).toMatchObject({ status: 200, text: "" });
  expect(answer.headers.location).toBe(`http://bursar.test${pathOf("601", "2026-02-27")}`);
  expect(await valueOn("2026-02-27")).toBe("2000.70"); // 120.00 + 10 × 188.07
  expect(await computeAccount(testContext(service.db), account)).toMatchObject(unchanged);

  expect(await service.eventsOf("security:601")).toMatchObject([
    { type: "price.set", data: { securityId: "601", date: "2026-02-27" } },
  ]);
  expect((await service.auditOf(account)).at(-1)).toMatchObject({
    operation: "setPrice",
    detail: { before: { close: "88.07" }, after: { close: "188.07" } },
  });

  expect((await set("601", "2026-02-27", "188.070")).status).toBe(200);
  expect(await service.eventsOf("security:601")).toHaveLength(1);
});

test("the first close of a day makes it a valuation day for all", async () => {
  expect(await valueOn("2026-02-26")).toBe(undefined);
  expect((await set("607", "2026-02-26", "1")).status).toBe(200);
  expect(await valueOn("2026-02-26")).toMatch(/^\d+\.\d\d$/); // at the last close of 601
  expect(await computeAccount(testContext(service.db), account)).toMatchObject(unchanged);
});

test("of two closes at once both are stored, and the books are those of the later", async () => {
  const answers = await Promise.all([
    set("601", "2026-02-27", "90"),
    set("601", "2026-02-27", "91"),
    set("605", "2026-02-27", "30"),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(await computeAccount(testContext(service.db), account)).toMatchObject(unchanged);
});

test("a day that has not come, and a security that is not there, are refused", async () => {
  for (const date of ["2026-03-03", "2026-02-30", "1899-12-31", "today", "2026-02-27T00:00:00Z"]) {
    expect(errorCodesOf(await set("601", date, "1")), date).toEqual(["invalid.date"]);
  }
  expect(errorCodesOf(await set("601", "2026-02-27", "-1"))).toEqual(["invalid.close"]);
  for (const security of ["999", "x"]) {
    const refused = await set(security, "2026-02-27", "1");
    expect([refused.status, ...errorCodesOf(refused)]).toEqual([404, "security.not.found"]);
  }
});

test("only the operator sets closes", async () => {
  for (const caller of ["adviser", "otherAdviser", "issuer", "client", "readOnly"] as const) {
    const answer = await service.call(caller, "PUT", pathOf("601", "2026-02-27"), { close: "1" });
    expect(answer.status, caller).toBe(403);
  }
});
