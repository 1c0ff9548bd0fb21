// The results of the engine and of the second implementation for an account, in the same format.

import { type Rational, write } from "../../tax-lots/reference/rational.ts";
import type { LotFact } from "../../tax-lots/src/facts/fact.ts";
import { inOrder } from "../../tax-lots/src/reorganizations/run.ts";
import type { Day } from "../../values/src/dates.ts";
import type { Decimal } from "../../values/src/decimal.ts";
import { isRegularTradingDay } from "../../values/src/exchange-holidays.ts";
import type { Id } from "../../values/src/ids.ts";
import { unitsOf as partsOf, places, textOf } from "../../values/src/units.ts";
import { type FolioDay, rawDaysOf, sumOfFolios } from "../src/account-sum.ts";
import { beforeFirstDay, chainDays, type RawDay, type UnitDay } from "../src/chain.ts";
import { type ComputedDay, computeRawData, type RawSources } from "../src/raw-data.ts";
import type { Portfolio } from "./portfolios.ts";
import {
  accountOf,
  type FolioSnapshot,
  type Raw,
  rawOf,
  snapshotsOf,
  type Units,
  unitsOf,
} from "./reference.ts";

/** The sources from which the engine computes. */
export function sourcesOf({ facts, closes, factors = {} }: Portfolio): RawSources {
  const bySecurity = Map.groupBy(closes, ({ security }) => security as Id);
  return {
    facts: inOrder(facts as LotFact[]),
    closes: new Map(
      [...bySecurity].map(([security, days]) => [
        security,
        days.map(({ on, close }) => ({
          on: on as Day,
          close: partsOf(close as Decimal, places.price),
        })),
      ]),
    ),
    valuationDays: [...new Set(closes.map(({ on }) => on as Day))].filter(isBusinessDay),
    quotationFactors: new Map(Object.entries(factors) as [Id, Decimal][]),
    isBusinessDay,
  };
}

/** The day of mourning for Jimmy Carter, on which the exchange was closed outside its rules. */
const closedBesideRules = "2025-01-09";

function isBusinessDay(on: Day): boolean {
  return isRegularTradingDay(on) && on !== closedBesideRules;
}

/** Each series of the engine, the account's first, then every stale price. */
export function engineLines(portfolio: Portfolio): string[] {
  const folios = computeRawData(sourcesOf(portfolio));
  const stale = [...folios].flatMap(([folio, days]) =>
    days.flatMap((day: ComputedDay) =>
      day.stale.map(({ security }) => `stale ${folio} ${day.on} ${security}`),
    ),
  );
  return [...engineSeriesLines(folios), ...stale.sort()];
}

/** Each series of given days by the engine. */
export function engineSeriesLines(folios: ReadonlyMap<string, readonly FolioDay[]>): string[] {
  const lines = (name: string, days: readonly RawDay[]) =>
    chainDays(beforeFirstDay, days).units.map((unit, at) => {
      const { marketValue, accrued, cashFlows, securityFlows, fees } = days[at] as RawDay;
      const { cash = 0n, advances = 0n } = days[at] as RawDay;
      const raw = [marketValue, accrued, cashFlows, securityFlows, fees, cash, advances];
      const mark = (days[at] as RawDay).isEstimated ? ["estimated"] : [];
      return lineOf([name, unit.on, ...mark], raw.map(moneyOf), unitTexts(unit));
    });
  return [
    ...lines("account", sumOfFolios([...folios.values()])),
    ...inNameOrder(folios).flatMap(([folio, days]) => lines(folio, rawDaysOf(days))),
  ];
}

const moneyOf = (cents: bigint) => textOf(cents, 2);
const inNameOrder = <T>(folios: ReadonlyMap<string, T>) =>
  [...folios].sort(([a], [b]) => (a < b ? -1 : 1));

function unitTexts({ gross, net, grossReturn, netReturn }: UnitDay): string[] {
  const text = (value: bigint | undefined, from: number) =>
    value === undefined ? "-" : textOf(value, from);
  return [text(gross, 18), text(net, 18), text(grossReturn, 5), text(netReturn, 5)];
}

function lineOf(name: string[], raw: string[], units: string[]): string {
  return `${name.join(" ")}: ${raw.join(" ")} | ${units.join(" ")}`;
}

/** The same of the second implementation. */
export function referenceLines(portfolio: Portfolio): string[] {
  const folios = snapshotsOf(portfolio);
  const stale = [...folios].flatMap(([folio, snapshots]) =>
    snapshots.flatMap(({ on, valued }) =>
      (valued?.stale ?? []).map((security) => `stale ${folio} ${on} ${security}`),
    ),
  );
  return [...referenceSeriesLines(folios), ...stale.sort()];
}

/** Each series of given days by the second implementation. */
export function referenceSeriesLines(
  folios: ReadonlyMap<string, readonly FolioSnapshot[]>,
): string[] {
  const lines = (name: string, days: readonly Raw[]) =>
    unitsOf(days).map((unit, at) => {
      const { marketValue, accrued, cashFlows, securityFlows, fees } = days[at] as Raw;
      const { cash, advances } = days[at] as Raw;
      const raw = [marketValue, accrued, cashFlows, securityFlows, fees, cash, advances];
      const mark = (days[at] as Raw).isEstimated ? ["estimated"] : [];
      return lineOf([name, unit.on, ...mark], raw.map(moneyText), rationalTexts(unit));
    });
  return [
    ...lines("account", accountOf([...folios.values()])),
    ...inNameOrder(folios).flatMap(([folio, snapshots]) => lines(folio, rawOf(snapshots))),
  ];
}

const moneyText = (amount: Rational) => write(amount, 2);

function rationalTexts({ gross, net, grossReturn, netReturn }: Units): string[] {
  const text = (value: Rational | undefined, count: number) =>
    value === undefined ? "-" : write(value, count);
  return [text(gross, 18), text(net, 18), text(grossReturn, 5), text(netReturn, 5)];
}
