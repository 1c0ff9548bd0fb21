// `bursar engine unit-values`: an engine alone, without a store, from lines of JSON to lines of JSON.
// (docs/performance.md, "The engine alone")
import { createInterface } from "node:readline";
import {
  beforeFirstDay,
  type CashFact,
  chainDays,
  computeRawData,
  type FolioDay,
  type RawDay,
  rawDaysOf,
  sumOfFolios,
} from "@bursar/performance";
import { inOrder, type LotAccount, type LotFact, problemOf } from "@bursar/tax-lots";
import type { Day } from "@bursar/values/dates";
import type { Decimal } from "@bursar/values/decimal";
import type { Id } from "@bursar/values/ids";
import { moneyText, places, textOf, unitsOf } from "@bursar/values/units";
import { isBusinessDay } from "../reference/exchange-days/calendar.ts";
import { decodeRecord, printResult } from "./engine.ts";
import { CommandFault } from "./faults.ts";
import { AccountRecord, decodeLotFact, FactRecord } from "./lot-fact-records.ts";
import {
  CloseRecord,
  cashRecords,
  decodeCashFact,
  decodeFolioDay,
  isCashKind,
  SecurityRecord,
  ValuationRecord,
} from "./unit-value-records.ts";

/** Reads facts and closes, or valuations, from standard input and prints each series' days. */
export async function unitValuesEngineCommand(): Promise<void> {
  const sources = await readSources(process.stdin);
  const folios = foliosOf(sources);
  printSeries("", sumOfFolios([...folios.values()]));
  for (const [folio, days] of folios) printSeries(folio, rawDaysOf(days));
}

interface Sources {
  readonly facts: (LotFact | CashFact)[];
  readonly closes: Map<Id, { on: Day; close: bigint }[]>;
  readonly given: Map<string, FolioDay[]>;
  readonly quotationFactors: Map<Id, Decimal>;
}

/** The account of the facts does not matter here; a line with an account is ignored. */
const anyone: LotAccount = {
  account: "",
  isTaxable: true,
  defaultMethod: "FIFO",
  securityKinds: new Map(),
};

async function readSources(input: NodeJS.ReadableStream): Promise<Sources> {
  const sources: Sources = {
    facts: [],
    closes: new Map(),
    given: new Map(),
    quotationFactors: new Map(),
  };
  let line = 0;
  for await (const text of createInterface({ input, crlfDelay: Infinity })) {
    line += 1;
    if (text.trim() !== "") take(sources, text, line);
  }
  return sources;
}

function take(sources: Sources, text: string, line: number): void {
  const { facts, closes, given, quotationFactors } = sources;
  const kind = /^\s*\{[^{[]*?"kind"\s*:\s*"(\w+)"/.exec(text)?.[1] ?? "";
  if (kind === "valuation") {
    const record = decodeRecord(ValuationRecord, text, line);
    known(given, record.folio).push(decodeFolioDay(record));
  } else if (kind === "security") {
    const { security, quotationFactor } = decodeRecord(SecurityRecord, text, line);
    quotationFactors.set(security, quotationFactor);
  } else if (kind === "close") {
    const { security, on, close } = decodeRecord(CloseRecord, text, line);
    known(closes, security).push({ on, close: unitsOf(close, places.price) });
  } else if (isCashKind(kind)) {
    facts.push(decodeCashFact(decodeRecord(cashRecords[kind], text, line), line));
  } else if (kind === "") {
    decodeRecord(AccountRecord, text, line);
  } else {
    const fact = decodeLotFact(decodeRecord(FactRecord, text, line), line);
    const refusal = problemOf(anyone, fact);
    if (refusal) throw new CommandFault(`Line ${line}: ${refusal.message}`);
    facts.push(fact);
  }
}

/** The list under a key, created when it is first needed. */
function known<Key, Entry>(lists: Map<Key, Entry[]>, key: Key): Entry[] {
  const list = lists.get(key) ?? [];
  lists.set(key, list);
  return list;
}

function foliosOf(sources: Sources): ReadonlyMap<string, readonly FolioDay[]> {
  const { facts, closes, given, quotationFactors } = sources;
  const byDay = (a: { on: Day }, b: { on: Day }) => (a.on < b.on ? -1 : 1);
  if (given.size > 0) {
    if (facts.length > 0) throw new CommandFault("Raw data is either given or computed, not both.");
    return new Map([...given].map(([folio, days]) => [folio, days.toSorted(byDay)]));
  }
  const sorted = new Map([...closes].map(([security, days]) => [security, days.toSorted(byDay)]));
  const valued = new Set([...closes.values()].flatMap((days) => days.map(({ on }) => on)));
  return computeRawData({
    // Facts without lots are not events, so they are ordered among the others of a day.
    facts: inOrder(facts as LotFact[]) as (LotFact | CashFact)[],
    closes: sorted,
    valuationDays: [...valued].filter((on) => isBusinessDay(on)).toSorted(),
    quotationFactors,
    isBusinessDay: (on) => isBusinessDay(on),
  });
}

function printSeries(folio: string, days: readonly RawDay[]): void {
  const { units } = chainDays(beforeFirstDay, days);
  days.forEach(({ on, ...raw }, index) => {
    const unit = units[index];
    const text = (value: bigint | undefined, from: number) =>
      value === undefined ? null : textOf(value, from);
    printResult({
      type: folio === "" ? "account" : "folio",
      ...(folio !== "" && { folio }),
      on,
      marketValue: moneyText(raw.marketValue),
      accrued: moneyText(raw.accrued),
      cashFlows: moneyText(raw.cashFlows),
      securityFlows: moneyText(raw.securityFlows),
      fees: moneyText(raw.fees),
      cash: moneyText(raw.cash ?? 0n),
      advances: moneyText(raw.advances ?? 0n),
      estimated: raw.isEstimated,
      grossReturn: text(unit?.grossReturn, 5),
      gross: text(unit?.gross, 18),
      netReturn: text(unit?.netReturn, 5),
      net: text(unit?.net, 18),
    });
  });
}
