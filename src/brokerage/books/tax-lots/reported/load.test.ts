// Checks what may be loaded as reported years and reported lots.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openTestService, type TestService } from "../../../../../test/harness.ts";
import { testContext, lastDayOfSample as today } from "../../../../../test/sample-template.ts";
import { loadOrder } from "../../../../loading/load-order.ts";
import { loadFolder } from "../../../../platform/bulk/apply/load-folder.ts";

let service: TestService;
beforeAll(async () => {
  service = await openTestService();
});
afterAll(() => service.close());

const account = "RA00000006";
const head =
  "accountNumber,taxYear,taxLotId,securityId,ticker,transCode,termOfSale,covered," +
  "closingTransactionDate,shareQuantity,netSaleAmount,disallowedLoss";

const good = {
  accountNumber: account,
  taxYear: "2021",
  taxLotId: "1",
  securityId: "601",
  ticker: "ACME",
  transCode: "SLE",
  termOfSale: "LT",
  covered: "C",
  closingTransactionDate: "2021-05-14",
  shareQuantity: "10",
  netSaleAmount: "100.00",
  disallowedLoss: "",
};

function lots(...changes: Partial<typeof good>[]): string {
  const lines = changes.map((change) => Object.values({ ...good, ...change }).join(","));
  return [head, ...lines, ""].join("\n");
}

const years = { "reported-years.csv": `accountNumber,taxYear\n${account},2021\n` };

test.each(["2026", "2027"])("%s is not reported before its end", async (taxYear) => {
  const loaded = service.load({
    "reported-years.csv": `accountNumber,taxYear\n${account},${taxYear}\n`,
  });
  await expect(loaded).rejects.toMatchObject({ problems: [{ line: 2, column: "taxYear" }] });
});

test.each([
  [
    "a year that is not reported",
    { taxYear: "2020", closingTransactionDate: "2020-05-14" },
    "taxYear",
  ],
  ["a day outside its year", { closingTransactionDate: "2022-01-03" }, "closingTransactionDate"],
  ["an unknown security", { securityId: "999999" }, "securityId"],
  ["an unknown term", { termOfSale: "XX" }, "termOfSale"],
  ["an unknown transaction code", { transCode: "BUY" }, "transCode"],
  ["an unknown coverage", { covered: "Y" }, "covered"],
  ["a share of six places", { shareQuantity: "1.000001" }, "shareQuantity"],
  ["an amount of three places", { netSaleAmount: "1.001" }, "netSaleAmount"],
  ["a negative disallowed loss", { disallowedLoss: "-1.00" }, "disallowedLoss"],
  ["a year of two digits", { taxYear: "21" }, "taxYear"],
])("a lot with %s is refused by its column", async (_, change, column) => {
  const load = service.load({ ...years, "reported-tax-lots.csv": lots(change) });
  await expect(load).rejects.toMatchObject({
    problems: [{ file: "reported-tax-lots.csv", line: 2, column }],
  });
  const { status } = await service.call(
    "adviser",
    "GET",
    `/restapi/accounts/${account}/reportedtaxlots?taxyear=2021`,
  );
  expect(status).toBe(404);
});

test("the same files twice change nothing, and a changed lot leaves one audit entry", async () => {
  const before = await service.auditOf(account);
  const files = { ...years, "reported-tax-lots.csv": lots({}, { taxLotId: "2" }) };
  await service.load(files);
  await service.load(files);
  await service.load({ "reported-tax-lots.csv": lots({ netSaleAmount: "101.00" }) });
  const added = (await service.auditOf(account)).slice(before.length);
  expect(added.map(({ operation }) => operation)).toEqual(["loadFolder", "loadFolder"]);
  expect(added[1]?.detail.before["reported-tax-lots"]).toMatchObject([{ netSaleAmount: "100.00" }]);
  expect(added[1]?.detail.after["reported-tax-lots"]).toMatchObject([{ netSaleAmount: "101.00" }]);
});

describe("a year that was stated by mistake", () => {
  const number = account;
  const head2 = "accountNumber,taxYear,source,withdrawn";
  const year = (rest: string) => ({ "reported-years.csv": `${head2}\n${number},2018,${rest}\n` });
  const lotOf2018 = lots({
    accountNumber: number,
    taxYear: "2018",
    closingTransactionDate: "2018-05-14",
  });
  const read = () =>
    service.call("adviser", "GET", `/restapi/accounts/${number}/reportedtaxlots?taxyear=2018`);

  test("is withdrawn with its lots, which the audit log keeps", async () => {
    await service.load({ ...year("loaded,"), "reported-tax-lots.csv": lotOf2018 });
    expect((await read()).body).toHaveLength(1);
    const [report] = await service.load(year(",Y"));
    expect(report).toMatchObject({ rows: 1, withdrawn: 1 });
    expect((await read()).status).toBe(404);
    const { detail } = (await service.auditOf(number)).at(-1) ?? {};
    expect(detail.before).toMatchObject({
      "reported-years": [{ taxYear: "2018" }],
      "reported-tax-lots": [{ taxYear: "2018", netSaleAmount: "100.00" }],
    });
    expect(detail.after).toEqual({ "reported-years": [null], "reported-tax-lots": [null] });
  });

  test("takes no lots of the same folder", async () => {
    await service.load(year("loaded,"));
    const both = service.load({ ...year(",Y"), "reported-tax-lots.csv": lotOf2018 });
    const file = "reported-tax-lots.csv";
    const problem = { file, column: "taxYear", reason: "The load withdraws the year." };
    // On a cluster the node of the account refuses it at the end of the load, without a line.
    const place = service.db.isDistributed ? {} : { line: 2 };
    await expect(both).rejects.toMatchObject({ problems: [{ ...problem, ...place }] });
  });

  test("stays once it has several versions, as they were returned", async () => {
    await service.load({ ...year("loaded,"), "reported-tax-lots.csv": lotOf2018 });
    await expect(service.load(year(",Y"))).rejects.toMatchObject({
      problems: [{ line: 2, column: "withdrawn", reason: expect.stringMatching(/has 2 versions/) }],
    });
    expect((await read()).body).toHaveLength(1);
  });

  test("is named by its source where a check shows what would change", async () => {
    const folder = await mkdtemp(join(tmpdir(), "bursar-years-"));
    await writeFile(join(folder, "reported-years.csv"), year("computed,")["reported-years.csv"]);
    const ctx = testContext(service.db);
    const [report] = await loadFolder(ctx, loadOrder, folder, { check: true, today });
    await rm(folder, { recursive: true });
    expect(report?.changes).toMatchObject([
      { columns: [{ column: "source", before: "loaded", after: "computed" }] },
    ]);
  });
});
