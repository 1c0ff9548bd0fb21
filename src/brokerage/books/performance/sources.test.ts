// Checks that a folio's performance has one stated source, which only a load of the folio changes.
// (docs/performance.md, 1)
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestService, type TestService } from "../../../../test/harness.ts";

let service: TestService;
beforeAll(async () => {
  service = await openTestService();
});
afterAll(() => service.close());

const account = "RA00000004";
const first = `${account}03`;
const second = `${account}04`;
const csv = (header: string, rows: readonly string[]) => [header, ...rows, ""].join("\n");
const transactions = (...rows: string[]) => ({
  "transactions.csv": csv(
    "accountNumber,transactionId,transactionType,entryOrder,folioNumber,tradeDate,securityId,shares,price,amount,toFolioNumber",
    rows.map((row) => `${account},${row}`),
  ),
});
const valuations = (...rows: string[]) => ({
  "valuations.csv": csv(
    "accountNumber,folioNumber,date,marketValue",
    rows.map((row) => `${account},${row}`),
  ),
});
const folios = (...rows: string[]) => ({
  "folios.csv": csv(
    "accountNumber,folioNumber,folioName,folioType,performanceSource",
    rows.map((row) => `${account},${row}`),
  ),
});

async function daysOf(folio?: string): Promise<string[]> {
  const of = folio === undefined ? "" : `/folios/${folio}`;
  const path = `/restapi/accounts/${account}${of}/performance/rawdata?daterange=2014-01-01,2014-01-31`;
  const { body } = await service.call("adviser", "GET", path);
  return body.values.map((day: Record<string, string>) =>
    [day.date?.slice(0, 10), day.marketValue, day.unitValue].join(" "),
  );
}

const computedDays = [
  "2014-01-02 1000.00 100.00000",
  "2014-01-03 1010.00 101.00000",
  "2014-01-06 1020.00 102.00000",
];

test("raw data of a folio that is computed is refused, and the folio is named once", async () => {
  await service.load({
    ...folios(`${second},Second,folio,`),
    "prices.csv": csv("securityId,date,close", [
      "603,2014-01-02,50",
      "603,2014-01-03,51",
      "603,2014-01-06,52",
    ]),
    ...transactions(
      `900001,DEP,1,${first},2014-01-02,,,,1000.00,`,
      `900002,BUY,2,${first},2014-01-02,603,10,50,,`,
    ),
  });
  expect(await daysOf(first)).toEqual(computedDays);
  const rows = ["2014-01-03,2000.00", "2014-01-06,2000.00"].map((row) => `${first},${row}`);
  await expect(service.load(valuations(`${second},2014-01-03,1`, ...rows))).rejects.toMatchObject({
    count: 1,
    problems: [
      {
        file: "valuations.csv",
        line: 3,
        column: "folioNumber",
        reason:
          `The performance of ${first} is computed from its transactions, not loaded, and this ` +
          "file has days of it (2); `performanceSource` in folios can change that.",
      },
    ],
  });
  expect(await daysOf(first)).toEqual(computedDays);
});

test("a folio whose raw data comes first is loaded, and its transactions make lots alone", async () => {
  await service.load(valuations(`${second},2014-01-02,500.00`, `${second},2014-01-03,600.00`));
  await service.load(
    transactions(
      `900003,DEP,3,${second},2014-01-02,,,,90.00,`,
      `900004,BUY,4,${second},2014-01-02,603,1,50,,`,
    ),
  );
  expect(await daysOf(second)).toEqual([
    "2014-01-02 500.00 100.00000",
    "2014-01-03 600.00 120.00000",
  ]);
  const { rows } = await service.admin(
    "select 1 from open_lot where account_number = $1 and originating_transaction_id = 900004",
    [account],
  );
  expect(rows).toHaveLength(1);
});

test("an account's days are the sum of folios of either source", async () => {
  // The second folio has no value on 2014-01-06, but holds something.
  expect(await daysOf()).toEqual(["2014-01-02 1500.00 100.00000", "2014-01-03 1610.00 107.33333"]);
});

test("the source that the first data decides is in the audit log as a change of the folio", async () => {
  const notes = await service.auditOf(account);
  const stated = notes.flatMap(({ detail }) => detail.after?.folios ?? []);
  expect(stated).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ folioNumber: first, performanceSource: "computed" }),
      expect.objectContaining({ folioNumber: second, performanceSource: "loaded" }),
    ]),
  );
});

test("a read of a folio says where its days come from", async () => {
  const sourceOf = async (folio: string) => {
    const path = `/restapi/accounts/${account}/folios/${folio}`;
    return (await service.call("operator", "GET", path)).body.performanceSource;
  };
  const sources = [await sourceOf(first), await sourceOf(second), await sourceOf(`${account}01`)];
  expect(sources).toEqual(["computed", "loaded", null]);
});

test("a load of the folio changes its source, reports the days, and keeps both kinds of data", async () => {
  const toLoaded = await service.load({
    ...folios(`${first},Core index,folio,loaded`),
    ...valuations(`${first},2014-01-03,2000.00`),
  });
  expect(toLoaded.flatMap(({ notices = [] }) => notices)).toEqual([
    expect.stringMatching(
      `^${first}: its performance is loaded from now on; its days from 2014-01-02 to ` +
        "....-..-.. change, [0-9]+ before and 1 after\\.$",
    ),
  ]);
  expect(await daysOf(first)).toEqual(["2014-01-03 2000.00 100.00000"]);
  const note = (await service.auditOf(account)).findLast(({ detail }) => detail.after?.folios);
  expect(note?.detail.before.folios).toMatchObject([{ performanceSource: "computed" }]);
  expect(note?.detail.after.folios).toMatchObject([{ performanceSource: "loaded" }]);

  const [back] = await service.load(folios(`${first},Core index,folio,computed`));
  expect(back?.notices).toHaveLength(1);
  expect(await daysOf(first)).toEqual(computedDays);

  await service.load(folios(`${first},Core index,folio,loaded`));
  expect(await daysOf(first)).toEqual(["2014-01-03 2000.00 100.00000"]);
  await service.load(folios(`${first},Core index,folio,computed`));
});

test("a folio loaded without a source keeps the one it has", async () => {
  const [report] = await service.load(folios(`${first},Core index,folio,`));
  expect(report).toMatchObject({ added: 0, changed: 0 });
  await expect(service.load(valuations(`${first},2014-01-03,2000.00`))).rejects.toMatchObject({
    count: 1,
  });
});

test("a source is either of two words", async () => {
  await expect(service.load(folios(`${first},Core index,folio,given`))).rejects.toMatchObject({
    problems: [{ column: "performanceSource" }],
  });
});

test("a folio to which shares or cash are moved first is computed", async () => {
  const third = `${account}05`;
  await service.load({
    ...folios(`${third},Third,folio,`),
    ...transactions(`900005,CJL,1,${first},2014-01-06,,,,10.00,${third}`),
  });
  expect(await daysOf(third)).toEqual(["2014-01-06 10.00 100.00000"]);
  await expect(service.load(valuations(`${third},2014-01-03,1.00`))).rejects.toMatchObject({
    count: 1,
  });
});
