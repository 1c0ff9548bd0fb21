// What comes back of fees billed in advance, and what flows add to them, over several runs.
import { expect, test } from "vitest";
import { useFeeDesk } from "../../../../test/fee-desk.ts";

const [a, b] = ["RA00000012", "RA00000014"] as const;
const columns =
  "accountNumber,transactionId,transactionType,entryOrder,folioNumber,tradeDate,amount";
const onePercent = '"[{""fromAmount"":0,""annualRate"":1}]"';
const desk = useFeeDesk(async (service) => {
  await service.load({
    "billing-plans.csv": [
      "billingPlanOid,firmOid,kind,name,billMode,flowFrom,assetFees",
      `3092,1002,advisory,Advance,D,10000,${onePercent}`,
      "",
    ].join("\n"),
    "transactions.csv": [
      columns,
      `${a},96071,DEP,1,${a}01,2025-09-02,180000`,
      `${b},96072,DEP,1,${b}01,2025-09-02,420000`,
      "",
    ].join("\n"),
  });
});
const { service, previewed, posted, moved, runOf, itemsOf, swept } = desk;
const loadTerms = (...rows: string[]) =>
  service.load({
    "billing-terms.csv": [
      "accountNumber,from,to,billingPlanOid,payerAccountNumber,collect",
      ...rows,
      "",
    ].join("\n"),
  });
const quarter = (...accountNumbers: string[]) => ({ periodEnd: "2026-03-31", accountNumbers });
type Item = Record<string, string>;
const shown = (items: Item[]) =>
  items.map(({ lineKind, from, to, computed, posted: taken }) =>
    [lineKind, from, to, computed, taken].join(" "),
  );

test("days that came back and were billed again come back again", async () => {
  await loadTerms(`${a},2025-01-01,,3092,,`);
  await posted(quarter(a));
  await loadTerms(`${a},2025-01-01,2026-02-15,3092,,`);
  expect(shown(await itemsOf(await posted(quarter(a))))).toEqual([
    "refund 2026-02-16 2026-03-31 -220.00 -220.00", // 450.00 × 44 ÷ 90
  ]);
  await loadTerms(`${a},2025-01-01,,3092,,`);
  expect(shown(await itemsOf(await posted(quarter(a))))).toEqual([
    "period 2026-02-16 2026-03-31 220.00 220.00",
  ]);
  await loadTerms(`${a},2025-01-01,2026-02-28,3092,,`);
  expect(shown(await itemsOf(await posted(quarter(a))))).toEqual([
    "refund 2026-03-01 2026-03-31 -155.00 -155.00", // 220.00 × 31 ÷ 44
  ]);
});

test("days of a run that was reversed are free, also once a run that was to give some back is discarded", async () => {
  await loadTerms(`${a},2025-01-01,,3092,,`);
  const one = await posted(quarter(a));
  await loadTerms(`${a},2025-01-01,2026-02-15,3092,,`);
  const two = await previewed(quarter(a));
  await moved(one, "harbor.lin", { runStatus: "REVERSING", comment: "By mistake" });
  await swept();
  expect(await runOf(one)).toMatchObject({ runStatus: "REVERSED" });
  expect((await moved(two, "harbor.lin", { runStatus: "DISCARDED" })).status).toBe(200);
  await loadTerms(`${a},2025-01-01,,3092,,`);
  expect(shown(await itemsOf(await posted(quarter(a))))).toEqual([
    "period 2026-01-01 2026-03-31 450.00 450.00",
  ]);
});
