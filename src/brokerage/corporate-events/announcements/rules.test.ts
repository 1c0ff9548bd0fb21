// The terms of an event of each kind, and the reasons that keep one from being announced, entitled or posted.
import type { Day } from "@bursar/values/dates";
import type { Decimal } from "@bursar/values/decimal";
import type { Id } from "@bursar/values/ids";
import { expect, test } from "vitest";
import { openCalendar } from "../../../reference/settlement/calendar.ts";
import type { Problem } from "../../../values/problem.ts";
import { type Announced, bookedOn, decidedOn, entitledOn, taxYearOf } from "./announced.ts";
import { expectedExDate, warningsOf } from "./expectations.ts";
import { problemWithPrice } from "./price-distance.ts";
import {
  problemsBeforeAnnouncing,
  problemsBeforeEntitling,
  problemsBeforePosting,
  problemsWithDays,
  problemsWithTerms,
} from "./rules.ts";

const decimal = (text: string) => text as Decimal;
const day = (text: string) => text as Day;

const cash = { optionId: "1", name: "Cash", type: "CASH", default: true, rate: decimal("40") };
const stock = { optionId: "2", name: "Stock", type: "STOCK" };
const ratio = { ratioNew: decimal("1"), ratioOld: decimal("4") };
const into = { ...ratio, intoSecurityId: "602" as Id };

function event(kind: string, terms: object, more: Partial<Announced> = {}): Announced {
  return {
    eventId: "4401",
    kind,
    securityId: "601",
    status: "DRAFT",
    version: 1,
    declaredOn: null,
    exOn: null,
    recordOn: null,
    effectiveOn: null,
    payOn: null,
    deadlineAt: null,
    terms,
    persons: [],
    ...more,
  } as unknown as Announced;
}

const said = (problems: readonly Problem[]) =>
  problems.map((problem) =>
    [
      "errorCode" in problem ? problem.errorCode.replace("corporate.event.", "") : "",
      "message" in problem ? problem.message : "",
    ].join(" "),
  );

test.each<[string, string, object, ...string[]]>([
  ["DIV", "a dividend", { components: [{ rate: "0.35", incomeKind: "qualified" }] }],
  ["DIV", "one without a payment", {}, "terms.rule DIV needs components."],
  [
    "DIV",
    "one with a ratio",
    { components: [{ rate: "1" }], ...ratio },
    "terms.rule DIV has no ratioNew.",
    "terms.rule DIV has no ratioOld.",
  ],
  [
    "DIV",
    "one of interest",
    { components: [{ rate: "1", incomeKind: "treasury" }] },
    "terms.rule components[0]: DIV has no treasury.",
  ],
  [
    "INT",
    "interest of a dividend",
    { components: [{ rate: "1", incomeKind: "qualified" }] },
    "terms.rule components[0]: INT has no qualified.",
  ],
  [
    "CGD",
    "gains that are no gains",
    { components: [{ rate: "1", incomeKind: "ordinary" }] },
    "terms.rule components[0]: CGD has no ordinary.",
  ],
  [
    "ROC",
    "capital of a kind of income",
    { components: [{ rate: "1", incomeKind: "exempt" }] },
    "terms.rule components[0]: ROC has no exempt.",
  ],
  [
    "SPL",
    "half a ratio",
    { ratioNew: "3" },
    "terms.rule SPL needs ratioOld.",
    "terms.rule ratioNew and ratioOld go together.",
  ],
  [
    "SPO",
    "into itself",
    { ...into, intoSecurityId: "601", childPart: "4.2" },
    "terms.rule intoSecurityId is the event's own security.",
  ],
  ["RTS", "rights without the parent's value", into, "terms.rule RTS needs parentValue."],
  ["MRG", "nothing for the shares", {}, "terms.rule MRG needs cashPerShare, a ratio or options."],
  ["MRG", "shares of nothing", ratio, "terms.rule MRG needs intoSecurityId for shares."],
  [
    "MRG",
    "cash and shares of no value",
    { ...into, cashPerShare: "1" },
    "terms.rule MRG needs newShareValue for shares with cash, or that are taxed.",
  ],
  ["MRG", "a choice", { ...into, options: [cash, stock] }],
  [
    "MRG",
    "a choice that is taxed, or has cash with shares, of no value",
    { ...into, taxable: true, options: [cash, { ...stock, rate: "1" }] },
    "terms.rule MRG needs newShareValue for shares with cash, or that are taxed.",
  ],
  [
    "MRG",
    "a choice with cash that nobody gets",
    { ...into, cashPerShare: "1", newShareValue: "5", options: [cash, stock] },
    "terms.rule MRG with options has its cash in them, not in cashPerShare.",
  ],
  [
    "MRG",
    "two defaults",
    { ...into, options: [cash, { ...stock, default: true }] },
    "terms.rule Exactly one option is the default.",
  ],
  [
    "MRG",
    "no default",
    { ...into, options: [{ ...cash, default: false }, stock] },
    "terms.rule Exactly one option is the default.",
  ],
  [
    "MRG",
    "two options of one id",
    { ...into, options: [cash, { ...stock, optionId: "1" }] },
    "options.rule options[1]: optionId appears twice.",
  ],
  [
    "MRG",
    "cash of no rate",
    { ...into, options: [{ ...cash, rate: undefined }, stock] },
    "options.rule options[0]: CASH needs rate.",
  ],
  [
    "MRG",
    "both prorated",
    {
      ...into,
      options: [
        { ...cash, prorationPct: "1" },
        { ...stock, prorationPct: "1" },
      ],
    },
    "options.rule Only one option is prorated.",
  ],
  [
    "TND",
    "an option of a merger",
    { options: [cash] },
    "options.rule options[0]: TND has no option of type CASH.",
  ],
  [
    "OPT",
    "stock without a price",
    { components: [{ rate: "1" }], options: [{ ...cash, rate: undefined }, stock] },
    "options.rule options[1]: STOCK needs price.",
  ],
  ["RDM", "a redemption", { cashPerShare: "1000", interestPerShare: "1.8" }],
  [
    "WLS",
    "worthless with a price",
    { cashPerShare: "1", text: "Gone" },
    "terms.rule WLS has no cashPerShare.",
  ],
])("%s: %s", (...[kind, , terms, ...expected]) => {
  expect(said(problemsWithTerms(event(kind, terms)))).toEqual(expected);
});

test("days are in order", () => {
  const days = {
    declaredOn: day("2026-03-03"),
    recordOn: day("2026-03-02"),
    payOn: day("2026-03-01"),
  };
  expect(said(problemsWithDays(days))).toEqual([
    "dates.rule recordDate is before declarationDate.",
    "dates.rule payDate is before recordDate.",
  ]);
});

test.each<[string, boolean, string[]]>([
  ["DIV", false, ["exDate", "payDate"]],
  ["DIV", true, ["recordDate", "payDate"]],
  ["SPO", false, ["exDate"]],
  ["RDM", false, ["effectiveDate"]],
])("%s is announced with its days", (kind, isPrivate, missing) => {
  expect(said(problemsBeforeAnnouncing(event(kind, {}), isPrivate))).toEqual(
    missing.map((name) => `dates.rule ${name} is missing.`),
  );
});

test("a tender is announced with its deadline", () => {
  const tender = event("TND", { options: [cash] });
  expect(said(problemsBeforeAnnouncing(tender, false))).toEqual([
    "dates.rule deadline is missing.",
  ]);
});

test("who holds at the opening of which day is entitled, and when it is booked", () => {
  const of = (each: Announced) => [entitledOn(each), decidedOn(each), bookedOn(each)];
  const days = {
    exOn: day("2026-03-20"),
    payOn: day("2026-04-02"),
    effectiveOn: day("2026-03-25"),
  };
  const deadlineAt = new Date("2026-03-31T03:59:59Z"); // 30 March in New York
  expect(of(event("DIV", {}, days))).toEqual(["2026-03-20", "2026-03-20", "2026-04-02"]);
  // Due bills are not kept: the buyer before the ex-date is paid, on the ex-date at the earliest.
  const late = { ...days, payOn: day("2026-03-12") };
  expect(of(event("DIV", {}, late))).toEqual(["2026-03-20", "2026-03-20", "2026-03-20"]);
  const record = { recordOn: day("2026-03-13"), payOn: day("2026-04-02") };
  expect(of(event("DIV", {}, record))).toEqual(["2026-03-14", "2026-03-14", "2026-04-02"]);
  expect(of(event("MRG", {}, days))).toEqual(["2026-03-25", "2026-03-25", "2026-03-25"]);
  const choice = { options: [cash] };
  expect(of(event("TND", choice, { deadlineAt }))).toEqual([
    "2026-03-31",
    "2026-03-31",
    "2026-03-31",
  ]);
  expect(of(event("OPT", choice, { ...days, deadlineAt }))).toEqual([
    "2026-03-20",
    "2026-03-31",
    "2026-04-02",
  ]);
});

test("nothing is entitled or posted before its day, with lines held, or without its prices", () => {
  const days = { exOn: day("2026-03-20") };
  const split = event("SPL", { ...ratio, fractions: "CASH" }, days);
  expect(said(problemsBeforeEntitling(split, "2026-03-19"))).toHaveLength(1);
  expect(problemsBeforeEntitling(split, "2026-03-20")).toEqual([]);
  const early = { today: "2026-03-19", heldLines: 2, leavesHeld: false };
  expect(said(problemsBeforePosting(split, early))).toEqual([
    "dates.rule The booking date is 2026-03-20.",
    "price.rule cashInLieuPrice is missing.",
    "lines.rule Lines are held; release them, or send leaveHeld.",
  ]);
  const ready = { today: "2026-03-20", heldLines: 2, leavesHeld: true };
  const spun = event("SPO", { ...into, childValue: decimal("8") }, days);
  expect(said(problemsBeforePosting(spun, ready))).toEqual([
    "price.rule childValue and parentValue, or childPart, are missing.",
  ]);
});

test.each<[string, string, string, string | undefined]>([
  ["SPL", "2026-03-20", "44.00", undefined],
  ["SPL", "2026-03-20", "44.01", "40.000000 of 2026-03-20"],
  // One for four: 40.00 of the day before are 160.00 a new share.
  ["SPL", "2026-03-19", "144.00", undefined],
  ["SPL", "2026-03-19", "40.00", "160.000000 of 2026-03-19"],
  ["SDV", "2026-03-19", "160.00", undefined],
  ["MRG", "2026-03-19", "40.00", undefined],
])("%s: after a close of 40.00 on %s a price of %s is far from %s", (kind, on, price, close) => {
  const of = event(kind, ratio, { exOn: day("2026-03-20") });
  const last = { on: day(on), close: 40_000_000n };
  const problem = problemWithPrice(of, { name: "cashInLieuPrice", price: decimal(price), last });
  const sentence = `cashInLieuPrice is more than 10 percent off the last close, ${close}. If it is right, say why in comment.`;
  expect(said(problem ? [problem] : [])).toEqual(close ? [`price.rule ${sentence}`] : []);
});

const surroundings = {
  calendar: openCalendar(),
  today: day("2026-06-15"),
  isPrivate: false,
  lastClose: decimal("8.000000000000"),
  lastCloseOn: day("2026-06-12"),
  lastRate: null,
  nearEventId: null,
};
const dividend = (rate: string, days: Partial<Announced>) =>
  event("DIV", { components: [{ rate }] }, days);

test.each([
  ["2026-06-15", "1.99", "2026-06-15"],
  ["2024-05-28", "1.99", "2024-05-28"],
  // Memorial Day is no settlement day.
  ["2024-05-27", "1.99", "2024-05-24"],
  ["2017-09-05", "1.99", "2017-09-01"],
  ["2017-09-04", "1.99", "2017-08-31"],
  // 2.00 is a quarter of 8.00: the trading day after the payment of Friday.
  ["2026-06-15", "2.00", "2026-06-29"],
])("of record on %s at %s a share the ex-date is %s", (record, rate, expected) => {
  const days = { recordOn: day(record), payOn: day("2026-06-26") };
  expect(expectedExDate(dividend(rate, days), surroundings)).toBe(expected);
  expect(expectedExDate(dividend(rate, days), { ...surroundings, isPrivate: true })).toBe(
    undefined,
  );
});

test("what is unusual of an event is said, and nothing of what is usual", () => {
  const days = { recordOn: day("2026-06-15"), exOn: day("2026-06-15"), payOn: day("2026-06-30") };
  const usual = dividend("0.35", days);
  expect(warningsOf(usual, { ...surroundings, lastRate: decimal("0.035001") })).toEqual([]);
  // A Sunday; Juneteenth; a close of six trading days before; a tenth of the rate.
  const odd = dividend("0.35", { ...days, recordOn: day("2026-06-19"), exOn: day("2026-06-22") });
  const around = {
    ...surroundings,
    today: day("2026-06-25"),
    lastCloseOn: day("2026-06-11"),
    lastRate: decimal("0.035"),
    nearEventId: "4402",
  };
  expect(warningsOf(odd, around)).toEqual([
    "exDate is not 2026-06-19, as the market would have it.",
    "The rate is ten times the last one of the security, or more.",
    "recordDate is no settlement day.",
    "The security has no close within five trading days.",
    "Event 4402 of the security is within ten days of this one.",
  ]);
});

test("what a fund declares in autumn and pays in January counts in the year before", () => {
  const days = { declaredOn: day("2025-12-10"), recordOn: day("2025-12-30") };
  const paid = (payOn: string, more: Partial<Announced> = {}) =>
    dividend("0.35", { ...days, exOn: day("2025-12-30"), payOn: day(payOn), ...more });
  expect(taxYearOf(paid("2026-01-15"), "RIC")).toBe("2025");
  expect(taxYearOf(paid("2026-01-15"), null)).toBe("2026");
  expect(taxYearOf(paid("2026-02-02"), "REIT")).toBe("2026");
  expect(taxYearOf(paid("2026-01-15", { declaredOn: day("2025-09-30") }), "RIC")).toBe("2026");
  expect(taxYearOf(paid("2026-01-15", { recordOn: day("2026-01-02") }), "RIC")).toBe("2026");
  expect(taxYearOf(event("SPL", ratio, { exOn: day("2026-01-15") }), "RIC")).toBe(undefined);
});
