// Checks that the steps that explain a lot of the sample firm lead to the figures that are
// returned.
import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestService, type TestService } from "../../../../../test/harness.ts";
import { testContext } from "../../../../../test/sample-template.ts";
import { explainLot } from "./explain-lot.ts";

let service: TestService;
beforeAll(async () => {
  service = await openTestService();
});
afterAll(() => service.close());

async function explanationOf(
  taxLotId: string,
  account = "RA00000001",
): Promise<string[] | undefined> {
  const lot = await explainLot(testContext(service.db), account, taxLotId);
  return lot?.steps.map(({ step, transactionId, on, sum, lots }) => {
    const order = lots?.map((each) => each.transactionId).join(", ");
    return [step, on, transactionId, sum, order].filter((part) => part !== undefined).join(" | ");
  });
}

test("a washed loss is explained by its purchase, the order considered and the match", async () => {
  expect(await explanationOf("4132810016538116094")).toMatchInlineSnapshot(`
    [
      "acquired | 2024-02-06 | 81002 | 25.00000 × 118.40 + 0.00 fees = 2960.00",
      "considered | 2024-06-11 | 82002 | Maximize losses/minimize gains, at 96.100000 a share | 81002",
      "closed | 2024-06-11 | 82002 | 2402.50 - 2960.00 = -557.50",
      "wash sale | 2024-06-11 | 82002 | loss of 10.00000 shares 223.00 goes to 10.00000 shares bought 2024-06-20: basis 970.00 + 223.00 = 1193.00, held from 2024-02-15",
      "figures | 961.00 - 1184.00 + 223.00 disallowed = 0.00, term ST",
    ]
  `);
});

test("the page shows what is printed", async () => {
  const page = await readFile("docs/tax-lots.md", "utf8");
  const lot = await explainLot(testContext(service.db), "RA00000001", "4132810016538116094");
  for (const { sum } of lot?.steps ?? []) expect(page).toContain(sum);
});

test("a replacement is explained by the loss that it took over", async () => {
  expect(await explanationOf("4893017053376178398")).toMatchInlineSnapshot(`
    [
      "acquired | 2024-06-20 | 81004 | 10.00000 × 97.00 + 0.00 fees = 970.00",
      "wash sale | 2024-06-11 | 82002 | loss of 10.00000 shares 223.00 goes to 10.00000 shares bought 2024-06-20: basis 970.00 + 223.00 = 1193.00, held from 2024-02-15",
      "considered | 2025-03-04 | 82005 | Maximize losses/minimize gains, at 125.500000 a share | 81004",
      "closed | 2025-03-04 | 82005 | 1255.00 - 1193.00 = 62.00",
      "figures | 1255.00 - 1193.00 = 62.00, term LT",
    ]
  `);
});

test("events between purchase and sale are explained", async () => {
  expect(await explanationOf("8480851920045515251")).toMatchInlineSnapshot(`
    [
      "acquired | 2021-08-19 | 81003 | 101.00000 × 12.00 + 0.00 fees = 1212.00",
      "event | 2024-08-05 | 86001 | split 3 for 8: 101.00000 → 37.87500",
      "considered | 2024-08-05 | 82003 | FIFO (first in, first out), at 44.000000 a share | 81003",
      "closed | 2024-08-05 | 82003 | 16.50 - 12.00 = 4.50",
      "figures | 16.50 - 12.00 = 4.50, term LT",
    ]
  `);
});

test("an open lot is explained up to now", async () => {
  expect(await explanationOf("8152452011405095703")).toMatchInlineSnapshot(`
    [
      "acquired | 2021-08-19 | 81003 | 101.00000 × 12.00 + 0.00 fees = 1212.00",
      "event | 2024-08-05 | 86001 | split 3 for 8: 101.00000 → 37.87500",
      "taken before | 2024-08-05 | 82003 | 16.50 - 12.00 = 4.50",
      "event | 2025-11-14 | 82008 | 1208.40 × 37.50000 / 37.50000 = 1208.40: basis 1200.00 - 1208.40, so 0.00 and a gain of 8.40",
      "event | 2025-11-14 | 82008 | return of capital 1208.40",
      "taken before | 2025-11-14 | 82008 | 8.40 - 0.00 = 8.40",
      "figures | 37.50000 shares, adjusted basis 0.00",
    ]
  `);
});

test("an unknown basis stays unknown", async () => {
  expect(await explanationOf("7918199316282790337")).toMatchInlineSnapshot(`
    [
      "acquired | 2019-03-20 | 81008 | transferred in: basis unknown, acquired on an unknown day",
      "closed | 2024-09-17 | 82004 | proceeds 374.40, basis unknown: no gain can be computed",
      "figures | 374.40 - unknown = unknown, term UN",
    ]
  `);
});

test("for an id that no transaction gives nothing is explained", async () => {
  expect(await explanationOf("1")).toBeUndefined();
  expect(await explanationOf("x")).toBeUndefined();
  expect(await explanationOf("4132810016538116094", "RZ99999999")).toBeUndefined();
});

test("every lot of the sample firm ends in the figures that are returned", async () => {
  for (const account of ["RA00000001", "RA00000003", "RB00000001"]) {
    const { body } = await service.call(
      "operator",
      "GET",
      `/restapi/accounts/${account}/closedtaxlots`,
    );
    for (const lot of body) {
      const last = (await explanationOf(lot.taxLotId, account))?.at(-1);
      const basis = lot.adjustedCostBasis ?? "unknown";
      const washed = lot.disallowedLoss === null ? "" : ` + ${lot.disallowedLoss} disallowed`;
      expect(last).toContain(
        `${lot.netSaleAmount} - ${basis}${washed} = ${lot.reportableGainLoss ?? "unknown"}, term`,
      );
    }
  }
});

test("under average cost the figures follow from the whole position", async () => {
  const account = "RA00000002";
  const folio = `${account}03`;
  await service.load({
    "transactions.csv": `accountNumber,transactionId,transactionType,entryOrder,folioNumber,tradeDate,securityId,shares,price
${account},98001,BUY,1,${folio},2024-01-05,601,10,10
${account},98002,BUY,1,${folio},2024-02-05,601,10,30
${account},98003,SLE,1,${folio},2024-03-05,601,12,25
`,
  });
  const { rows } = await service.admin(
    `select tax_lot_id::text as id from closed_lot where closing_transaction_id = 98003
     union all select tax_lot_id::text from open_lot where account_number = $1 order by 1`,
    [account],
  );
  const ids = rows.map(({ id }) => String(id));
  const steps = await Promise.all(ids.map((id) => explanationOf(id, account)));
  const position = [
    "acquired | 2024-01-05 | 98001 | 10.00000 × 10 + 0.00 fees = 100.00",
    "average | 2024-01-05 | 98001 | position: 10.00000 shares, basis 100.00",
    "acquired | 2024-02-05 | 98002 | 10.00000 × 30 + 0.00 fees = 300.00",
    "average | 2024-02-05 | 98002 | position: 20.00000 shares, basis 400.00",
  ];
  expect(steps.find((lines) => lines?.at(-1)?.includes("250.00"))).toEqual([
    ...position,
    "considered | 2024-03-05 | 98003 | Average cost, at 25.000000 a share | 98001, 98002",
    "average | 2024-03-05 | 98003 | relieved: 400.00 × 12.00000 / 20.00000 = 240.00",
    "average | 2024-03-05 | 98003 | of that: 240.00 × 10.00000 / 12.00000 = 200.00",
    "closed | 2024-03-05 | 98003 | 300.00 × 10.00000 / 12.00000 = 250.00; 250.00 - 200.00 = 50.00",
    "average | 2024-03-05 | 98003 | position: 8.00000 shares, basis 160.00",
    "figures | 250.00 - 200.00 = 50.00, term ST",
  ]);
  expect(steps.find((lines) => lines?.at(-1)?.includes("8.00000 shares"))).toEqual([
    ...position,
    "average | 2024-03-05 | 98003 | relieved: 400.00 × 12.00000 / 20.00000 = 240.00",
    "average | 2024-03-05 | 98003 | of that: 240.00 × 2.00000 / 12.00000 = 40.00",
    "taken before | 2024-03-05 | 98003 | 300.00 × 2.00000 / 12.00000 = 50.00; 50.00 - 40.00 = 10.00",
    "average | 2024-03-05 | 98003 | position: 8.00000 shares, basis 160.00",
    "figures | 8.00000 shares, adjusted basis 160.00",
  ]);
  const explained = await Promise.all(
    ids.map((id) => explainLot(testContext(service.db), account, id)),
  );
  const considered = explained.flatMap((lot) => lot?.steps.flatMap(({ lots = [] }) => lots) ?? []);
  expect(considered.map(({ basis, gainPerShare }) => `${basis} ${gainPerShare}`)).toEqual(
    Array.from({ length: 4 }, () => "200.00 5.000000"), // of both lots, for each of two rows
  );
});

test("one lot of a transfer is explained by itself, an averaged one by its part", async () => {
  const account = "RA00000007";
  const lots = JSON.stringify([
    { shares: "5", originalAcquisitionDate: "2022-09-01", adjustedCostBasis: "100.00" },
    { shares: "5", originalAcquisitionDate: "2021-02-01", adjustedCostBasis: "200.00" },
  ]).replaceAll('"', '""');
  await service.load({
    "transactions.csv": `accountNumber,transactionId,transactionType,entryOrder,folioNumber,tradeDate,securityId,shares,netAmount,lots
${account},98201,TIN,1,${account}01,2023-01-05,604,10,,"${lots}"
${account},98202,SLE,2,${account}01,2023-02-06,604,6,240.00,
${account},98203,AVE,1,,2023-03-06,604,,,
${account},98204,BUY,1,${account}01,2023-04-06,604,4,120.00,
`,
  });
  const { rows } = await service.admin(
    `select tax_lot_id::text as id from closed_lot where account_number = $1
     union all select tax_lot_id::text from open_lot where account_number = $1 order by 1`,
    [account],
  );
  const all = await Promise.all(rows.map(({ id }) => explanationOf(String(id), account)));
  expect(all).toMatchInlineSnapshot(`
    [
      [
        "acquired | 2023-01-05 | 98201 | transferred in: basis 200.00, acquired 2021-02-01",
        "considered | 2023-02-06 | 98202 | Maximize losses/minimize gains, at 40.000000 a share | 98201, 98201",
        "closed | 2023-02-06 | 98202 | 240.00 × 5.00000 / 6.00000 = 200.00; 200.00 - 200.00 = 0.00",
        "figures | 200.00 - 200.00 = 0.00, term LT",
      ],
      [
        "acquired | 2023-01-05 | 98201 | transferred in: basis 100.00, acquired 2022-09-01",
        "acquired | 2023-01-05 | 98201 | transferred in: basis 200.00, acquired 2021-02-01",
        "average | 2023-03-06 | 98203 | averaged: 4.00000 shares, basis 80.00",
        "acquired | 2023-04-06 | 98204 | basis 120.00",
        "average | 2023-04-06 | 98204 | averaged: 8.00000 shares, basis 200.00",
        "average | 200.00 × 4.00000 / 8.00000 = 100.00",
        "figures | 4.00000 shares, adjusted basis 100.00",
      ],
      [
        "acquired | 2023-01-05 | 98201 | transferred in: basis 100.00, acquired 2022-09-01",
        "considered | 2023-02-06 | 98202 | Maximize losses/minimize gains, at 40.000000 a share | 98201, 98201",
        "closed | 2023-02-06 | 98202 | 240.00 × 1.00000 / 6.00000 = 40.00; 40.00 - 20.00 = 20.00",
        "figures | 40.00 - 20.00 = 20.00, term ST",
      ],
      [
        "acquired | 2023-01-05 | 98201 | transferred in: basis 100.00, acquired 2022-09-01",
        "acquired | 2023-01-05 | 98201 | transferred in: basis 200.00, acquired 2021-02-01",
        "taken before | 2023-02-06 | 98202 | 240.00 × 1.00000 / 6.00000 = 40.00; 40.00 - 20.00 = 20.00",
        "event | 2023-03-06 | 98203 | averaged from now on: basis 80.00",
        "average | 2023-03-06 | 98203 | averaged: 4.00000 shares, basis 80.00",
        "acquired | 2023-04-06 | 98204 | basis 120.00",
        "average | 2023-04-06 | 98204 | averaged: 8.00000 shares, basis 200.00",
        "average | 200.00 × 4.00000 / 8.00000 = 100.00",
        "figures | 4.00000 shares, adjusted basis 100.00",
      ],
    ]
  `);
});

test("an event is explained by the sum of the lot, with tickers", async () => {
  const account = "RA00000006";
  await service.load({
    "transactions.csv": `accountNumber,transactionId,transactionType,entryOrder,folioNumber,tradeDate,securityId,shares,netAmount,intoSecurityId,ratioNew,ratioOld,childValue,parentValue
${account},98101,BUY,1,${account}01,2019-01-07,601,100,9000,,,,,
${account},98102,BUY,2,${account}01,2019-01-07,601,10,500,,,,,
${account},98103,SPO,1,,2020-04-03,601,,,602,1,1,16.92,49.93
${account},98104,SPO,2,,2020-04-03,601,,,603,1,2,47.32,49.93
`,
  });
  const { rows } = await service.admin(
    `select tax_lot_id::text as id from open_lot
     where originating_transaction_id = 98101 order by security_id`,
  );
  const [parent = "", child = ""] = rows.map(({ id }) => String(id));
  expect(await explanationOf(parent, account)).toMatchInlineSnapshot(`
    [
      "acquired | 2019-01-07 | 98101 | basis 9000.00",
      "event | 2020-04-03 | 98103 | 9000.00 × (1 / 1 × 16.92) / (49.93 + 1 / 1 × 16.92 + 1 / 2 × 47.32) = 1682.47 goes to 100.00000 shares of BOLT, 4964.86 stays",
      "event | 2020-04-03 | 98104 | 9000.00 × (1 / 2 × 47.32) / (49.93 + 1 / 1 × 16.92 + 1 / 2 × 47.32) = 2352.67 goes to 50.00000 shares of CRUX, 4964.86 stays",
      "event | 2020-04-03 | 98103 | 110.00000 shares of BOLT are spun off",
      "event | 2020-04-03 | 98104 | 55.00000 shares of CRUX are spun off",
      "figures | 100.00000 shares, adjusted basis 4964.86",
    ]
  `);
  // Later events of the parent are not shown for the child.
  await service.load({
    "transactions.csv": `accountNumber,transactionId,transactionType,entryOrder,tradeDate,securityId,amount
${account},98105,ROC,1,2021-04-05,601,110.00
`,
  });
  expect((await explanationOf(parent, account))?.at(-3)).toContain(
    "110.00 × 100.00000 / 110.00000",
  );
  expect((await explanationOf(child, account))?.slice(-2)).toMatchInlineSnapshot(`
    [
      "event | 2020-04-03 | 98103 | 110.00000 shares of BOLT are spun off",
      "figures | 100.00000 shares, adjusted basis 1682.47",
    ]
  `);
});
