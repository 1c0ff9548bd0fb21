// Checks that the steps that explain a lot of the sample firm lead to the figures that are
// answered.
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestService, type TestService } from "../../../../test/harness.ts";
import { testContext } from "../../../../test/sample-template.ts";
import { explainLot } from "./explain-lot.ts";

let service: TestService;
beforeAll(async () => {
  service = await openTestService();
});
afterAll(() => service.close());

async function told(taxLotId: string, account = "RA00000001"): Promise<string[] | undefined> {
  const lot = await explainLot(testContext(service.db), account, taxLotId);
  return lot?.steps.map(({ step, transactionId, on, sum, lots }) => {
    const order = lots?.map((each) => each.transactionId).join(", ");
    return [step, on, transactionId, sum, order].filter((part) => part !== undefined).join(" | ");
  });
}

test("a washed loss is explained by its purchase, the order considered and the match", async () => {
  expect(await told("4132810016538116094")).toMatchInlineSnapshot(`
    [
      "acquired | 2024-02-06 | 81002 | 25.00000 × 118.40 + 0.00 fees = 2960.00",
      "considered | 2024-06-11 | 82002 | Maximise losses/minimise gains, at 96.100000 a share | 81002",
      "closed | 2024-06-11 | 82002 | 2402.50 - 2960.00 = -557.50",
      "wash sale | 2024-06-11 | 82002 | loss of 10.00000 shares 223.00 goes to 10.00000 shares bought 2024-06-20: basis 1193.00, held from 2024-02-15",
      "figures | 961.00 - 1184.00 + 223.00 disallowed = 0.00, term ST",
    ]
  `);
});

test("a replacement is explained by the loss that it took over", async () => {
  expect(await told("4893017053376178398")).toMatchInlineSnapshot(`
    [
      "acquired | 2024-06-20 | 81004 | 10.00000 × 97.00 + 0.00 fees = 970.00",
      "wash sale | 2024-06-11 | 82002 | loss of 10.00000 shares 223.00 goes to 10.00000 shares bought 2024-06-20: basis 1193.00, held from 2024-02-15",
      "considered | 2025-03-04 | 82005 | Maximise losses/minimise gains, at 125.500000 a share | 81004",
      "closed | 2025-03-04 | 82005 | 1255.00 - 1193.00 = 62.00",
      "figures | 1255.00 - 1193.00 = 62.00, term LT",
    ]
  `);
});

test("events between purchase and sale are explained", async () => {
  expect(await told("8480851920045515251")).toMatchInlineSnapshot(`
    [
      "acquired | 2021-08-19 | 81003 | 101.00000 × 12.00 + 0.00 fees = 1212.00",
      "event | 2024-08-05 | 86001 | split 3 for 8: 101.00000 → 37.87500",
      "considered | 2024-08-05 | 82003 | First in first out, at 44.000000 a share | 81003",
      "closed | 2024-08-05 | 82003 | 16.50 - 12.00 = 4.50",
      "figures | 16.50 - 12.00 = 4.50, term LT",
    ]
  `);
});

test("an open lot is explained up to now", async () => {
  expect(await told("8152452011405095703")).toMatchInlineSnapshot(`
    [
      "acquired | 2021-08-19 | 81003 | 101.00000 × 12.00 + 0.00 fees = 1212.00",
      "event | 2024-08-05 | 86001 | split 3 for 8: 101.00000 → 37.87500",
      "taken before | 2024-08-05 | 82003 | 16.50 - 12.00 = 4.50",
      "event | 2025-11-14 | 82008 | return of capital 1208.40",
      "taken before | 2025-11-14 | 82008 | 8.40 - 0.00 = 8.40",
      "figures | 37.50000 shares, adjusted basis 0.00",
    ]
  `);
});

test("an unknown basis stays unknown", async () => {
  expect(await told("7918199316282790337")).toMatchInlineSnapshot(`
    [
      "acquired | 2019-03-20 | 81008 | basis unknown",
      "closed | 2024-09-17 | 82004 | proceeds 374.40, basis unknown: no gain can be computed",
      "figures | 374.40 - unknown = unknown, term UN",
    ]
  `);
});

test("for an id that no transaction gives nothing is explained", async () => {
  expect(await told("1")).toBeUndefined();
  expect(await told("x")).toBeUndefined();
  expect(await told("4132810016538116094", "RZ99999999")).toBeUndefined();
});

test("every lot of the sample firm ends in the figures that are answered", async () => {
  for (const account of ["RA00000001", "RA00000003", "RB00000001"]) {
    const { body } = await service.call(
      "operator",
      "GET",
      `/restapi/accounts/${account}/closedtaxlots`,
    );
    for (const lot of body) {
      const last = (await told(lot.taxLotId, account))?.at(-1);
      const basis = lot.adjustedCostBasis ?? "unknown";
      const washed = lot.disallowedLoss === null ? "" : ` + ${lot.disallowedLoss} disallowed`;
      expect(last).toContain(
        `${lot.netSaleAmount} - ${basis}${washed} = ${lot.reportableGainLoss ?? "unknown"}, term`,
      );
    }
  }
});
