// Checks that lots follow the transactions that are loaded, and that a reported year does not.
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestService, type TestService } from "../../../../test/harness.ts";
import { testContext } from "../../../../test/sample-template.ts";
import type { LoadFault } from "../../../platform/bulk/kinds/load-problem.ts";
import { reportTaxYear } from "../tax-lots/booking/report-tax-year.ts";

let service: TestService;
beforeAll(async () => {
  service = await openTestService();
});
afterAll(() => service.close());

const account = "RA00000006";
const head =
  "accountNumber,transactionId,transactionType,entryOrder,folioNumber,tradeDate,securityId," +
  "shares,price,cancels,replaces\n";
const load = (...rows: readonly string[]) =>
  service.load({
    "transactions.csv": head + rows.map((row) => `${account},${row}\n`).join(""),
  });
const folio = `${account}03`;

async function lotsOf(table: "open_lot" | "closed_lot") {
  const { rows } = await service.admin(
    `select share_quantity::text as shares, adjusted_cost_basis::text as basis from ${table}
     where account_number = $1 order by original_acquisition_on, tax_lot_id`,
    [account],
  );
  return rows.map(({ shares, basis }) => `${shares} ${basis}`);
}

test("a load of transactions stores the resulting lots", async () => {
  await load(
    `93001,BUY,1,${folio},2024-02-01,601,10,50,,`,
    `93002,BUY,1,${folio},2024-03-01,601,10,60,,`,
    `93003,SLE,1,${folio},2024-04-01,601,4,55,,`,
  );
  // LGHL sells the dearer shares first.
  expect(await lotsOf("closed_lot")).toEqual(["4.00000 240.00"]);
  expect(await lotsOf("open_lot")).toEqual(["10.00000 500.00", "6.00000 360.00"]);
});

test("a refused load leaves lots as they were", async () => {
  const fault = await load(`93004,SLE,2,${folio},2024-04-01,601,17,55,,`).catch(
    (error: LoadFault) => error.problems,
  );
  expect(fault).toEqual([
    {
      file: "transactions.csv",
      line: 2,
      column: "shares",
      reason: "17 of ACME are sold, 16 are held on 2024-04-01; short positions are not kept.",
    },
  ]);
  expect(await lotsOf("open_lot")).toEqual(["10.00000 500.00", "6.00000 360.00"]);
});

test("a load says so when it changes the rows of a reported year, and only then", async () => {
  await reportTaxYear(testContext(service.db), { accountNumber: account, taxYear: "2024" });
  const [other] = await load(`93005,BUY,1,${folio},2025-02-03,601,5,70,,`);
  expect(other).toEqual({ file: "transactions.csv", rows: 1, added: 1, changed: 0 });
  const [late] = await load(`93006,BUY,3,${folio},2024-03-01,601,10,61,,93002`);
  expect(late?.notices?.filter((notice) => !notice.startsWith("Folio"))).toEqual([
    "RA00000006: the transactions now give other rows than were reported for 2024; " +
      "`bursar report --tax-year 2024` makes its next version.",
  ]);
  const path = `/restapi/accounts/${account}/reportedtaxlots?taxyear=2024`;
  const { body } = await service.call("adviser", "GET", path);
  expect(body).toMatchObject([{ adjustedCostBasis: "240.00" }]);
});

test("a cancellation that changes a reported year says so, and with all cancelled no lots are left", async () => {
  const [report] = await load(
    "93011,CXL,,,,,,,93001,",
    "93012,CXL,,,,,,,93003,",
    "93013,CXL,,,,,,,93005,",
    "93014,CXL,,,,,,,93006,",
  );
  expect(report?.notices).toEqual([
    expect.stringMatching(
      /^RA00000006: the transactions now give other rows than were reported for 2024; /,
    ),
  ]);
  const path = `/restapi/accounts/${account}/reportedtaxlots?taxyear=2024`;
  expect((await service.call("adviser", "GET", path)).body).toMatchObject([
    { adjustedCostBasis: "240.00" },
  ]);
  expect([...(await lotsOf("open_lot")), ...(await lotsOf("closed_lot"))]).toEqual([]);
});

test("an exercised put gives its basis to the shares that are sold, and expires", async () => {
  await service.load({
    "securities.csv":
      "securityId,ticker,name,instrumentType,quotationFactor\n694,PUTT,A put,OP,100\n",
    "transactions.ndjson": [
      { transactionType: "BUY", securityId: 603, shares: "100", price: "50" },
      { transactionType: "BUY", securityId: 694, shares: "1", price: "3" },
      { transactionType: "BAS", securityId: 694, amount: "-300.00", reason: "COR" },
      { transactionType: "BAS", securityId: 603, amount: "300.00", reason: "COR" },
      { transactionType: "SLE", securityId: 603, shares: "100", price: "45" },
      { transactionType: "EXP", securityId: 694, shares: "1" },
    ]
      .map((row, at) => {
        const day = at < 2 ? "2024-05-01" : "2024-05-20";
        const ids = { accountNumber: account, transactionId: 93_031 + at, entryOrder: at + 1 };
        return JSON.stringify({ ...ids, folioNumber: folio, tradeDate: day, ...row });
      })
      .join("\n"),
  });
  const path = `/restapi/accounts/${account}/closedtaxlots?taxyear=2024`;
  const { body } = await service.call("adviser", "GET", path);
  const rows = body.map((lot: Record<string, string>) => [
    lot.shareQuantity,
    lot.adjustedCostBasis,
    lot.netSaleAmount,
    lot.reportableGainLoss,
  ]);
  expect(rows).toContainEqual(["100.00000", "5300.00", "4500.00", "-800.00"]); // 5000.00 + 300.00
  expect(rows).toContainEqual(["1.00000", "0.00", "0.00", "0.00"]);
});

test("a late close for a sale without a price computes its lots again", async () => {
  await load(
    `93021,BUY,1,${folio},2024-01-02,602,10,50,,`,
    `93022,BUY,2,${folio},2024-01-03,602,10,60,,`,
    `93023,TOT,1,${folio},2024-04-01,602,4,,,`,
  );
  const open = await lotsOf("open_lot");
  expect(open).toEqual(["10.00000 500.00", "6.00000 360.00"]);
  await service.admin("delete from open_lot where account_number = $1", [account]);
  await service.load({ "prices.csv": "securityId,date,close\n602,2024-03-28,55.5\n" });
  expect(await lotsOf("open_lot")).toEqual(open);
});
