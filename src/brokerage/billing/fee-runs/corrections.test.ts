// Refunds of fees billed in advance, and additions by flows, over several runs.
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

const q2 = (...accountNumbers: string[]) => ({ periodEnd: "2026-06-30", accountNumbers });
/** An outflow of each account on 2026-02-10, after the quarter was billed. */
async function withOutflows(...accounts: string[]): Promise<void> {
  const rows = accounts.map((each, at) => `${each},9608${at},WDL,2,${each}01,2026-02-10,60000`);
  await service.load({
    "transactions.csv": [columns, ...rows, ""].join("\n"),
    "prices.csv": "securityId,date,close\n602,2026-02-10,120\n",
  });
  service.setNow("2026-03-25T15:00:00Z");
}

test("a flow before an account joins a household counts to the end of the period, once", async () => {
  await service.load({
    "firms.csv":
      "firmOid,partnerCode,name,kind,state,billingLevel,programOids\n" +
      '1002,HARBOR,Harbor Advisory,institutional,NY,household,"[""501"",""503""]"\n',
  });
  const household = (id: string, ...accounts: object[]) =>
    service.load({
      "households.csv": `householdOid,firmOid,name,accounts\n${id},1002,Number ${id},"${JSON.stringify(accounts).replaceAll('"', '""')}"\n`,
    });
  const ended = { from: "2020-01-02", to: "2024-12-31" };
  await household("62", { accountNumber: a, ...ended }, { accountNumber: b, ...ended });
  await household(
    "69",
    { accountNumber: b, from: "2025-01-01" },
    { accountNumber: a, from: "2026-02-17" },
  );
  await loadTerms(`${a},2025-01-01,,3092,,`, `${b},2025-01-01,,3092,,`);
  await posted(quarter(a, b));
  await withOutflows(a, b);
  const items: Item[] = await itemsOf(await previewed(q2(a, b)));
  const flows = items.filter(({ lineKind }) => lineKind === "flow");
  // 60,000 × 1 % × 3/12 × 50/90
  expect(flows.map(({ accountNumber, computed }) => [accountNumber, computed])).toEqual([
    [a, "-83.33"],
    [b, "-83.33"],
  ]);
});

test("a flow back and days not served lower an invoice that is not paid yet", async () => {
  await loadTerms(`${a},2025-01-01,,3092,,invoice`);
  const one = await posted(quarter(a));
  await withOutflows(a);
  await loadTerms(`${a},2025-01-01,2026-02-28,3092,,invoice`);
  const two = await posted(q2(a));
  // 60,000 × 1 % × 3/12 × 19/90, and 450.00 × 31 ÷ 90
  expect(shown(await itemsOf(two))).toEqual([
    "flow 2026-01-01 2026-02-28 -31.67 0.00",
    "refund 2026-03-01 2026-03-31 -155.00 0.00",
  ]);
  expect(await itemsOf(one)).toMatchObject([{ state: "DUE", setOff: "186.67", due: "263.33" }]);
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
