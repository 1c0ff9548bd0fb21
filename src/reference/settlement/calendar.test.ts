// Trading, banking and settlement days, and when trades settle, by the cited cases.
// (docs/performance.md, "Settlement days"; FINRA Notices 88-82, 95-77; 17 CFR 240.15c6-1)
import type { Day } from "@bursar/values/dates";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openTestService, type TestService } from "../../../test/harness.ts";
import { openCalendar } from "./calendar.ts";
import { selectCalendar } from "./queries.ts";

const calendar = openCalendar();
const on = (day: string) => day as Day;

test.each([
  ["Columbus day", "2025-10-13", "trades"],
  ["Veterans day", "2025-11-11", "trades"],
  ["Good Friday", "2025-04-18", "pays"],
  ["Thanksgiving", "2025-11-27", "rests"],
  ["the Friday behind it", "2025-11-28", "settles"],
  ["Martin Luther King's day of 1987, when the exchange traded", "1987-01-19", "trades"],
  ["the same day of 1985, no holiday yet", "1985-01-21", "settles"],
  ["Juneteenth of 2021", "2021-06-18", "settles"],
  ["Juneteenth of 2022, a Sunday, on the Monday", "2022-06-20", "rests"],
  ["Christmas of 2021, a Saturday, on the Friday, which banks do not keep", "2021-12-24", "pays"],
  ["Independence day of 2021, a Sunday, on the Monday", "2021-07-05", "rests"],
  ["Veterans day of 2023, a Saturday, on no day", "2023-11-10", "settles"],
  ["a day of mourning of the exchange alone", "2025-01-09", "pays"],
  ["a Saturday", "2025-10-11", "rests"],
])("%s: the exchange trades, banks pay, or both, and then trades settle", (_, day, what) => {
  const isTrading = calendar.isTradingDay(on(day));
  const isBanking = calendar.isBankingDay(on(day));
  const found = isTrading ? (isBanking ? "settles" : "trades") : isBanking ? "pays" : "rests";
  expect(found).toBe(what);
  expect(calendar.isSettlementDay(on(day))).toBe(what === "settles");
});

test.each([
  ["2025-11-28", "13:00"], // behind Thanksgiving
  ["2025-12-24", "13:00"], // Christmas is a Thursday
  ["2018-12-24", "13:00"], // and a Tuesday
  ["2017-12-26", "16:00"],
  ["2023-07-03", "13:00"], // the 4th is a Tuesday
  ["2020-07-02", "16:00"], // the 3rd is the holiday
  ["2026-07-03", undefined],
  ["2022-12-23", "16:00"], // Christmas is a Sunday
  ["2025-11-21", "16:00"],
])("on %s the exchange closes at %s", (day, time) => {
  expect(calendar.closesAt(on(day))).toBe(time);
});

const equity = { instrumentType: "EQ" };

test.each([
  ["T+5 before 1995", "1995-06-06", "1995-06-13"],
  ["T+3 from 1995-06-07", "1995-06-07", "1995-06-12"],
  ["T+3 until 2017-09-01", "2017-09-01", "2017-09-07"], // over Labor day
  ["T+2 from 2017-09-05", "2017-09-05", "2017-09-07"],
  ["T+2 until 2024-05-24", "2024-05-24", "2024-05-29"], // over Memorial day
  ["T+1 from 2024-05-28", "2024-05-28", "2024-05-29"],
  ["over Columbus day, on which nothing settles", "2025-10-10", "2025-10-14"],
  ["of Columbus day itself", "2025-10-13", "2025-10-14"],
  ["over Veterans day", "2025-11-10", "2025-11-12"],
  ["of a Saturday, as of the Monday", "2025-09-06", "2025-09-09"],
  ["of a Friday", "2025-09-05", "2025-09-08"],
])("a trade settles %s", (_, tradeOn, expected) => {
  expect(calendar.settlesOn({ type: "BUY", tradeOn: on(tradeOn) }, equity)).toBe(expected);
});

test.each([
  ["a fund", "SLE", { instrumentType: "MF" }, "2016-03-02"],
  ["an option", "BUY", { instrumentType: "OP" }, "2016-03-02"],
  ["a government bond", "BUY", { instrumentType: "GV" }, "2016-03-02"],
  ["a stock", "REI", equity, "2016-03-04"],
  ["a type that nobody knows", "BUY", { instrumentType: "COIN" }, "2016-03-04"],
  ["a private placement", "BUY", { instrumentType: "PR" }, "2016-03-01"],
  ["a security with a period of its own", "BUY", { ...equity, settlementPeriod: 10 }, "2016-03-15"],
  ["one that settles at once", "BUY", { ...equity, settlementPeriod: 0 }, "2016-03-01"],
  ["a redemption, paid on its date", "RDM", equity, "2016-03-01"],
  ["cash in lieu", "CIL", equity, "2016-03-01"],
  ["an exercise", "EXR", equity, "2016-03-01"],
])("%s settles by its group", (_, type, security, expected) => {
  expect(calendar.settlesOn({ type, tradeOn: on("2016-03-01") }, security)).toBe(expected);
});

test("a row keeps the settlement day that was sent, on whatever day", () => {
  const row = { type: "BUY", tradeOn: on("2025-09-05"), settlementOn: on("2025-09-07") };
  expect(calendar.settlesOn(row, equity)).toBe("2025-09-07");
});

test("days are counted by the calendar that is asked", () => {
  expect(calendar.addTradingDays(on("2025-10-10"), 1)).toBe("2025-10-13");
  expect(calendar.addBankingDays(on("2025-10-10"), 1)).toBe("2025-10-14");
  expect(calendar.addSettlementDays(on("2025-10-10"), 2)).toBe("2025-10-15");
  expect(calendar.addSettlementDays(on("2025-10-11"), 0)).toBe("2025-10-11");
  expect(calendar.addSettlementDays(on("2025-10-15"), -2)).toBe("2025-10-10");
});

test("the most settlement days of a range are as many as any of its trades has", () => {
  const loaded = [
    { group: "GV", from: on("2025-01-01"), days: 4 },
    { group: "GV", from: on("2025-01-08"), days: 2 },
  ];
  const { mostSettlementDays, settlementDays } = openCalendar({
    exchange: new Map(),
    banks: new Map(),
    settlement: new Map(),
    periods: loaded,
  });
  const most = (from: string, to: string) => mostSettlementDays({ from: on(from), to: on(to) });
  expect(most("2016-01-04", "2016-01-15")).toBe(3);
  expect(most("2017-08-28", "2017-09-08")).toBe(3);
  expect(most("2017-09-05", "2017-09-15")).toBe(2);
  expect(most("2024-12-20", "2024-12-31")).toBe(1);
  expect(most("2024-12-20", "2025-01-02")).toBe(4);
  // The last trade of a period has it still.
  expect(settlementDays(on("2025-01-07"), { instrumentType: "GV" })).toBe(4);
  expect(most("2025-01-07", "2025-01-20")).toBe(4);
  expect(most("2025-01-08", "2025-01-20")).toBe(2);
});

describe("what is loaded", () => {
  let service: TestService;
  beforeAll(async () => {
    service = await openTestService();
    await service.load({
      "exchange-days.csv":
        "date,status,reason,early,closesAt\n2025-10-14,closed,Storm,,\n" +
        "2025-10-15,open,,true,\n2025-10-16,open,,,11:30\n2025-11-28,open,,false,\n",
      "bank-days.csv": "date,status\n2025-10-13,open\n2025-10-17,closed\n",
      "settlement-days.csv": "date,status\n2025-10-17,open\n2025-10-20,closed\n",
      "settlement-periods.csv":
        "settlementGroup,from,settlementDays\nEQ,2025-10-15,0\nEQ,2024-05-28,4\nGV,2025-01-01,2\n",
    });
  });
  afterAll(() => service.close());

  test("takes precedence over every rule", async () => {
    const loaded = await selectCalendar(service.db);
    const days = ["13", "14", "15", "16", "17", "20"].map((day) => on(`2025-10-${day}`));
    expect(days.map(loaded.isTradingDay)).toEqual([true, false, true, true, true, true]);
    expect(days.map(loaded.isBankingDay)).toEqual([true, true, true, true, false, true]);
    expect(days.map(loaded.isSettlementDay)).toEqual([true, false, true, true, true, false]);
    expect(days.map(loaded.closesAt)).toEqual([
      "16:00",
      undefined,
      "13:00",
      "11:30",
      "16:00",
      "16:00",
    ]);
    expect(loaded.closesAt(on("2025-11-28"))).toBe("16:00");
  });

  test("gives periods by trade date, in place of a known one of its day", async () => {
    const { settlesOn } = await selectCalendar(service.db);
    const buy = (day: string, instrumentType = "EQ") =>
      settlesOn({ type: "BUY", tradeOn: on(day) }, { instrumentType });
    // 13, 15, 16 and 17 October settle, the 14th does not.
    expect(buy("2025-10-10")).toBe("2025-10-17");
    expect(buy("2025-10-15")).toBe("2025-10-15");
    expect(buy("2024-05-24")).toBe("2024-05-29");
    expect(buy("2025-10-15", "GV")).toBe("2025-10-17");
    expect(buy("2024-10-15", "GV")).toBe("2024-10-16");
  });

  test.each([
    ["exchange-days", "date,status,early\n2025-10-21,closed,true", "early"],
    ["exchange-days", "date,status,closesAt\n2025-10-21,closed,13:00", "closesAt"],
    ["exchange-days", "date,status,closesAt\n2025-10-21,open,09:30", "closesAt"],
    ["exchange-days", "date,status,closesAt\n2025-10-21,open,24:00", "closesAt"],
    ["exchange-days", "date,status,early,closesAt\n2025-10-21,open,true,16:00", "closesAt"],
    ["exchange-days", "date,status,early,closesAt\n2025-10-21,open,false,13:00", "closesAt"],
    ["bank-days", "date,status\n1899-12-29,open", "date"],
    ["settlement-days", "date,status\n2025-10-21,half", "status"],
    [
      "settlement-periods",
      "settlementGroup,from,settlementDays\nXX,2025-10-21,1",
      "settlementGroup",
    ],
    [
      "settlement-periods",
      "settlementGroup,from,settlementDays\nEQ,2025-10-21,11",
      "settlementDays",
    ],
    [
      "settlement-periods",
      "settlementGroup,from,settlementDays\nEQ,2025-10-21,0.5",
      "settlementDays",
    ],
    ["splits", "securityId,exDate,ratioNew,ratioOld\n601,2025-10-21,0,1", "ratioNew"],
    ["splits", "securityId,exDate,ratioNew,ratioOld\n601,2025-10-21,1,0", "ratioOld"],
    ["splits", "securityId,exDate,ratioNew,ratioOld\n699,2025-10-21,2,1", "securityId"],
    [
      "securities",
      "securityId,ticker,name,instrumentType,quotationFactor\n690,N,N,EQ,0",
      "quotationFactor",
    ],
    [
      "securities",
      "securityId,ticker,name,instrumentType,quotationFactor\n690,N,N,EQ,0.0000001",
      "quotationFactor",
    ],
    [
      "securities",
      "securityId,ticker,name,instrumentType,settlementPeriod\n690,N,N,EQ,11",
      "settlementPeriod",
    ],
  ])("is refused in %s where it means nothing: %s", async (name, content, column) => {
    const problems = await service.load({ [`${name}.csv`]: `${content}\n` }).then(
      () => [],
      (fault: { problems: readonly { column?: string }[] }) => fault.problems,
    );
    expect(problems.map((problem) => problem.column)).toEqual([column]);
  });
});
