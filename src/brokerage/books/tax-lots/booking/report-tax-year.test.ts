// Lots follow from facts; a year of them is frozen, and is read from then on as it was.

import { type LotFact, runFacts } from "@bursar/tax-lots";
import type { Day } from "@bursar/values/dates";
import type { Decimal } from "@bursar/values/decimal";
import type { Id } from "@bursar/values/ids";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openTestService, type TestService } from "../../../../../test/harness.ts";
import { testContext } from "../../../../../test/sample-template.ts";
import { sql } from "../../../../platform/store/db.ts";
import { bodyOf } from "../reported/encode-reported-tax-lot.ts";
import { listVersions } from "../reported/list-versions.ts";
import { selectReportedTaxLots } from "../reported/queries.ts";
import {
  lotChanges,
  lotsOf,
  selectLotAccount,
  selectStoredLots,
  stageLots,
  storeStagedLots,
} from "./changes.ts";
import {
  problemWithYear,
  type ReportOptions,
  reportAll,
  reportTaxYear,
} from "./report-tax-year.ts";

const account = "RA00000006";

let service: TestService;
beforeAll(async () => {
  service = await openTestService();
});
afterAll(() => service.close());

function trade(kind: "buy" | "sell", id: string, figures: string): LotFact {
  const [tradeOn, shares, price] = figures.split(" ");
  return {
    kind,
    transactionId: id as Id,
    entryOrder: 1,
    tradeOn: tradeOn as Day,
    settlementOn: tradeOn as Day,
    security: "601" as Id,
    shares: shares as Decimal,
    price: price as Decimal,
  };
}

const today = "2026-03-02" as Day;
const bought = trade("buy", "91001", "2021-03-01 100 10.00");
const sold = trade("sell", "91002", "2024-05-14 40 12.50");
const replace = (facts: readonly LotFact[], number = account) =>
  service.db.forLoads.transaction(async (tx) => {
    const { book, refusals } = runFacts(await selectLotAccount(tx, number, facts, today), facts);
    if (refusals.length > 0) return { refusals, changedYears: [] };
    const stored = (await selectStoredLots(tx, [number])).get(number);
    if (stored === undefined) throw new Error("there is an account");
    const changes = lotChanges(number, stored, lotsOf(number, book));
    await stageLots(tx, changes ? [changes] : []);
    const changedYears = (await storeStagedLots(tx)).map(({ taxYear }) => taxYear);
    return { refusals, changedYears };
  });
const report = (taxYear: string, accountNumber = account, options: ReportOptions = {}) =>
  reportTaxYear(testContext(service.db), { accountNumber, taxYear }, options);
const read = async (taxYear: string) => {
  const path = `/restapi/accounts/${account}/reportedtaxlots?taxyear=${taxYear}`;
  const { status, body } = await service.call("adviser", "GET", path);
  return status === 200 ? body : status;
};

test("every reported year of the sample follows from its transactions", async () => {
  const years = [];
  for await (const { accountNumber, taxYear } of listVersions(service.db, {})) {
    const done = await report(taxYear, accountNumber);
    expect(done).toMatchObject({ outcome: "unchanged", version: "1" });
    years.push(`${accountNumber} ${taxYear}: ${done.lots}`);
  }
  expect(years).toEqual([
    "RA00000001 2023: 0",
    "RA00000001 2024: 5",
    "RA00000001 2025: 4",
    "RA00000003 2023: 0",
    "RA00000003 2024: 2",
    "RA00000003 2025: 2",
    "RB00000001 2024: 1",
  ]);
});

test("an account without transactions has nothing to report", async () => {
  expect(await report("2024")).toMatchObject({ outcome: "without lots" });
  expect(await report("2024", "RZ99999999")).toMatchObject({ outcome: "absent" });
  expect(await report("2024", "RA00000002")).toMatchObject({ outcome: "non-taxable" });
});

test("an impossible fact is named and leaves the lots as they were", async () => {
  await replace([bought]);
  const { refusals } = await replace([bought, trade("sell", "91009", "2024-05-14 101 12.50")]);
  expect(refusals).toEqual([
    {
      transactionId: "91009",
      code: "fact.held",
      message: "101 of ACME are sold, 100 are held on 2024-05-14; short positions are not kept.",
    },
  ]);
  const { rows } = await service.admin(
    "select share_quantity::text as shares from open_lot where account_number = $1",
    [account],
  );
  expect(rows).toEqual([{ shares: "100.00000" }]);
});

test("a year is not served before it is reported, and afterwards as the facts then were", async () => {
  await replace([bought, sold]);
  expect(await read("2024")).toBe(404);
  expect(await report("2024")).toEqual({
    accountNumber: account,
    outcome: "reported",
    version: "1",
    lots: "1",
    nextLots: null,
    notices: [],
    changes: [{ taxLotId: expect.stringMatching(/^\d+$/), change: "added", fields: [] }],
  });
  expect(await read("2024")).toMatchObject([
    {
      originatingTransactionId: "91001",
      closingTransactionId: "91002",
      shareQuantity: "40.00000",
      salePrice: "12.500000",
      netSaleAmount: "500.00",
      adjustedCostBasis: "400.00",
      reportableGainLoss: "100.00",
      termOfSale: "LT",
      lotReliefStrategyIndicator: "S",
      security: { ticker: "ACME" },
    },
  ]);
  expect(await report("2024")).toMatchObject({ outcome: "unchanged", version: "1" });
  expect(await report("2023")).toMatchObject({ outcome: "reported", lots: "0" });
  expect(await read("2023")).toEqual([]);
});

test("a later fact is announced, and changes nothing reported until the next report", async () => {
  const dearer = { ...bought, price: "11.00" } as LotFact;
  expect(await replace([dearer, sold])).toEqual({ refusals: [], changedYears: ["2024"] });
  expect(await read("2024")).toMatchObject([{ adjustedCostBasis: "400.00" }]);

  expect(await replace([bought, sold])).toEqual({ refusals: [], changedYears: [] });
  await replace([dearer, sold]);

  expect(await report("2024")).toMatchObject({ outcome: "reported", version: "2" });
  expect(await read("2024")).toMatchObject([{ adjustedCostBasis: "440.00" }]);
  const entries = await service.auditOf(account);
  const { operation, detail } = entries.at(-1) ?? {};
  expect(operation).toBe("reportTaxYear");
  expect(detail).toMatchObject({
    before: { taxYear: "2024", version: 1, lots: [{ adjustedCostBasis: "400.00" }] },
    after: { taxYear: "2024", version: 2, lots: [{ adjustedCostBasis: "440.00" }] },
  });
});

test("the lots of a version are distinct from those that the next one would have", async () => {
  const more = trade("sell", "91004", "2024-06-14 5 13.00");
  const check = { check: true };
  expect(await report("2021", account, check)).toMatchObject({
    outcome: "to report",
    version: "0",
    lots: "0",
    nextLots: "0",
    notices: [],
  });
  await replace([{ ...bought, price: "11.00" } as LotFact, sold, more]);
  expect(await report("2024", account, check)).toMatchObject({
    outcome: "to report",
    version: "2",
    lots: "1",
    nextLots: "2",
    notices: [],
  });
  await replace([{ ...bought, price: "11.00" } as LotFact, sold]);
  expect(await report("2024", account, check)).toMatchObject({
    outcome: "unchanged",
    version: "2",
    lots: "1",
    nextLots: null,
    notices: [],
  });
});

test("a check reports how the lots would change, field by field, and changes nothing", async () => {
  const [lot] = await read("2024");
  await replace([bought, sold]);
  const before = (await service.auditOf(account)).length;
  const field = (name: string, was: string, is: string) => ({
    field: name,
    before: was,
    after: is,
  });
  for (const outcome of ["to report", "to report", "reported"]) {
    expect(await report("2024", account, { check: outcome === "to report" })).toEqual({
      accountNumber: account,
      outcome,
      version: outcome === "reported" ? "3" : "2",
      lots: "1",
      nextLots: outcome === "reported" ? null : "1",
      notices: [],
      changes: [
        {
          taxLotId: lot.taxLotId,
          change: "changed",
          fields: [
            field("origionalCostBasis", "440.00", "400.00"),
            field("adjustedCostBasis", "440.00", "400.00"),
            field("reportableGainLoss", "60.00", "100.00"),
          ],
        },
      ],
    });
    const isWritten = outcome === "reported";
    expect(await service.auditOf(account)).toHaveLength(before + (isWritten ? 1 : 0));
    expect(await read("2024")).toMatchObject([
      { adjustedCostBasis: isWritten ? "400.00" : "440.00" },
    ]);
  }
});

describe("a version", () => {
  const versionPath = (version: string, number = account) =>
    `/restapi/accounts/${number}/reportedtaxlots?taxyear=2024&version=${version}`;
  const readVersion = (version: string) => service.call("adviser", "GET", versionPath(version));

  test("stays readable as it was returned, the newest among them", async () => {
    const bases = [];
    for (const version of ["1", "2", "3"]) {
      const { status, body, headers } = await readVersion(version);
      expect([status, headers.etag]).toEqual([200, expect.any(String)]);
      bases.push(body.map((lot: { adjustedCostBasis: string }) => lot.adjustedCostBasis));
      const given = { "If-None-Match": String(headers.etag) };
      const again = await service.call("adviser", "GET", versionPath(version), undefined, given);
      expect([again.status, again.text]).toEqual([304, ""]);
    }
    expect(bases).toEqual([["400.00"], ["440.00"], ["400.00"]]);
    const newest = `/restapi/accounts/${account}/reportedtaxlots?taxyear=2024`;
    expect((await readVersion("3")).text).toBe((await service.call("adviser", "GET", newest)).text);
  });

  test("that does not exist is not found, and one that is no number is refused", async () => {
    const unknown = await readVersion("4");
    expect([unknown.status, unknown.body]).toEqual([
      404,
      [
        {
          type: "REQUEST",
          errorCode: "tax.version.not.found",
          message: "The tax year has no such version.",
        },
      ],
    ]);
    for (const version of ["0", "-1", "1.0", "x", "", "1234567890"]) {
      const { status, body } = await readVersion(version);
      expect([status, body]).toEqual([
        400,
        [{ type: "VALIDATION_FIELD", field: "version", errorCode: "invalid.version" }],
      ]);
    }
    const before = versionPath("1").replace("2024", "2020");
    expect((await service.call("adviser", "GET", before)).body).toMatchObject([
      { errorCode: "tax.data.not.found" },
    ]);
  });

  test("is hidden as the account is", async () => {
    const foreign = await service.call("otherAdviser", "GET", versionPath("1"));
    const absent = await service.call("otherAdviser", "GET", versionPath("1", "RA99999999"));
    expect([foreign.status, foreign.text]).toEqual([403, absent.text]);
    expect(
      (await service.call("adviser", "GET", versionPath("1", "RA00000002"))).body,
    ).toMatchObject([{ errorCode: "account.non.taxable" }]);
  });

  test("is listed with what made it", async () => {
    const listed = [];
    for await (const each of listVersions(service.db, {
      accountNumber: account,
      taxYear: "2024",
    })) {
      listed.push(each);
    }
    const made = (version: number, isNewest: boolean) => ({
      accountNumber: account,
      taxYear: "2024",
      version,
      lots: 1,
      isLoaded: false,
      isNewest,
      reportedAt: testContext(service.db).now,
    });
    expect(listed).toEqual([made(1, false), made(2, false), made(3, true)]);
  });

  test("that was replaced can be neither changed nor removed by the service", async () => {
    for (const statement of [
      sql`update earlier_reported_year set body = '[]'`,
      sql`delete from earlier_reported_year`,
    ]) {
      const change = service.db.transaction((tx) => tx.execute(statement));
      await expect(change).rejects.toThrow("permission denied");
    }
  });
});

test("a year that was loaded with other lots is replaced only when that is asked for", async () => {
  const number = "RA00000003";
  const { rows } = await service.admin(
    `select tax_lot_id as id, security_id as security, ticker from reported_tax_lot
     where account_number = $1 and tax_year = '2024' order by 1 limit 1`,
    [number],
  );
  const { id, security, ticker } = rows[0] ?? {};
  await service.load({
    "reported-tax-lots.csv":
      "accountNumber,taxYear,taxLotId,securityId,ticker,transCode,termOfSale,covered," +
      "closingTransactionDate,shareQuantity\n" +
      `${number},2024,${id},${security},${ticker},SLE,LT,C,2024-05-02,7\n`,
  });
  const stored = async () => {
    const query = "select body from reported_year where account_number = $1 and tax_year = '2024'";
    return (await service.admin(query, [number])).rows;
  };
  const loaded = await stored();
  const kept = await report("2024", number);
  expect(kept).toMatchObject({ outcome: "loaded", version: "2" });
  expect(kept.changes).toMatchObject([{ taxLotId: id, change: "changed" }]);
  expect(await stored()).toEqual(loaded);
  const replacing = { replaceLoaded: true };
  expect(await report("2024", number, { ...replacing, check: true })).toMatchObject({
    outcome: "to report",
  });
  expect(await stored()).toEqual(loaded);
  expect(await report("2024", number, replacing)).toMatchObject({
    outcome: "reported",
    version: "3",
  });
  // From now on the year is one that was reported here, with two loaded versions before.
  expect(await stored()).not.toEqual(loaded);
  expect(await report("2024", number)).toMatchObject({ outcome: "unchanged", version: "3" });
  const versions = [];
  for await (const each of listVersions(service.db, { accountNumber: number, taxYear: "2024" })) {
    expect(each.reportedAt).toBeInstanceOf(Date);
    versions.push([each.version, each.isLoaded]);
  }
  expect(versions).toEqual([
    [1, true],
    [2, true],
    [3, false],
  ]);
});

test("lots for a year that was reported here are loaded only when the year's source says so", async () => {
  const number = "RA00000003";
  const query =
    "select body, version, is_loaded from reported_year where account_number = $1 and tax_year = '2024'";
  const stored = async () => (await service.admin(query, [number])).rows[0];
  const lots = {
    "reported-tax-lots.csv":
      "accountNumber,taxYear,taxLotId,securityId,ticker,transCode,termOfSale,covered," +
      `closingTransactionDate,shareQuantity\n${number},2024,1,601,ACME,SLE,LT,C,2024-05-02,7\n`,
  };
  const stating = (source: string) => ({
    "reported-years.csv": `accountNumber,taxYear,source\n${number},2024,${source}\n`,
  });
  const reported = await stored();
  const fault = {
    file: "reported-tax-lots.csv",
    line: 2,
    column: "taxYear",
    reason:
      "The lots of 2024 are computed and were reported by this service, and this file has others " +
      "(1); state `loaded` as the year's `source` in reported-years, in the same folder, to have " +
      "the lots of this file alone.",
  };
  await expect(service.load(lots)).rejects.toMatchObject({ problems: [fault] });
  await expect(service.load({ ...stating(""), ...lots })).rejects.toMatchObject({
    problems: [fault],
  });
  await service.load(stating("loaded"));
  expect(await stored()).toEqual({ ...reported, is_loaded: true });
  const note = (await service.auditOf(number)).at(-1);
  expect(note?.detail.before["reported-years"]).toMatchObject([{ isLoaded: false }]);
  expect(note?.detail.after["reported-years"]).toMatchObject([{ isLoaded: true }]);
  await service.load(stating("computed"));
  expect(await stored()).toEqual(reported);
  const computed = JSON.parse(reported.body).length;
  const handed = { ...stating("loaded"), ...lots };
  const done = await service.load(handed);
  // The lots of the two sources are never mixed.
  const loaded = await stored();
  expect(loaded).toMatchObject({ version: reported.version + 1, is_loaded: true });
  expect(JSON.parse(loaded.body)).toMatchObject([{ taxLotId: "1", shareQuantity: "7.00000" }]);
  expect(done.flatMap(({ notices = [] }) => notices)).toContain(
    `${number}: ${computed} computed lots of 2024 gave way to those of this load.`,
  );
  const entry = (await service.auditOf(number)).at(-1);
  const [before, after] = ["before", "after"].map(
    (side) => entry?.detail[side]["reported-tax-lots"],
  );
  expect(before.filter((row: object | null) => row !== null)).toHaveLength(computed);
  expect(after.filter((row: object | null) => row !== null)).toMatchObject([{ taxLotId: "1" }]);
  // The same folder again changes nothing, and a lot that comes later is added.
  await service.load(handed);
  expect(await stored()).toEqual(loaded);
  await service.load({
    "reported-tax-lots.csv": lots["reported-tax-lots.csv"].replace("2024,1,", "2024,2,"),
  });
  expect(JSON.parse((await stored()).body)).toHaveLength(2);
  // And back: the computed lots are the next version.
  const back = await service.load(stating("computed"));
  expect(back.flatMap(({ notices = [] }) => notices)).toEqual([
    `${number}: the loaded lots of 2024 stay until ` +
      `\`bursar report --tax-year 2024 --account ${number}\` computes them.`,
  ]);
  expect(await report("2024", number)).toMatchObject({ outcome: "reported" });
  expect((await stored()).body).toBe(reported.body);
  const withdrawal = {
    "reported-years.csv": `accountNumber,taxYear,withdrawn\n${number},2024,Y\n`,
  };
  const reason = "The service has reported the year itself, and what it has reported is kept.";
  await expect(service.load(withdrawal)).rejects.toMatchObject({
    problems: [{ file: "reported-years.csv", line: 2, column: "withdrawn", reason }],
  });
});

test("what made a version is listed as it was, whatever is loaded over it and stated of the year", async () => {
  const number = "RA00000001";
  const times: (Date | null)[] = [];
  const makers = async () => {
    const found = [];
    times.length = 0;
    for await (const each of listVersions(service.db, { accountNumber: number, taxYear: "2024" })) {
      found.push([each.version, each.isLoaded ? "load" : "report"]);
      times.push(each.reportedAt);
    }
    return found;
  };
  const stating = (source: string) => ({
    "reported-years.csv": `accountNumber,taxYear,source\n${number},2024,${source}\n`,
  });
  const lots = {
    "reported-tax-lots.csv":
      "accountNumber,taxYear,taxLotId,securityId,ticker,transCode,termOfSale,covered," +
      `closingTransactionDate,shareQuantity\n${number},2024,1,601,ACME,SLE,LT,C,2024-05-02,7\n`,
  };
  const first = [1, "load"];
  await service.load(stating("computed"));
  expect(await makers()).toEqual([first]);
  await replace([bought, sold], number);
  expect(await report("2024", number)).toMatchObject({ outcome: "reported", version: "2" });
  await service.load(stating("loaded"));
  expect(await makers()).toEqual([first, [2, "report"]]);
  await service.load(lots);
  await service.load(stating("computed"));
  const made = [first, [2, "report"], [3, "load"]];
  expect(await makers()).toEqual(made);
  expect(times).toEqual(made.map(() => expect.any(Date)));
});

const tooEarly = expect.stringContaining("can still be washed by a purchase until 30 January");

test.each([
  ["2026-01-01T05:00:00Z", {}, tooEarly],
  ["2026-01-31T04:59:59Z", {}, tooEarly],
  ["2026-01-31T04:59:59Z", { early: true }, undefined],
  ["2026-01-31T04:59:59Z", { check: true }, undefined],
  ["2026-01-31T05:00:00Z", {}, undefined],
  ["2027-01-02T05:00:00Z", {}, undefined],
  ["2026-01-01T04:59:59Z", { early: true, check: true }, "Only a past year can be reported."],
])("whether 2025 can be reported at %s in New York, with %o", (instant, replacing, problem) => {
  expect(problemWithYear("2025", new Date(instant), replacing)).toEqual(problem);
});

test("a transfer out is among the closed lots and is never reported", async () => {
  const away = { ...trade("sell", "91003", "2022-06-01 5 9.00"), kind: "transferOut" } as LotFact;
  await replace([bought, away, sold]);
  expect(await report("2022")).toMatchObject({ outcome: "reported", lots: "0" });
});

test("all accounts that have lots are reported, one after the other", async () => {
  await replace([bought], "RA00000001");
  await replace([bought], "RA00000002");
  const done = [];
  for await (const each of reportAll(testContext(service.db), "2021")) done.push(each);
  expect(done.map(({ accountNumber, outcome }) => [accountNumber, outcome])).toEqual([
    ["RA00000001", "reported"],
    ["RA00000003", "reported"],
    [account, "reported"],
    ["RB00000001", "reported"],
  ]);
});

test.each([
  ["2025", true],
  ["2026", false],
  ["2027", false],
  ["25", false],
  ["-025", false],
])("whether %s is over is decided by the clock in New York: %s", (year, isPast) => {
  const problem = isPast ? undefined : "Only a past year can be reported.";
  expect(problemWithYear(year, service.now(), {})).toBe(problem);
});

test("the stored body is the response that its lots give, byte for byte", async () => {
  const { rows } = await service.admin(
    `select account_number as "accountNumber", tax_year as "taxYear", body from reported_year`,
  );
  expect(rows.length).toBeGreaterThan(7);
  for (const { body, ...year } of rows) {
    const [stored] = await selectReportedTaxLots(service.db, [year]);
    expect(stored && bodyOf(stored)).toBe(body);
    const path = `/restapi/accounts/${year.accountNumber}/reportedtaxlots?taxyear=${year.taxYear}`;
    const response = await service.call("operator", "GET", path);
    expect(response.text).toBe(body);
  }
});

test("lots loaded for a year that was reported become its next version", async () => {
  const versionOf = async () => {
    const { rows } = await service.admin(
      "select version from reported_year where account_number = $1 and tax_year = '2019'",
      [account],
    );
    return rows[0]?.version;
  };
  const head =
    "accountNumber,taxYear,taxLotId,securityId,ticker,transCode,termOfSale,covered," +
    "closingTransactionDate,shareQuantity\n";
  const lot = (shares: string) => `${account},2019,1,601,ACME,SLE,LT,C,2019-05-02,${shares}\n`;
  await service.load({
    "reported-years.csv": `accountNumber,taxYear\n${account},2019\n`,
    "reported-tax-lots.csv": head + lot("1"),
  });
  expect(await versionOf()).toBe(1);
  await service.load({ "reported-tax-lots.csv": head + lot("2") });
  expect(await versionOf()).toBe(2);
  expect(await read("2019")).toMatchObject([{ shareQuantity: "2.00000" }]);
  const first = `/restapi/accounts/${account}/reportedtaxlots?taxyear=2019&version=1`;
  expect((await service.call("adviser", "GET", first)).body).toMatchObject([
    { shareQuantity: "1.00000" },
  ]);
});

test("a report names debt bought off par while nothing adjusts its basis", async () => {
  const owner = "RA00000009";
  const facts = (...rows: readonly (readonly [number, object])[]) =>
    rows
      .map(([id, row]) => {
        const ids = { accountNumber: owner, transactionId: id, entryOrder: id };
        return JSON.stringify({ ...ids, tradeDate: "2024-02-01", ...row });
      })
      .join("\n");
  const buy = { transactionType: "BUY", folioNumber: `${owner}03`, shares: "10000" };
  await service.load({
    "securities.csv":
      "securityId,ticker,name,instrumentType,quotationFactor\n" +
      "681,OFFPAR,Off par,DB,0.01\n682,ATPAR,At par,DB,0.01\n683,GONE,Sold before,DB,0.01\n",
    "transactions.ndjson": facts(
      [97_001, { ...buy, securityId: 681, price: "98.5" }],
      [97_002, { ...buy, securityId: 681, price: "101" }],
      [97_003, { ...buy, securityId: 682, price: "100" }],
      [97_004, { ...buy, securityId: 683, price: "97", tradeDate: "2023-02-01" }],
      [
        97_005,
        { ...buy, securityId: 683, price: "97", tradeDate: "2023-03-01", transactionType: "SLE" },
      ],
    ),
  });
  const { notices } = await report("2024", owner, { check: true });
  expect(notices).toEqual([
    "OFFPAR was bought off par on 2024-02-01 (transaction 97001, 0.985 for 1 of face; 2 such purchases), and no BAS adjusts its basis.",
  ]);
  expect((await report("2023", owner, { check: true })).notices).toHaveLength(1);
  const adjusted = { transactionType: "BAS", securityId: 681, reason: "OID", amount: "30.00" };
  await service.load({
    "transactions.ndjson": facts([97_006, { ...adjusted, tradeDate: "2024-12-31" }]),
  });
  expect((await report("2024", owner, { check: true })).notices).toEqual([]);
});
