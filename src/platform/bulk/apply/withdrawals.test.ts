// Every kind of daily or dated rows can be withdrawn through its own file, and what is computed
// follows.
import { beforeAll, describe, expect, test } from "vitest";
import { useTestService } from "../../../../test/harness.ts";
import { verifySeries } from "../../../brokerage/books/performance/verify-series.ts";
import { loadOrder } from "../../../loading/load-order.ts";

const service = useTestService();
beforeAll(async () => {
  await service.load({ "reported-years.csv": `accountNumber,taxYear\n${taxable},2021\n` });
});

const account = "RA00000005";
const folio = "RA0000000503";
const taxable = "RA00000006";
const series = `/restapi/accounts/${account}/performance/unitvalues?daterange=2013-01-01,2013-12-31`;

/** A file of each kind: its header, a row that is stored, and what withdraws it. */
const kinds = {
  disclosures: [
    "firmOid,reportType,topic,from,to,words",
    "1002,M,compare,2013-05-01,,Compare.",
    "1002,M,compare,2013-05-01,,,Y",
  ],
  "security-symbols": [
    "securityId,to,ticker,name",
    "601,2013-05-01,OLD,Old",
    "601,2013-05-01,OLD,,Y",
  ],
  splits: ["securityId,exDate,ratioNew,ratioOld", "601,2013-05-01,2,1", "601,2013-05-01,,,Y"],
  "exchange-days": ["date,status,reason", "2013-05-01,closed,Snow", "2013-05-01,,,Y"],
  "bank-days": ["date,status,reason", "2013-05-01,closed,Snow", "2013-05-01,,,Y"],
  "settlement-days": ["date,status,reason", "2013-05-01,closed,Snow", "2013-05-01,,,Y"],
  "settlement-periods": [
    "settlementGroup,from,settlementDays",
    "GV,2013-05-01,2",
    "GV,2013-05-01,,Y",
  ],
  "backup-withholding": ["from,rate", "2013-05-01,30.00", "2013-05-01,,Y"],
  prices: ["securityId,date,close", "601,2013-05-02,7", "601,2013-05-02,,Y"],
  "reported-years": [
    "accountNumber,taxYear,source",
    `${taxable},2020,loaded`,
    `${taxable},2020,,Y`,
  ],
  "reported-tax-lots": [
    "accountNumber,taxYear,taxLotId,securityId,ticker,transCode,termOfSale,covered," +
      "closingTransactionDate,shareQuantity",
    `${taxable},2021,1,601,ACME,SLE,LT,C,2021-05-14,10`,
    `${taxable},2021,1,,,,,,,,Y`,
  ],
  "unit-values": [
    "accountNumber,folioNumber,date,grossUnitValue,netUnitValue",
    `${account},,2013-05-03,101,100`,
    `${account},,2013-05-03,,,Y`,
  ],
  valuations: [
    "accountNumber,folioNumber,date,marketValue,accrued,cashFlows,securityFlows,fees",
    `RA00000006,RA0000000603,2013-05-06,100.00,,,,`,
    `RA00000006,RA0000000603,2013-05-06,,,,,,Y`,
  ],
} as const;

type Kind = keyof typeof kinds;
const names = Object.keys(kinds) as Kind[];
const load = (kind: Kind, header: string, ...rows: readonly string[]) =>
  service.load({ [`${kind}.csv`]: [header, ...rows, ""].join("\n") });

test("the kinds that can be withdrawn are those with a summary of daily rows, and reported years and lots", () => {
  const found = loadOrder.filter(({ withdrawal }) => withdrawal !== undefined);
  expect(found.map(({ name }) => name)).toEqual(names);
  const daily = loadOrder.filter(({ audit }) => audit === "summary").map(({ name }) => name);
  expect(names.filter((name) => !daily.includes(name))).toEqual([
    "reported-years",
    "reported-tax-lots",
  ]);
  expect(found.filter(({ lists }) => lists.length > 0)).toEqual([]);
});

describe.each(names)("a row of %s", (kind) => {
  const [header, row, withdrawal] = kinds[kind];
  const withdrawn = `${header},withdrawn`;

  test("is withdrawn by its key alone, and may be loaded again", async () => {
    const stored = { rows: 1, added: 1, changed: 0, withdrawn: 0 };
    expect(await load(kind, header, row)).toMatchObject([stored]);
    expect(await load(kind, withdrawn, withdrawal)).toMatchObject([
      { rows: 1, added: 0, changed: 0, withdrawn: 1 },
    ]);
    expect(await load(kind, header, row)).toMatchObject([stored]);
  });

  test("that is not stored is reported, and changes nothing", async () => {
    await load(kind, withdrawn, withdrawal);
    const [report] = await load(kind, withdrawn, withdrawal);
    expect(report).toMatchObject({ withdrawn: 0, added: 0, changed: 0 });
    expect(report?.notices).toContain("1 row to withdraw is not stored.");
  });

  test("that is withdrawn has no values", async () => {
    const reason = "A row that withdraws another has its key alone.";
    await expect(load(kind, withdrawn, `${row},Y`)).rejects.toMatchObject({
      problems: expect.arrayContaining([expect.objectContaining({ line: 2, reason })]),
    });
  });

  test("is withdrawn by Y and nothing else", async () => {
    await expect(load(kind, withdrawn, `${row},y`)).rejects.toMatchObject({
      problems: [{ line: 2, column: "withdrawn" }],
    });
  });
});

test("the audit entry says how many rows were withdrawn, and differs from that of their load", async () => {
  const [header, row, withdrawal] = kinds["unit-values"];
  await load("unit-values", header, row);
  await load("unit-values", `${header},withdrawn`, withdrawal);
  const [loaded, taken] = (await service.auditOf(account))
    .slice(-2)
    .map(({ detail }) => detail.detail["unit-values"]);
  expect(loaded).not.toHaveProperty("withdrawn");
  expect(taken).toMatchObject({ count: "1", withdrawn: "1", first: "2013-05-03" });
  expect(taken.sha256).not.toBe(loaded.sha256);
});

test("a withdrawn lot is out of its year's next version, and stays in the audit log", async () => {
  const [header, row, withdrawal] = kinds["reported-tax-lots"];
  const other = row.replace("2021,1,", "2021,2,");
  await load("reported-tax-lots", header, row, other);
  const read = async () => {
    const path = `/restapi/accounts/${taxable}/reportedtaxlots?taxyear=2021`;
    const { body } = await service.call("operator", "GET", path);
    return body.map(({ taxLotId }: { taxLotId: string }) => taxLotId);
  };
  expect(await read()).toEqual(["1", "2"]);
  await load("reported-tax-lots", `${header},withdrawn`, withdrawal);
  expect(await read()).toEqual(["2"]);
  const { detail } = (await service.auditOf(taxable)).at(-1) ?? {};
  expect(detail.before["reported-tax-lots"]).toMatchObject([{ taxLotId: "1", ticker: "ACME" }]);
  expect(detail.after["reported-tax-lots"]).toEqual([null]);
  const { rows } = await service.admin(
    `select version, (select count(*)::integer from earlier_reported_year as earlier
       where earlier.account_number = $1 and earlier.version = year.version - 1) as kept
     from reported_year as year where account_number = $1 and tax_year = '2021'`,
    [taxable],
  );
  expect(rows).toMatchObject([{ kept: 1 }]);
});

test("unit values lose their day, and a quarter its last one", async () => {
  const [header] = kinds["unit-values"];
  const row = (day: string) => `${account},,${day},101,100`;
  await load("unit-values", header, row("2013-02-01"), row("2013-05-03"), row("2013-05-06"));
  const daysOf = async () => {
    const { body } = await service.call("adviser", "GET", series);
    return body.values.map(({ date }: { date: string }) => date.slice(0, 10));
  };
  expect(await daysOf()).toEqual(["2013-02-01", "2013-05-03", "2013-05-06"]);
  const gone = (day: string) => `${account},,${day},,,Y`;
  await load("unit-values", `${header},withdrawn`, gone("2013-02-01"), gone("2013-05-03"));
  expect(await daysOf()).toEqual(["2013-05-06"]);
  expect((await verifySeries(service.db)).faults).toEqual([]);
});

test("an account whose valuations are all withdrawn has no series left", async () => {
  const [header] = kinds.valuations;
  const row = (day: string) => `${account},${folio},${day},100.00,,,,`;
  const gone = (day: string) => `${account},${folio},${day},,,,,,Y`;
  const days = ["2013-07-01", "2013-07-02"];
  await service.load({
    "unit-values.csv": `${kinds["unit-values"][0]},withdrawn\n${account},,2013-05-06,,,Y\n`,
    "valuations.csv": [header, ...days.map(row), ""].join("\n"),
  });
  const { body } = await service.call("adviser", "GET", series);
  expect(body.values).toHaveLength(2);
  await load("valuations", `${header},withdrawn`, ...days.map(gone));
  const { rows } = await service.admin(
    "select (select count(*) from performance_quarter where account_number = $1)::integer " +
      "as computed, (select count(*) from unit_value where account_number = $1)::integer " +
      "as imported, (select count(*) from unit_value_quarter where account_number = $1)::integer " +
      "as served",
    [account],
  );
  expect(rows).toEqual([{ computed: 0, imported: 0, served: 0 }]);
  expect((await verifySeries(service.db)).faults).toEqual([]);
});
