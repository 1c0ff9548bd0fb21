// The request for the steps of a lot. (interface 4.16)
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestService, type TestService } from "../../../../../test/harness.ts";

let service: TestService;
beforeAll(async () => {
  service = await openTestService();
});
afterAll(() => service.close());

const pathOf = (lot: string, account = "RA00000001") =>
  `/restapi/accounts/${account}/taxlots/${lot}/steps`;
const washed = "4132810016538116094";

test("a lot is returned with its steps, the lots considered and itself among them", async () => {
  const { status, body } = await service.call("adviser", "GET", pathOf(washed));
  expect(status).toBe(200);
  expect(body).toMatchObject({
    accountNumber: "RA00000001",
    taxLotId: washed,
    ticker: "BOLT",
    originatingTransactionId: "81002",
    closingTransactionId: "82002",
    shareQuantity: "10.00000",
  });
  const named = body.steps.map(
    ({ step, transactionId, transactionType }: Record<string, string | null>) =>
      `${step} ${transactionId} ${transactionType}`,
  );
  expect(named).toEqual([
    "ACQUIRED 81002 BUY",
    "CONSIDERED 82002 SLE",
    "CLOSED 82002 SLE",
    "WASH_SALE 82002 SLE",
    "FIGURES null null",
  ]);
  expect(body.steps[0]).toEqual({
    step: "ACQUIRED",
    accountNumber: null,
    transactionId: "81002",
    transactionType: "BUY",
    date: "2024-02-06T00:00:00.000-05:00",
    sum: "25.00000 × 118.40 + 0.00 fees = 2960.00",
    lots: [],
  });
  expect(body.steps[1].lots).toEqual([
    {
      transactionId: "81002",
      place: null,
      originalAcquisitionDate: "2024-02-06T00:00:00.000-05:00",
      adjustedAcquisitionDate: "2024-02-06T00:00:00.000-05:00",
      shareQuantity: "25.00000",
      adjustedCostBasis: "2960.00",
      gainPerShare: "-22.300000",
      gainLossTerm: "SHORT_TERM",
      explained: true,
    },
  ]);
});

test("a lot that the account does not have, and an account without lots, get different refusals", async () => {
  const refused = async (path: string) => {
    const { status, body } = await service.call("operator", "GET", path);
    return [status, body[0].errorCode];
  };
  for (const lot of ["1", "x", "4132810016538116095"]) {
    expect(await refused(pathOf(lot))).toEqual([404, "tax.lot.not.found"]);
  }
  expect(await refused(pathOf(washed, "RA00000003"))).toEqual([404, "tax.lot.not.found"]);
  expect(await refused(pathOf(washed, "RA00000007"))).toEqual([404, "tax.data.not.found"]);
});
