// Checks what may be loaded as reported years and reported lots.
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestService, type TestService } from "../../../../test/harness.ts";

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
