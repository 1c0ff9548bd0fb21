// Loaded facts become series, and how the summary and the raw data are returned. (interface 4.14,
// 4.15)
import { isDeepStrictEqual } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { storedDays } from "../../../../test/computed-days.ts";
import { openTestService, type TestService } from "../../../../test/harness.ts";
import { verifySeries } from "./verify-series.ts";

let service: TestService;
beforeAll(async () => {
  service = await openTestService();
});
afterAll(() => service.close());

const csv = (header: string, rows: readonly string[]) => [header, ...rows, ""].join("\n");
const valuations = (...rows: string[]) => ({
  "valuations.csv": csv(
    "accountNumber,folioNumber,date,marketValue,accrued,cashFlows,securityFlows,fees",
    rows,
  ),
});
const unitValues = (...rows: string[]) => ({
  "unit-values.csv": csv("accountNumber,folioNumber,date,grossUnitValue,netUnitValue", rows),
});

async function get(path: string): Promise<Record<string, unknown>> {
  const { status, body } = await service.call("adviser", "GET", `/restapi/accounts/${path}`);
  expect(status).toBe(200);
  return body as Record<string, unknown>;
}

const summaryOf = (path: string, range: string, more = "") =>
  get(`${path}/performance/summary?daterange=${range}${more}`);

async function unitsOf(path: string, returntype = "grossfee"): Promise<string[]> {
  const query = `daterange=2000-01-01,2030-01-01&returntype=${returntype}`;
  const { values } = await get(`${path}/performance/unitvalues?${query}`);
  const days = values as { date: string; value: string }[];
  return days.map(({ date, value }) => `${date.slice(0, 10)} ${value}`);
}

describe("valuations", () => {
  const account = "RA00000005";
  const folio = `${account}/folios/${account}03`;

  beforeAll(() =>
    service.load(
      valuations(
        `${account},${account}03,2025-01-02,10000.00,,10000.00,,`,
        `${account},${account}03,2025-01-03,10100.00,,,,`,
        `${account},${account}02,2025-01-03,500.00,,,,`,
        `${account},${account}03,2025-01-04,,,200.00,,`,
        `${account},${account}03,2025-01-06,10403.00,,,,30.30`,
        `${account},${account}02,2025-01-06,505.00,5.00,,,`,
        `${account},${account}03,2025-01-07,9000.00,,-1403.00,,`,
        `${account},${account}02,2025-01-07,0.00,,,-510.00,`,
      ),
    ),
  );

  test("become the units of a folio, flows from the start or at the end of their day", async () => {
    // 10,100 / 10,000; then gross (10,403.00 + 30.30) / (10,100 + 200), net without the fee.
    expect(await unitsOf(folio)).toEqual([
      "2025-01-02 100.00000",
      "2025-01-03 101.00000",
      "2025-01-06 102.30712",
      "2025-01-07 102.30712",
    ]);
    expect(await unitsOf(folio, "netfee")).toEqual([
      "2025-01-02 100.00000",
      "2025-01-03 101.00000",
      "2025-01-06 102.01000",
      "2025-01-07 102.01000",
    ]);
  });

  test("become the units of the account, whose raw data is the sum of its folios'", async () => {
    expect(
      await get(`${account}/performance/rawdata?daterange=2025-01-03,2025-01-06`),
    ).toMatchInlineSnapshot(`
      {
        "identifierType": "ACCOUNT",
        "identifierValue": "RA00000005",
        "values": [
          {
            "accrued": "0.00",
            "advances": "0.00",
            "cash": "0.00",
            "cashFlows": "0.00",
            "dailyReturn": "0.95238",
            "date": "2025-01-03T05:00:00.000+0000",
            "estimated": false,
            "feeDailyReturn": "0.95238",
            "feeUnitValue": "100.95238",
            "fees": "0.00",
            "marketValue": "10600.00",
            "securityFlows": "500.00",
            "unitValue": "100.95238",
          },
          {
            "accrued": "5.00",
            "advances": "0.00",
            "cash": "0.00",
            "cashFlows": "200.00",
            "dailyReturn": "1.32685",
            "date": "2025-01-06T05:00:00.000+0000",
            "estimated": false,
            "feeDailyReturn": "1.04630",
            "feeUnitValue": "102.00864",
            "fees": "30.30",
            "marketValue": "10908.00",
            "securityFlows": "0.00",
            "unitValue": "102.29187",
          },
        ],
      }
    `);
  });

  test("are summarised over a range, gross and net", async () => {
    expect(await summaryOf(account, "2025-01-02,2025-01-07")).toMatchInlineSnapshot(`
      {
        "endMarketValue": "9000.00",
        "identifierType": "ACCOUNT",
        "identifierValue": "RA00000005",
        "moneyWeightedReturn": "2.30105",
        "netFlows": "-1213.00",
        "startMarketValue": "10000.00",
        "timeWeightedReturn": "2.29187",
      }
    `);
    expect(
      await summaryOf(folio, "2025-01-03,2025-01-06", "&returntype=netfee"),
    ).toMatchInlineSnapshot(`
      {
        "benchmark": null,
        "endMarketValue": "10403.00",
        "identifierType": "FOLIO",
        "identifierValue": "RA0000000503",
        "moneyWeightedReturn": "1.01314",
        "netFlows": "200.00",
        "startMarketValue": "10100.00",
        "timeWeightedReturn": "1.00000",
      }
    `);
  });

  test("that are corrected late change the following days, in the stored lines too", async () => {
    const before = await storedDays(service.admin, account, `${account}03`);
    await service.load(valuations(`${account},${account}03,2025-01-06,10300.00,,,,30.30`));
    expect(await unitsOf(folio, "netfee")).toEqual([
      "2025-01-02 100.00000",
      "2025-01-03 101.00000",
      "2025-01-06 101.00000",
      "2025-01-07 102.01000",
    ]);
    const after = await storedDays(service.admin, account, `${account}03`);
    expect(after.map((day, index) => isDeepStrictEqual(day, before[index]))).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect((await verifySeries(service.db)).faults).toEqual([]);
  });

  test("that are corrected late leave earlier quarters alone", async () => {
    const other = "RA00000013";
    const load = (...days: string[]) =>
      service.load(valuations(...days.map((day) => `${other},${other}03,${day},,,,`)));
    const writtenBy = async (table: string) => {
      const of = `where account_number = '${other}' order by folio_number, quarter_on`;
      const { rows } = await service.admin(`select xmin from ${table} ${of}`);
      return rows.map(({ xmin }) => xmin);
    };
    await load("2025-03-31,100.00", "2025-04-01,101.00", "2025-07-01,102.00");
    for (const table of ["performance_quarter", "unit_value_quarter"]) {
      const before = await writtenBy(table);
      await load(`2025-04-01,${before.length}.00`);
      const after = await writtenBy(table);
      const isKept = [true, false, false];
      expect(after.map((xmin, at) => xmin === before[at])).toEqual([...isKept, ...isKept]);
      await load("2025-04-01,101.00");
    }
  });

  test("that lose everything have no value until a new beginning, unless they are corrected", async () => {
    await service.load(valuations(`${account},${account}03,2025-01-06,-10.00,,,,`));
    expect((await unitsOf(folio)).slice(-2)).toEqual([
      "2025-01-03 101.00000",
      "2025-01-06 0.00000",
    ]);
    const figures = async (range: string) => {
      const { timeWeightedReturn, startMarketValue, netFlows } = await summaryOf(folio, range);
      return [timeWeightedReturn, startMarketValue, netFlows];
    };
    expect(await figures("2025-01-03,2025-01-07")).toEqual(["-100.00000", "10100.00", "-1203.00"]);
    const row = (day: string, value: string) => `${account},${account}03,2025-01-${day},${value}`;
    await service.load(valuations(row("08", "9900.00,,,,"), row("09", "9900.00,,-9900.00,,")));
    expect((await unitsOf(folio)).slice(-2)).toEqual([
      "2025-01-08 110.00000",
      "2025-01-09 220.00000",
    ]);
    expect(await figures("2025-01-03,2025-01-08")).toEqual([null, "10100.00", "-1203.00"]);
    expect(await figures("2025-01-08,2025-01-08")).toEqual(["10.00000", "0.00", "9000.00"]);
    expect(await figures("2025-01-09,2025-01-09")).toEqual(["0.00000", "9900.00", "0.00"]);
    const raw = await get(`${folio}/performance/rawdata?daterange=2025-01-07,2025-01-08`);
    expect(raw.values).toMatchObject([
      { marketValue: "9000.00", unitValue: null, dailyReturn: null, feeUnitValue: null },
      { unitValue: "110.00000", dailyReturn: "10.00000" },
    ]);
    expect(raw.values).toHaveLength(2);
    await service.load(valuations(`${account},${account}03,2025-01-06,10403.00,,,,30.30`));
    expect((await unitsOf(folio)).at(-3)).toBe("2025-01-07 102.30712");
  });

  test("exclude imported unit values on computed days", async () => {
    await expect(
      service.load(unitValues(`${account},${account}03,2025-01-06,1,1`)),
    ).rejects.toMatchObject({ problems: [{ line: 2, column: "date" }] });
  });
});

describe("an imported history", () => {
  const account = "RA00000006";
  const folio = `${account}03`;

  beforeAll(() =>
    service.load(
      unitValues(
        `${account},,2024-12-30,149,139`,
        `${account},,2024-12-31,150,140`,
        `${account},${folio},2024-12-31,75,70`,
      ),
    ),
  );

  test("is not continued without raw data of its last day", async () => {
    await service.load(valuations(`${account},${folio},2025-01-02,1100.00,,,,`));
    expect(await unitsOf(account)).toEqual(["2024-12-30 149.00000", "2024-12-31 150.00000"]);
  });

  test("continues from its last values, whose day's flows and fees no longer count", async () => {
    await service.load(valuations(`${account},${folio},2024-12-31,1000.00,,1000.00,,9.00`));
    expect(await unitsOf(account)).toEqual([
      "2024-12-30 149.00000",
      "2024-12-31 150.00000",
      "2025-01-02 165.00000",
    ]);
    expect((await unitsOf(`${account}/folios/${folio}`, "netfee")).at(-1)).toBe(
      "2025-01-02 77.00000",
    );
    expect((await verifySeries(service.db)).faults).toEqual([]);
  });

  test("has returns, but no flows and no value where the range starts within it", async () => {
    expect(await summaryOf(account, "2024-12-30,2025-01-02")).toMatchInlineSnapshot(`
      {
        "endMarketValue": "1100.00",
        "identifierType": "ACCOUNT",
        "identifierValue": "RA00000006",
        "moneyWeightedReturn": null,
        "netFlows": null,
        "startMarketValue": null,
        "timeWeightedReturn": "10.73826",
      }
    `);
    expect(await summaryOf(account, "2024-12-31,2025-01-02")).toMatchObject({
      timeWeightedReturn: "10.00000",
      netFlows: "0.00",
      startMarketValue: "1000.00",
    });
  });

  test("refuses raw data of an earlier day", async () => {
    await expect(
      service.load(valuations(`${account},${folio},2024-12-30,1100.00,,,,`)),
    ).rejects.toMatchObject({ problems: [{ line: 2, column: "date" }] });
  });

  test("of one folio alone brings it into the account as a new one, whatever flowed until then", async () => {
    const other = "RA00000014";
    const old = `${other}02`;
    const brought = `${other}03`;
    await service.load({
      ...unitValues(`${other},${brought},2024-12-31,75,70`),
      ...valuations(
        `${other},${old},2024-12-30,100000.00,,,,`,
        `${other},${old},2024-12-31,100000.00,,,,`,
        `${other},${brought},2024-12-31,10000.00,,200.00,,30.00`,
        `${other},${old},2025-01-02,100000.00,,,,`,
        `${other},${brought},2025-01-02,11000.00,,,,`,
      ),
    });
    const raw = await get(`${other}/performance/rawdata?daterange=2024-12-30,2025-01-02`);
    expect(raw.values).toMatchObject([
      { marketValue: "100000.00", unitValue: "100.00000" },
      {
        marketValue: "110000.00",
        cashFlows: "0.00",
        securityFlows: "10000.00",
        fees: "0.00",
        dailyReturn: "0.00000",
        unitValue: "100.00000",
      },
      { marketValue: "111000.00", unitValue: "100.90909" }, // 111,000.00 / 110,000.00
    ]);
    expect(await unitsOf(`${other}/folios/${brought}`)).toEqual([
      "2024-12-31 75.00000",
      "2025-01-02 82.50000",
    ]);
  });

  test("that is corrected changes the following days", async () => {
    await service.load(unitValues(`${account},,2024-12-31,300,280`));
    expect((await unitsOf(account)).at(-1)).toBe("2025-01-02 330.00000");
  });
});

describe("the requests", () => {
  const unitvalues = "/accounts/RA00000001/performance/unitvalues";

  test("for unit values link to the summary and the raw data, byte for byte", async () => {
    const linkOf = async (path: string) =>
      (await service.call("adviser", "GET", path)).headers.link;
    const links = (path: string) =>
      `<http://bursar.test${path}/summary>; rel="GET"; type="application/json"; title="getPerformanceSummary", ` +
      `<http://bursar.test${path}/rawdata>; rel="GET"; type="application/json"; title="getPerformanceRawData"`;
    const account = "/restapi/accounts/RA00000001/performance";
    const folio = "/restapi/accounts/RA00000001/folios/RA0000000103/performance";
    expect(await linkOf(`/restapi${unitvalues}?daterange=2025-01-02,2025-01-31`)).toBe(
      links(account),
    );
    expect(await linkOf(unitvalues)).toBe(links(account));
    expect(await linkOf(`${folio}/unitvalues`)).toBe(links(folio));
  });

  test.each(["summary", "rawdata"])("for %s follow the rules of unit values", async (name) => {
    const path = `/restapi/accounts/RA00000001/performance/${name}`;
    const statusOf = async (caller: Parameters<TestService["call"]>[0], query = "") =>
      (await service.call(caller, "GET", path + query)).status;
    expect(await statusOf("client")).toBe(200);
    expect(await statusOf("otherAdviser")).toBe(403);
    expect(await statusOf(null)).toBe(401);
    expect(await statusOf("adviser", "?daterange=2025-01-03,2025-01-02")).toBe(400);
    const { headers, text } = await service.call("adviser", "GET", path);
    expect(headers.etag).toBeDefined();
    const bare = await service.call("adviser", "GET", path.replace("/restapi", ""));
    expect(bare.text).toBe(text);
    const absent = `/restapi/accounts/RA00000001/folios/RA0000000199/performance/${name}`;
    expect((await service.call("adviser", "GET", absent)).status).toBe(404);
  });

  test("return null in every field where nothing is valued", async () => {
    expect(await get("RA00000004/performance/summary")).toEqual({
      identifierType: "ACCOUNT",
      identifierValue: "RA00000004",
      timeWeightedReturn: null,
      moneyWeightedReturn: null,
      netFlows: null,
      startMarketValue: null,
      endMarketValue: null,
    });
    expect(await get("RA00000004/performance/rawdata")).toMatchObject({ values: [] });
  });
});
