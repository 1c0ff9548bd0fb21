// How far fees are from those of the period before, over HTTP.
import { expect, test } from "vitest";
import { useFeeDesk } from "../../../../test/fee-desk.ts";

const small = "RA00000012";
const large = "RA00000014";
const columns =
  "accountNumber,transactionId,transactionType,entryOrder,folioNumber,tradeDate,amount";
const desk = useFeeDesk(async (service) => {
  await service.load({
    "transactions.csv": [
      columns,
      `${small},96101,DEP,1,${small}01,2025-06-02,40000`,
      `${large},96102,DEP,1,${large}01,2025-06-02,20000`,
      `${large},96103,DEP,2,${large}01,2025-11-03,80000`,
      "",
    ].join("\n"),
  });
});
const { posted, previewed, runOf, itemsOf, as } = desk;
const accountNumbers = [small, large];

test("items and runs have what was billed before, and items are sorted by change", async () => {
  await posted({ periodEnd: "2025-09-30", accountNumbers });
  const id = await previewed({ periodEnd: "2025-12-31", accountNumbers });
  const [of, other] = await itemsOf(id);
  expect([of.accountNumber, of.previous, of.computed, of.change]).toEqual([
    small,
    "100.00", // 40,000 × 1 % ÷ 4
    of.computed,
    (Number(of.computed) - 100).toFixed(2),
  ]);
  expect(other.change).toBe((Number(other.computed) - 50).toFixed(2)); // 20,000 × 1 % ÷ 4
  expect(Math.abs(Number(other.change))).toBeGreaterThan(Math.abs(Number(of.change)));
  const run = await runOf(id);
  expect(run.previous).toBe("150.00");
  expect(run.change).toBe((Number(run.computed) - 150).toFixed(2));
  const numbers = async (query: string) =>
    (await itemsOf(id, query)).map((item: { accountNumber: string }) => item.accountNumber);
  expect(await numbers("?sort=account")).toEqual([small, large]);
  expect(await numbers("?sort=change")).toEqual([large, small]);
  // A page goes on behind its last item.
  expect(await numbers("?sort=change&limit=1")).toEqual([large]);
  expect(await numbers(`?sort=change&after=${large}-1`)).toEqual([small]);
  expect(await numbers(`?sort=change&after=${small}-1`)).toEqual([]);
});

test("each item is compared with its own period before, whatever else the run bills", async () => {
  await desk.service.load({
    "billing-plans.csv": [
      "billingPlanOid,firmOid,kind,name,assetFees,billPeriodVal",
      '3099,1002,advisory,Monthly,"[{""fromAmount"":""0"",""annualRate"":""1.20""}]",1\n',
    ].join("\n"),
    "billing-terms.csv": `accountNumber,from,billingPlanOid\n${large},2025-06-01,3099\n`,
  });
  await posted({ periodEnd: "2025-09-30", accountNumbers: [small] });
  await posted({ periodEnd: "2025-11-30", accountNumbers: [large] });
  const items = await itemsOf(await previewed({ periodEnd: "2025-12-31", accountNumbers }));
  // 40,000 × 1 % ÷ 4, and 100,000 × 1.2 % ÷ 12
  expect(items.map((item: { previous: string }) => item.previous)).toEqual(["100.00", "100.00"]);
});

test("an account that was not billed before has no change, and comes by its whole fee", async () => {
  const id = await previewed({ periodEnd: "2025-09-30", accountNumbers });
  expect(await runOf(id)).toMatchObject({ previous: null, change: null });
  const items = await itemsOf(id, "?sort=change");
  expect(items.map((item: { change: string | null }) => item.change)).toEqual([null, null]);
  expect(items[0].accountNumber).toBe(small);
  const { status } = await as("harbor.lin", "GET", "/restapi/firms/1002/feeruns/1/items?sort=day");
  expect(status).toBe(400);
});
