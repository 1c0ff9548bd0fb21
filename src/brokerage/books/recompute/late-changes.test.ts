// A load that corrects a day computes the series from its quarter on, and gives what a computation of
// all days gives.

import { addDays, type Day } from "@bursar/values/dates";
import { afterAll, beforeAll, expect, test } from "vitest";
import { alterDays, storedDays } from "../../../../test/computed-days.ts";
import { openTestService, type TestService } from "../../../../test/harness.ts";
import { testContext } from "../../../../test/sample-template.ts";
import { continueSeries } from "../account-books/continue-series.ts";
import { openSources, type Sources } from "../account-books/sources.ts";
import { computeAccount, isUnchanged } from "./compute-account.ts";

let service: TestService;
const valued = "RA00000005";
const traded = "RA00000006";
const firstOn = "2024-11-01" as Day;
beforeAll(async () => {
  service = await openTestService();
  const day = (at: number) => addDays(firstOn, at * 7);
  const days = Array.from({ length: 60 }, (_, at) => day(at));
  const value = (folio: string, on: Day, at: number) =>
    `${valued},${valued}${folio},${on},${1000 + at}.00,,${at % 9 === 0 ? "50.00" : ""},,`;
  await service.load({
    ...valuations(...days.flatMap((on, at) => [value("02", on, at), value("03", on, 2 * at)])),
    ...prices(...days.flatMap((on, at) => [`603,${on},${50 + at}`, `606,${on},${70 - at / 2}`])),
    "transactions.csv": [
      "accountNumber,transactionId,transactionType,entryOrder,folioNumber,tradeDate,securityId," +
        "shares,price,amount",
      `${traded},970001,DEP,1,${traded}03,2024-11-01,,,,9000.00`,
      `${traded},970002,BUY,2,${traded}03,2024-11-01,603,10,50,`,
      `${traded},970003,BUY,1,${traded}03,2025-03-03,606,20,60,`,
      `${traded},970004,SLE,1,${traded}03,2025-08-04,603,5,90,`,
      "",
    ].join("\n"),
  });
});
afterAll(() => service.close());

function valuations(...rows: string[]) {
  const header = "accountNumber,folioNumber,date,marketValue,accrued,cashFlows,securityFlows,fees";
  return { "valuations.csv": [header, ...rows, ""].join("\n") };
}
function prices(...rows: string[]) {
  return { "prices.csv": ["securityId,date,close", ...rows, ""].join("\n") };
}

async function expectSettled(): Promise<void> {
  for (const number of [valued, traded]) {
    const computed = await computeAccount(testContext(service.db), number);
    expect(computed && isUnchanged(computed), number).toBe(true);
  }
}

/** Makes the first stored day of an account's own series another than any computation gives, or again
 * what it was. */
const alterFirstDay = (number: string) =>
  alterDays(service.admin, number, ({ raw }) =>
    raw.on === firstOn ? { isEstimated: !raw.isEstimated } : {},
  );
const isAltered = async (number: string) =>
  (await storedDays(service.admin, number))[0]?.raw.isEstimated === true;

const withdrawn = (header: string, row: string) => `${header},withdrawn\n${row},Y\n`;

/** The files to load, and the account that has to be computed as a whole, if one has. */
type Case = [title: string, files: Record<string, string>, computedWhole?: string];
test.each<Case>([
  ["a corrected valuation", valuations(`${valued},${valued}03,2025-09-05,2222.00,,,,3.00`)],
  ["a new one of a single folio", valuations(`${valued},${valued}02,2025-09-08,900.00,,,,`)],
  ["flows of a day without one", valuations(`${valued},${valued}03,2025-09-10,,,10.00,,`)],
  ["a new folio", valuations(`${valued},${valued}01,2025-09-12,77.00,,,,`)],
  [
    "a new folio withdrawn again",
    {
      "valuations.csv": withdrawn(
        "accountNumber,folioNumber,date,marketValue,accrued,cashFlows,securityFlows,fees",
        `${valued},${valued}01,2025-09-12,,,,,`,
      ),
    },
  ],
  [
    "a withdrawn one, from which a quarter's last day is gone",
    {
      "valuations.csv": withdrawn(
        "accountNumber,folioNumber,date,marketValue,accrued,cashFlows,securityFlows,fees",
        `${valued},${valued}03,2025-09-26,,,,,`,
      ),
    },
  ],
  ["a corrected close", prices("603,2025-09-05,123.45")],
  ["a close of a day that had none", prices("603,2025-09-09,111")],
  ["a second close of that day", prices("606,2025-09-09,33")],
  ["a close of a security that nobody has", prices("605,2025-09-05,1")],
  ["a withdrawn close", { "prices.csv": withdrawn("securityId,date,close", "603,2025-09-05,") }],
  ["a close of the first quarter", prices("603,2024-11-08,49"), traded],
  ["a close before a trade", prices("606,2025-02-28,61")],
])("%s leaves nothing for a computation of all days to change", async (_, files, computedWhole) => {
  for (const number of [valued, traded]) await alterFirstDay(number);
  await service.load(files);
  // A computation of all days has mended the first one.
  for (const number of [valued, traded]) {
    expect(await isAltered(number), number).toBe(number !== computedWhole);
    if (number !== computedWhole) await alterFirstDay(number);
  }
  await expectSettled();
});

test("what lies before the quarter of a late change is neither computed nor stored again", async () => {
  const query = service.admin;
  for (const [number, late] of [
    [valued, valuations(`${valued},${valued}03,2025-09-05,2345.00,,,,`)],
    [traded, prices("606,2025-09-05,34.56")],
  ] as const) {
    const fees = ({ raw }: { raw: { on: Day; fees: bigint } }) =>
      raw.on < "2025-01-01" ? { fees: raw.fees + 1n } : {};
    await alterDays(query, number, fees);
    const before = await storedDays(query, number);
    await service.load(late);
    const after = await storedDays(query, number);
    const early = (days: typeof before) => days.filter(({ raw }) => raw.on < "2025-07-01");
    expect(early(after)).toEqual(early(before));
    expect(after).not.toEqual(before);
    const computed = await computeAccount(testContext(service.db), number);
    expect(computed?.series.map(({ folioNumber }) => folioNumber)).toEqual([""]);
  }
  await expectSettled();
});

test("a corrected close touches only the accounts that have had its security", async () => {
  const versions = async () => {
    const { rows } = await service.admin(
      "select account_number as number, version from account_facts order by 1",
    );
    return rows.map(({ number, version }) => `${number} ${version}`);
  };
  const touchedBy = async (...rows: string[]) => {
    const before = new Set(await versions());
    await service.load(prices(...rows));
    return (await versions()).filter((each) => !before.has(each)).map((each) => each.split(" ")[0]);
  };
  expect(await touchedBy("606,2025-09-05,35")).toContain(traded);
  expect(await touchedBy("606,2025-09-05,36")).not.toContain("RA00000003");
  // Every account that is valued has a day more.
  const all = await touchedBy("606,2025-09-11,37");
  expect(all).toEqual(expect.arrayContaining([traded, "RA00000003"]));
});

test("accounts that stand on the same day are priced by closes that are read once for all", async () => {
  const other = "RA00000003";
  await service.load({
    "transactions.csv": [
      "accountNumber,transactionId,transactionType,entryOrder,folioNumber,tradeDate,securityId," +
        "shares,price,amount",
      `${other},970001,DEP,1,${other}03,2024-11-01,,,,9000.00`,
      `${other},970002,BUY,2,${other}03,2024-11-01,606,10,70,`,
      "",
    ].join("\n"),
  });
  const sources = openSources(service.db, service.now());
  const asked: Day[] = [];
  const closesAfter: Sources["closesAfter"] = (securities, day) => {
    asked.push(day);
    return sources.closesAfter(securities, day);
  };
  const changes = [traded, other].map((accountNumber) => ({
    accountNumber,
    from: "2025-09-05" as Day,
  }));
  const series = await continueSeries(service.db, { ...sources, closesAfter }, changes);
  expect([...series.keys()].toSorted()).toEqual([other, traded]);
  expect(asked).toEqual(["2025-06-30"]);
});
