// The standard periods over HTTP: of an account that is valued for 14 months, next to each kind of
// benchmark. What the figures are is held by packages/performance/src/standard-periods.test.ts.
import type { Day } from "@bursar/values/dates";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { errorCodesOf } from "../../../../test/error-codes.ts";
import { openTestService, type TestService } from "../../../../test/harness.ts";
import { selectCalendar } from "../../../reference/settlement/queries.ts";
import { selectDaysUntil } from "../../books/performance/reads.ts";
import { type TimeWeightedPeriod, timeWeightedPeriodsOf } from "./reads.ts";

let service: TestService;
const account = "RA00000005";
const folio = `${account}03`;

beforeAll(async () => {
  service = await openTestService();
  const values = [
    "2024-12-02,1000.00,,1000.00,,",
    "2024-12-31,1100.00,,,,",
    "2025-11-28,1210.00,,,,",
    "2025-12-31,1452.00,,,,",
    "2026-01-30,1306.80,,,,",
    "2026-02-27,1431.26,,,,5.72",
  ];
  const header = "accountNumber,folioNumber,date,marketValue,accrued,cashFlows,securityFlows,fees";
  const rows = values.map((value) => {
    const [on, ...rest] = value.split(",");
    return [account, folio, on, ...rest].join(",");
  });
  await service.load({ "valuations.csv": [header, ...rows, ""].join("\n") });
});
afterAll(() => service.close());

type Who = "adviser" | "readOnly" | "operator" | "otherAdviser" | "client" | "issuer";
const pathOf = (number: string) => `/restapi/accounts/${number}/performance/periods`;
const read = (query = "", who: Who = "adviser") =>
  service.call(who, "GET", pathOf(account) + query);

const day = (text: string) => `${text}T05:00:00.000+0000`;

test("a period of one's own has the summary's figures, and the benchmark's over the same days", async () => {
  const own = async (since: string, asof: string, more = "") => {
    const { status, body } = await read(`?since=${since}&asof=${asof}${more}`);
    expect(status).toBe(200);
    return body.periods.filter(({ period }: { period: string }) => period === "OWN");
  };
  const [year] = await own("2024-12-31", "2025-12-31", `&benchmark=account:${account}`);
  const summaryOf = async (fees: string) => {
    const query = `?daterange=2024-12-31,2025-12-31&returntype=${fees}`;
    const path = `/restapi/accounts/${account}/performance/summary${query}`;
    const {
      identifierType: _type,
      identifierValue: _value,
      ...figures
    } = (await service.call("adviser", "GET", path)).body;
    return figures;
  };
  expect(year).toMatchObject({ startDate: day("2024-12-31"), endDate: day("2025-12-31") });
  const { netFlows, startMarketValue, endMarketValue } = year;
  const values = { netFlows, startMarketValue, endMarketValue };
  for (const fees of ["gross", "net"] as const) {
    const { timeWeightedReturn, moneyWeightedReturn, benchmark } = year[fees];
    expect({ ...values, timeWeightedReturn, moneyWeightedReturn }).toEqual(
      await summaryOf(`${fees}fee`),
    );
    expect(benchmark.timeWeightedReturn).toBe(timeWeightedReturn);
  }
  expect(year.gross.timeWeightedReturn).toBe("32.00000"); // 1,452 / 1,100
  expect(year.gross.annualizedTimeWeightedReturn).toBe("32.00000"); // of 365 days
  const [shorter] = await own("2025-11-28", "2025-12-31");
  expect(shorter.gross.annualizedTimeWeightedReturn).toBeNull();
  const [longer] = await own("2024-12-30", "2025-12-31");
  expect(longer.startDate).toBe(day("2024-12-02"));
  expect(longer.gross.annualizedTimeWeightedReturn).not.toBeNull();
  expect(await own("2025-12-31", "2025-12-31")).toEqual([]);
  expect(await own("2026-02-01", "2026-01-31")).toEqual([]);
  expect((await read("?since=soon")).body[0].field).toBe("since");
});

test("each period has its days, its returns, and its largest fall", async () => {
  const { status, body } = await read();
  expect(status).toBe(200);
  expect([body.asOf, body.periods.map((each: { period: string }) => each.period)]).toEqual([
    day("2026-02-27"),
    ["MTD", "QTD", "YTD", "1Y", "SI"],
  ]);
  const [month, , year, , all] = body.periods;
  expect(month).toMatchObject({
    startDate: day("2026-01-30"),
    startMarketValue: "1306.80",
    endMarketValue: "1431.26",
    gross: { timeWeightedReturn: "9.96174", annualizedTimeWeightedReturn: null }, // 1,436.98 / 1,306.80
    net: { timeWeightedReturn: "9.52403", largestDrawdown: null }, // 1,431.26 / 1,306.80
  });
  expect(year).toMatchObject({
    startDate: day("2025-12-31"),
    gross: {
      timeWeightedReturn: "-1.03444", // 0.9 × 1,436.98 / 1,306.80 − 1
      largestDrawdown: {
        return: "-10.00000",
        peakDate: day("2025-12-31"),
        troughDate: day("2026-01-30"),
        recoveredDate: null,
      },
    },
  });
  expect(all).toMatchObject({
    startDate: day("2024-12-01"),
    netFlows: "1000.00",
    startMarketValue: "0.00",
    net: {
      timeWeightedReturn: "43.12600", // 1,431.26 / 1,000.00 − 1
      annualizedTimeWeightedReturn: "33.49610", // 1.43126 ^ (365 / 453) − 1
    },
  });
  expect(body.volatility).toEqual({ gross: null, net: null, benchmark: null });
});

test("the time-weighted returns that statements read are those of the periods", async () => {
  const { periods } = (await read()).body as { periods: TimeWeightedPeriod[] };
  const series = { accountNumber: account, folioNumber: "" };
  const days = await selectDaysUntil(service.db, series, "2026-02-27" as Day);
  const { isTradingDay } = await selectCalendar(service.db);
  const own = timeWeightedPeriodsOf(days, isTradingDay);
  expect(own.map(({ period }) => period)).toContain("SI");
  expect(periods).toMatchObject(own);
});

test("each month and year that has a value has its returns", async () => {
  const { calendar } = (await read()).body;
  expect(calendar.map((each: { year: string }) => each.year)).toEqual(["2024", "2025", "2026"]);
  const [first, second, third] = calendar;
  expect(first).toEqual({
    year: "2024",
    gross: "10.00000",
    net: "10.00000",
    benchmark: null,
    months: [{ month: "2024-12", gross: "10.00000", net: "10.00000" }], // 1,100.00 / 1,000.00 − 1
  });
  expect(second.gross).toBe("32.00000"); // 1,452.00 / 1,100.00 − 1
  expect(second.months.map((each: { month: string }) => each.month)).toEqual([
    "2025-11",
    "2025-12",
  ]);
  expect(third.months).toEqual([
    { month: "2026-01", gross: "-10.00000", net: "-10.00000" },
    { month: "2026-02", gross: "9.96174", net: "9.52403" },
  ]);
});

test("each year stands next to the benchmark over the same days, where it has values", async () => {
  const { calendar } = (await read(`?benchmark=account:${account}`)).body;
  for (const { gross, net, benchmark } of calendar.slice(1))
    expect(benchmark).toEqual({ gross, net });
  const short = (await read("?benchmark=bcash&asof=2025-12-31")).body.calendar;
  expect(short.map((each: { year: string }) => each.year)).toEqual(["2024", "2025"]);
  const without = (await read("?benchmark=account:RA00000002")).body.calendar;
  // Its values begin within 2026.
  expect(without.map((each: { benchmark: object | null }) => each.benchmark !== null)).toEqual([
    false,
    false,
    true,
  ]);
});

test("an earlier day ends all periods", async () => {
  const { body } = await read("?asof=2026-01-29");
  expect([body.asOf, body.periods[0].gross.timeWeightedReturn]).toEqual([
    day("2025-12-31"),
    "20.00000", // 1,452.00 / 1,210.00 − 1
  ]);
  expect((await read("?asof=2020-01-01")).body).toMatchObject({
    asOf: null,
    periods: [],
    calendar: [],
  });
});

test("a security, a model and an account are compared over the same days", async () => {
  const closes = ["606,2025-12-30,50", "606,2026-01-30,45", "606,2026-02-27,60"];
  await service.load({ "prices.csv": ["securityId,date,close", ...closes, ""].join("\n") });
  const ofYear = async (benchmark: string) =>
    (await read(`?benchmark=${benchmark}`)).body.periods[2].gross.benchmark;
  expect(await ofYear("security:606")).toMatchObject({
    timeWeightedReturn: "20.00000", // 60 / 50 − 1
    largestDrawdown: { return: "-10.00000", recoveredDate: day("2026-02-27") },
  });
  expect(await ofYear(`account:${account}`)).toMatchObject({ timeWeightedReturn: "-1.03444" });
  expect((await ofYear("model:701")).timeWeightedReturn).toMatch(/^-?\d+\.\d{5}$/);
  // It had no close when the account began.
  const { body } = await read("?benchmark=account:RA00000002");
  expect(body.periods.at(-1).net.benchmark).toBeNull();
});

test("a security and a model go over its splits", async () => {
  const targetWeights = [
    { ticker: "PRIV.RWA", targetWeight: "60.00" },
    { ticker: "BCASH", targetWeight: "40.00" },
  ];
  const names = { folioName: "Split", longName: "Split", cashSecurity: "BCASH", style: "T" };
  const ids = { modelOid: "705", folioOid: "715", firmOid: "1002", folioNumber: "HARBOR-M5" };
  await service.load({
    "models.ndjson": `${JSON.stringify({ ...ids, ...names, programOid: ["501"], targetWeights })}\n`,
  });
  const closes = ["607,2025-12-31,63", "607,2026-01-30,66", "607,2026-02-27,21.6"];
  await service.load({ "prices.csv": ["securityId,date,close", ...closes, ""].join("\n") });
  await service.admin("insert into security_split values (607, '2026-02-03', 3, 1)");
  const { periods } = (await read("?benchmark=security:607")).body;
  expect(periods[2].gross.benchmark).toMatchObject({
    timeWeightedReturn: "2.85714", // 21.60 × 3 / 63.00 − 1
    largestDrawdown: { return: "-1.81818" }, // 64.80 / 66.00 − 1
  });
  // 100 × (0.6 × 66 / 63 + 0.4) × (0.6 × 64.80 / 66 + 0.4) − 100, the rest being cash.
  const model = (await read("?benchmark=model:705")).body.periods;
  expect(model[2].gross.benchmark.timeWeightedReturn).toBe("1.73506");
});

test("a model shows nothing of the closes of a private security that the caller does not see", async () => {
  await service.load({
    "securities.csv":
      "securityId,ticker,name,instrumentType,issuingFirmOid\n640,HIDDEN,Hidden Notes,PR,1004\n",
    "prices.csv": "securityId,date,close\n640,2025-12-31,50\n640,2026-02-27,75\n",
  });
  const targetWeights = [
    { ticker: "ACME", targetWeight: "1.00" },
    { ticker: "HIDDEN", targetWeight: "99.00" },
  ];
  const names = { folioName: "Probe", longName: "Probe", style: "T", cashSecurity: "BCASH" };
  const ids = { modelOid: "706", folioOid: "716", firmOid: "1002", folioNumber: "HARBOR-M6" };
  const model = { ...ids, ...names, programOid: ["501"], targetWeights };
  await service.load({ "models.ndjson": `${JSON.stringify(model)}\n` });
  const { benchmark, periods } = (await read("?benchmark=model:706")).body;
  expect(benchmark).toEqual({
    identifier: "model:706",
    firstDate: null,
    lastDate: null,
  });
  expect(periods[2].gross.benchmark).toBeNull();
});

test("a benchmark counts while its values are not too old, and where they are two", async () => {
  const ofYear = async (asof: string, benchmark: string) =>
    (await read(`?benchmark=${benchmark}&asof=${asof}`)).body.periods[2].gross.benchmark;
  const closes = [
    "608,2025-12-21,50",
    "608,2026-01-20,55",
    "609,2025-12-20,50",
    "609,2026-01-30,55",
  ];
  await service.load({
    "securities.csv": "securityId,ticker,name,instrumentType\n608,OLDC,Old,EQ\n609,OLDD,Older,EQ\n",
    "prices.csv": ["securityId,date,close", ...closes, ""].join("\n"),
  });
  // Of the year to 30 January: both are 10 days old; the other is 11 days old when the year begins.
  expect((await ofYear("2026-01-30", "security:608")).timeWeightedReturn).toBe("10.00000");
  expect(await ofYear("2026-01-30", "security:609")).toBeNull();
  // By the end of February its last value is that of 20 January.
  expect(await ofYear("2026-02-27", "security:608")).toBeNull();
  const { days } = (await read("?series=true&benchmark=security:608")).body;
  expect(days.map((each: { benchmarkValue: string }) => each.benchmarkValue)).toEqual([
    null,
    null,
    null,
    "100.00000",
    "110.00000",
    null,
  ]);
});

/** Loads valuations of an account that has none else, each `day,value,inflow`. */
const other = "RA00000009";
const valued = (...rows: string[]) => {
  const lines = rows.map((row) => {
    const [on, value, inflow = ""] = row.split(",");
    return `${other},${other}03,${on},${value},,${inflow},,`;
  });
  const header = "accountNumber,folioNumber,date,marketValue,accrued,cashFlows,securityFlows,fees";
  return service.load({ "valuations.csv": [header, ...lines, ""].join("\n") });
};

test("another account counts while its values are at most 35 days old", async () => {
  const ofYear = async (firstOn: string) => {
    await valued(`${firstOn},100.00,100.00`, "2026-01-30,110.00");
    const { periods } = (await read(`?benchmark=account:${other}&asof=2026-01-30`)).body;
    const year = periods.find(({ period }: { period: string }) => period === "YTD");
    return year.gross.benchmark?.timeWeightedReturn ?? null;
  };
  // The year starts on 31 December, 36 and 35 days later.
  expect(await ofYear("2025-11-25")).toBeNull();
  expect(await ofYear("2025-11-26")).toBe("10.00000"); // 110 / 100
});

test("a month whose last days are loaded as closed is over before them", async () => {
  await valued("2025-01-28,100.00,100.00", "2025-01-31,100.00", "2026-01-29,100.00");
  const startOfYear = async () => {
    const { body } = await service.call("adviser", "GET", `${pathOf(other)}?asof=2026-01-29`);
    return body.periods.find(({ period }: { period: string }) => period === "1Y").startDate;
  };
  // The last valuation until 2025-01-29, and until 2025-01-31.
  expect(await startOfYear()).toBe(day("2025-01-28"));
  await service.load({ "exchange-days.csv": "date,status\n2026-01-30,closed\n" });
  expect(await startOfYear()).toBe(day("2025-01-31"));
});

test("with `series` each day stands next to the benchmark, which begins at 100", async () => {
  expect((await read()).body).not.toHaveProperty("days");
  expect((await read()).body.benchmark).toBeNull();
  const { body } = await read("?series=true&benchmark=security:606");
  const raw = await service.call(
    "adviser",
    "GET",
    `/restapi/accounts/${account}/performance/rawdata?daterange=1900-01-01,2026-03-02`,
  );
  expect(body.days.map((each: object) => ({ ...each, ...none }))).toEqual(
    raw.body.values.map((each: object) => ({ ...each, ...none })),
  );
  expect(body.days.map((each: { benchmarkValue: string }) => each.benchmarkValue)).toEqual([
    // The closes of 2025-12-30, 2026-01-30 and 2026-02-27: 50, 45, 60.
    null,
    null,
    null,
    "100.00000",
    "90.00000",
    "120.00000",
  ]);
  expect(body.benchmark).toEqual({
    identifier: "security:606",
    firstDate: day("2025-12-30"),
    lastDate: day("2026-02-27"),
  });
  const own = (await read(`?series=true&benchmark=account:${account}`)).body.days;
  const [first, , , , , last] = own;
  expect([first.benchmarkValue, first.feeBenchmarkValue]).toEqual(["100.00000", "100.00000"]);
  // Fees of 5.72 are left out of the one and not of the other: 131.44 and 130.11 of 100.
  expect(Number(last.benchmarkValue)).toBeGreaterThan(Number(last.feeBenchmarkValue));
});

const none = { benchmarkValue: null, feeBenchmarkValue: null };

test("a day that is over is the last, also where values of later days are loaded", async () => {
  const { body } = await read("?series=true&asof=2025-12-31");
  expect(body.days.at(-1).date).toBe(day("2025-12-31"));
});

test("a benchmark without a value says so", async () => {
  const { body } = await read("?benchmark=security:606&asof=2024-12-31");
  const identifier = "security:606";
  expect(body.benchmark).toEqual({ identifier, firstDate: null, lastDate: null });
});

test.each([
  ["account:RA00000099", "benchmark.not.found"],
  ["account:RB00000001", "benchmark.not.found"],
  ["model:799", "benchmark.not.found"],
  ["security:999999", "benchmark.not.found"],
  ["security:9999999999999999999", "benchmark.not.found"],
  ["NOPE", "benchmark.not.found"],
  ["index:1", "invalid.benchmark"],
  ["two%20words", "invalid.benchmark"],
])("%s is no benchmark", async (benchmark, code) => {
  const response = await read(`?benchmark=${benchmark}`);
  expect([response.status, ...errorCodesOf(response)]).toEqual([400, code]);
});

describe("a folio", () => {
  const path = `/restapi/accounts/${account}/folios/${folio}`;
  const readOf = (what: string, who: Who = "adviser") =>
    service.call(who, "GET", `${path}/performance/${what}`);
  const own = (benchmark: string | null) => service.call("adviser", "PUT", path, { benchmark });
  const range = "summary?daterange=2025-12-31,2026-02-27";

  test("has the periods of an account, for it is all that the account has", async () => {
    const { identifierType, identifierValue, ...rest } = (await readOf("periods?series=true")).body;
    expect({ identifierType, identifierValue }).toEqual({
      identifierType: "FOLIO",
      identifierValue: folio,
    });
    const { body } = await read("?series=true");
    expect({ ...body, ...rest }).toEqual(body);
  });

  test("is compared with its own benchmark where a request names none", async () => {
    expect((await readOf(range)).body.benchmark).toBeNull();
    expect((await own("bcash")).status).toBe(200);
    const { body } = await readOf(range);
    expect(body.benchmark).toEqual({
      identifier: "bcash",
      startDate: day("2025-12-31"),
      endDate: day("2026-02-27"),
      return: "20.00000", // 60 / 50 − 1
    });
    expect((await readOf("periods")).body.benchmark.identifier).toBe("bcash");
    const named = `account:${account}`;
    const ofAccount = (await readOf(`${range}&returntype=netfee&benchmark=${named}`)).body;
    expect(ofAccount.benchmark.identifier).toBe(named);
    expect(ofAccount.benchmark.return).toBe(ofAccount.timeWeightedReturn);
    const early = (await readOf("summary?daterange=2024-12-02,2024-12-31")).body;
    expect(early.benchmark).toBeNull();
    expect(early.timeWeightedReturn).toBe("10.00000"); // 1,100 / 1,000 − 1
  });

  test("that has none is compared with that of its model", async () => {
    expect((await own(null)).status).toBe(200);
    await service.admin("update model set benchmark_item = 'BCASH' where model_oid = 701");
    const follow = { modelFolioOid: "711", programOid: "501", subscriptionType: "R" };
    const sent = { ...follow, exclusionRule: "N" };
    const response = await service.call("adviser", "PUT", `${path}/modelsubscription`, sent);
    expect(response.status, response.text).toBe(200);
    expect((await readOf(range)).body.benchmark.identifier).toBe("BCASH");
    expect((await own("security:601")).status).toBe(200);
    expect((await readOf("periods")).body.benchmark.identifier).toBe("security:601");
  });

  test("has no comparison where its benchmark means nothing to the reader", async () => {
    for (const text of ["S&P 500", "account:RB00000001", "security:999999", "x:y"]) {
      await service.admin("update folio set benchmark = $1 where folio_number = $2", [text, folio]);
      expect((await readOf(range)).body.benchmark, text).toBeNull();
      expect((await readOf("periods")).body.benchmark, text).toBeNull();
    }
    const refused = await readOf(`${range}&benchmark=account:RB00000001`);
    expect([refused.status, ...errorCodesOf(refused)]).toEqual([400, "benchmark.not.found"]);
  });

  test("that the account does not have is 404, and no anonymous caller learns which it has", async () => {
    for (const what of ["summary", "periods", "periods?benchmark=NOPE"]) {
      for (const number of [`${account}98`, "x", "%00"]) {
        const other = `/restapi/accounts/${account}/folios/${number}/performance/${what}`;
        const response = await service.call("adviser", "GET", other);
        expect([response.status, ...errorCodesOf(response)]).toEqual([404, "folio.not.found"]);
      }
      for (const who of ["otherAdviser", "client", "issuer"] as const) {
        expect((await readOf(what, who)).status).toBe(403);
      }
    }
  });
});

test("a private security compares nothing for who does not see it", async () => {
  await service.load({
    "securities.csv":
      "securityId,ticker,name,instrumentType,issuingFirmOid\n690,PRIV.HID,Hidden,PR,1004\n",
    "prices.csv": "securityId,date,close\n690,2026-01-30,10\n690,2026-02-27,11\n",
  });
  for (const named of ["security:690", "PRIV.HID"]) {
    expect((await read(`?benchmark=${named}`, "operator")).status, named).toBe(200);
    const refused = await read(`?benchmark=${named}`);
    expect([refused.status, ...errorCodesOf(refused)]).toEqual([400, "benchmark.not.found"]);
  }
});

test("who may read the account may read its periods", async () => {
  const { body } = await read();
  for (const who of ["readOnly", "operator"] as const)
    expect((await read("", who)).body).toEqual(body);
  for (const who of ["otherAdviser", "client", "issuer"] as const) {
    expect((await read("", who)).status).toBe(403);
  }
});
