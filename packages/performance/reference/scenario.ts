// Scenarios in text: what happened to an account in 2025, then the days and ranges that follow.
// A line is a word, a day, and pairs of key and value; folio 03 and security X are the defaults. A
// `day` names only the figures that matter, but every day of a series that is named must be there.
import { expect, test } from "vitest";
import type { Day } from "../../values/src/dates.ts";
import type { Decimal } from "../../values/src/decimal.ts";
import { textOf, unitsOf } from "../../values/src/units.ts";
import { type FolioDay, rawDaysOf, sumOfFolios } from "../src/account-sum.ts";
import { beforeFirstDay, chainDays, published, type RawDay } from "../src/chain.ts";
import { type ComputedDay, computeRawData } from "../src/raw-data.ts";
import { engineSummary } from "./engine-summary.ts";
import { engineLines, referenceLines, sourcesOf } from "./lines.ts";
import type { Portfolio, WrittenClose } from "./portfolios.ts";

/** A test whose title is a true sentence and whose body is its scenario. */
export function scenario(title: string, text: string): void {
  test(title, () => {
    const { portfolio, given, expected } = parseScenario(text);
    if (given.size === 0) expect(referenceLines(portfolio)).toEqual(engineLines(portfolio));
    const folios = given.size > 0 ? given : computeRawData(sourcesOf(portfolio));
    expect(foundLines(folios, expected)).toEqual(expected.map(({ text: line }) => line));
  });
}

type Fields = Record<string, string>;

interface Line {
  readonly word: string;
  readonly on: Day;
  readonly lastOn: Day;
  readonly bare: readonly string[];
  readonly keys: Fields;
  readonly text: string;
}

interface Parsed {
  readonly portfolio: Portfolio;
  readonly given: Map<string, FolioDay[]>;
  readonly expected: Line[];
}

const securities: Fields = { X: "601", Y: "602", Z: "603" };

/** Keys of a fact and the fields they set. */
const fields: Fields = {
  "@": "price",
  fees: "fees",
  net: "netAmount",
  tax: "federalTaxWithholding",
  settles: "settlementOn",
  ex: "exOn",
  interest: "accruedInterest",
  to: "toFolio",
  by: "paidBy",
  cash: "cashPerShare",
  worth: "marketValue",
  each: "newShareValue",
  child: "childValue",
  parent: "parentValue",
  paid: "amount",
};

const kinds: Fields = {
  transfer: "transferIn",
  "transfer-out": "transferOut",
  "cash-journal": "cashJournal",
  "share-journal": "shareJournal",
  "spin-off": "spinOff",
  gift: "giftIn",
  capital: "returnOfCapital",
  symbol: "symbolChange",
  refund: "fee",
  "cash-in-lieu": "cashInLieu",
  moved: "lotsMoved",
};

const day = (text: string) => `2025-${text}` as Day;

function parseScenario(text: string): Parsed {
  const facts: object[] = [];
  const closes: WrittenClose[] = [];
  const given = new Map<string, FolioDay[]>();
  const factors: Fields = {};
  const expected: Line[] = [];
  for (const written of text.split("\n").map((each) => each.replace(/\/\/.*/, "").trim())) {
    if (written === "") continue;
    const line = lineOf(written);
    if (line.word === "day" || line.word === "range") expected.push(line);
    else if (line.word === "close") {
      const [name = "X", close = "1"] = line.bare;
      closes.push({ security: securities[name] ?? "699", on: line.on, close });
    } else if (line.word === "factor") {
      const [name = "X", factor = "1"] = line.bare;
      factors[securities[name] ?? name] = factor;
    } else if (line.word === "given") {
      const folio = line.keys.in ?? "03";
      given.set(folio, [...(given.get(folio) ?? []), givenDay(line)]);
    } else facts.push(factOf(line, facts.length + 1));
  }
  const byDay = closes.toSorted((a, b) => (a.on < b.on ? -1 : a.on > b.on ? 1 : 0));
  return { portfolio: { facts: facts as never, closes: byDay, factors }, given, expected };
}

function lineOf(text: string): Line {
  const [word = "", days = "", ...rest] = text.replace(/\s+/g, " ").split(" ");
  const [first = "", last = first] = days.split(",");
  const bare: string[] = [];
  const keys: Fields = {};
  for (let at = 0; at < rest.length; at += 1) {
    const key = rest[at] ?? "";
    if (/^(-?[\d.]+|[A-Z])$/.test(key)) bare.push(key);
    else {
      at += 1;
      keys[key] = rest[at] ?? "";
    }
  }
  return { word, on: day(first), lastOn: day(last), bare, keys, text: text.replace(/\s+/g, " ") };
}

function factOf({ word, on, bare, keys }: Line, entryOrder: number): object {
  const { in: folio = "03", of = "X", into, ratio, ...rest } = keys;
  const kind = kinds[word] ?? word;
  const [number] = bare;
  const isCash = /^(deposit|withdrawal|dividend|interest|expense|fee|cashJournal)$/.test(kind);
  const fact: Record<string, unknown> = { kind, transactionId: `${entryOrder}`, entryOrder };
  Object.assign(fact, { tradeOn: on, folio });
  if (!isCash || keys.of) fact.security = securities[of];
  if (word === "refund") fact.isRefund = true;
  if (into) fact.intoSecurity = securities[into];
  if (ratio) [fact.ratioNew, fact.ratioOld] = ratio.split(":");
  if (number) fact[isCash || kind === "returnOfCapital" ? "amount" : "shares"] = number;
  for (const [key, value] of Object.entries(rest)) {
    const name = fields[key] ?? key;
    fact[name] = name.endsWith("On") ? day(value) : value;
  }
  if (typeof fact.paidBy === "string" && fact.paidBy !== "outside") {
    fact.paidBy = { folio: fact.paidBy };
  }
  return fact;
}

function givenDay({ on, keys }: Line): FolioDay {
  const cents = (key: string) => unitsOf((keys[key] ?? "0") as Decimal, 2);
  return {
    on,
    cashFlows: cents("cash"),
    securityFlows: cents("shares"),
    fees: cents("fees"),
    isWaiting: false,
    hasEstimatedFlows: false,
    valuation: keys.value
      ? {
          marketValue: cents("value"),
          accrued: cents("accrued"),
          cash: cents("balance"),
          advances: cents("advances"),
          isEstimated: false,
        }
      : undefined,
  };
}

type FolioSnapshot = FolioDay & Partial<Pick<ComputedDay, "stale">>;
type Folios = ReadonlyMap<string, readonly FolioSnapshot[]>;

/** The figures that the expected lines name, for every day of the series that they name. */
function foundLines(folios: Folios, expected: readonly Line[]): string[] {
  const names = new Set(expected.map(({ keys }) => keys.in ?? "03"));
  const found = [...names].flatMap((name) => {
    const lines = expected.filter(({ keys }) => (keys.in ?? "03") === name);
    const days =
      name === "account" ? sumOfFolios([...folios.values()]) : rawDaysOf(folios.get(name) ?? []);
    const dayLines = lines.filter(({ word }) => word === "day");
    const figures = dayLines.length > 0 ? dayFigures(days, folios.get(name) ?? []) : [];
    return [
      ...figures.map((each, at) => shown("day", each, dayLines[at])),
      ...lines
        .filter(({ word }) => word === "range")
        .map((line) => shown("range", rangeFigures(days, line), line)),
    ];
  });
  return found;
}

function shown(word: string, figures: Fields, line: Line | undefined): string {
  const keys = Object.entries(line?.keys ?? {});
  const pairs = keys.map(([key, value]) => `${key} ${figures[key] ?? value}`);
  return [word, figures.on, ...pairs].join(" ");
}

const money = (cents: bigint) => textOf(cents, 2);
const five = (value: bigint | string | undefined) =>
  typeof value === "bigint" ? textOf(value, 5) : (value ?? "-").replaceAll(" ", "-");

function dayFigures(days: readonly RawDay[], snapshots: readonly FolioSnapshot[]): Fields[] {
  return chainDays(beforeFirstDay, days).units.map((unit, at) => {
    const raw = days[at] as RawDay;
    const stale = snapshots.find(({ on }) => on === raw.on)?.stale ?? [];
    const names = stale.map(
      ({ security }) => Object.keys(securities).find((name) => securities[name] === security) ?? "",
    );
    return {
      on: raw.on.slice(5),
      value: money(raw.marketValue),
      accrued: money(raw.accrued),
      balance: money(raw.cash ?? 0n),
      advances: money(raw.advances ?? 0n),
      cash: money(raw.cashFlows),
      shares: money(raw.securityFlows),
      fees: money(raw.fees),
      gross: five(unit.gross === undefined ? undefined : published(unit.gross)),
      net: five(unit.net === undefined ? undefined : published(unit.net)),
      return: five(unit.grossReturn),
      "net-return": five(unit.netReturn),
      stale: names.join(",") || "none",
      estimated: raw.isEstimated ? "yes" : "no",
    };
  });
}

function rangeFigures(days: readonly RawDay[], { on, lastOn, keys }: Line): Fields {
  const view = keys.view === "net" ? "net" : "gross";
  const figures = engineSummary(days, { firstOn: on, lastOn, view });
  return {
    on: `${on.slice(5)},${lastOn.slice(5)}`,
    twr: five(figures?.timeWeightedReturn),
    mwr: five(figures?.moneyWeightedReturn),
    flows: money(figures?.netFlows ?? 0n),
    start: money(figures?.startMarketValue ?? 0n),
    end: money(figures?.endMarketValue ?? 0n),
  };
}
