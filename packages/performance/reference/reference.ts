// A second implementation of unit values, slow and obvious: fractions, and for every day all that
// happened is processed again. It shares no code with the engine. (docs/performance.md)

import {
  isLess,
  isSame,
  minus,
  one,
  over,
  plus,
  type Rational,
  read,
  rounded,
  times,
  total,
  zero,
} from "../../tax-lots/reference/rational.ts";
import type { CashFact } from "../src/cash-fact.ts";
import { type Advance, advancesOf } from "./advances.ts";
import { cashFlowsOf, feeOf, foliosIn, inOrder } from "./facts.ts";
import { standingOf } from "./holdings.ts";
import { isOpen } from "./open-days.ts";
import type { Portfolio } from "./portfolios.ts";
import { priceOf } from "./prices.ts";
import { cents, factorOf } from "./standing.ts";

/** The state of a folio at the end of a day. */
export interface FolioSnapshot {
  readonly on: string;
  /** The flows and fees of this day alone, in dollars. */
  readonly cashFlows: Rational;
  /** Priced on a day with a valuation, for all days since the one before. */
  readonly securityFlows: Rational;
  readonly fees: Rational;
  /** Whether shares have flowed that could not be priced yet. */
  readonly waits: boolean;
  readonly valued?: {
    readonly marketValue: Rational;
    readonly accrued: Rational;
    readonly cash: Rational;
    readonly advances: Rational;
    /** The securities that were priced at anything but a close of the day. */
    readonly stale: readonly string[];
    readonly isEstimated: boolean;
  };
  readonly hasEstimatedFlows: boolean;
}

/** Each folio's snapshots, on every day with a close or a fact from its first fact on. */
export function snapshotsOf(written: Portfolio): Map<string, FolioSnapshot[]> {
  const portfolio = { ...written, facts: inOrder(written.facts) };
  const closeDays = new Set(portfolio.closes.map(({ on }) => on).filter(isOpen));
  const days = new Set([...closeDays, ...portfolio.facts.map(({ tradeOn }) => tradeOn)]);
  const snapshots = new Map<string, FolioSnapshot[]>();
  const advances = advancesOf(portfolio);
  for (const on of [...days].sort()) {
    const named = foliosIn(portfolio.facts.filter(({ tradeOn }) => tradeOn <= on));
    const giving = advances.filter(({ from }) => from <= on).map(({ folio }) => folio);
    for (const folio of new Set([...named, ...giving])) {
      const before = snapshots.get(folio) ?? [];
      snapshots.set(folio, before);
      const since = before.findLast(({ valued }) => valued !== undefined)?.on ?? "";
      const own = advances.filter((each) => each.folio === folio);
      const isValued = closeDays.has(on);
      before.push(snapshotAt(portfolio, { folio, on, since, isValued, advances: own }));
    }
  }
  return snapshots;
}

interface Place {
  readonly folio: string;
  readonly on: string;
  /** The day of the folio's last valuation. */
  readonly since: string;
  readonly isValued: boolean;
  /** The advances of the folio. */
  readonly advances: readonly Advance[];
}

function snapshotAt(portfolio: Portfolio, place: Place): FolioSnapshot {
  const { folio, on, since, isValued } = place;
  const { factors = {} } = portfolio;
  const advanced = (is: (advance: Advance) => boolean) =>
    total(place.advances.filter(is).map(({ amount }) => amount));
  const today = portfolio.facts.filter(({ tradeOn }) => tradeOn === on);
  const flows = today.flatMap(cashFlowsOf).filter((flow) => flow.folio === folio);
  // Cash that comes and was advanced has flowed already, on the day of the purchase.
  const cashFlows = minus(
    total([...flows.map(({ amount }) => amount), advanced(({ from }) => from === on)]),
    advanced(({ until }) => until === on),
  );
  const advances = advanced(({ from, until }) => from <= on && on < until);
  const taken = today.flatMap((fact) => (fact.kind === "fee" ? [fact] : []));
  const fees = total(taken.filter((fact) => fact.folio === folio).map(feeOf));

  const stood = standingOf(portfolio.facts, { folio, on, since, factors });
  const worth = (holdings: ReadonlyMap<string, Rational>) =>
    [...holdings]
      .filter(([, shares]) => !isSame(shares, zero))
      .map(([security, shares]) => {
        const price = priceOf(portfolio, security, on);
        const each = price && times(price.value, factorOf(factors, security));
        return { security, price, value: each && cents(times(shares, each)) };
      });
  const held = worth(stood.positions);
  const flowed = worth(stood.waiting);
  if (!isValued || [...held, ...flowed].some(({ price }) => price === undefined)) {
    const waits = flowed.length > 0 || !isSame(stood.waitingCash, zero);
    return { on, cashFlows, securityFlows: zero, fees, waits, hasEstimatedFlows: false };
  }
  const sum = (start: Rational, values: typeof held) =>
    total([start, ...values.map(({ value }) => value ?? zero)]);
  const marked = (of: typeof held) =>
    of.filter(({ price }) => price?.on !== on || !price.isClose).map(({ security }) => security);
  const valued = {
    marketValue: sum(stood.cash, held),
    accrued: total([
      accruedIn(portfolio, folio, on),
      ...stood.receivable.values(),
      ...stood.interest.values(),
      advances,
    ]),
    cash: stood.cash,
    advances,
    stale: [...new Set([...marked(held), ...marked(flowed)])],
    isEstimated: marked(held).length > 0,
  };
  const hasEstimatedFlows = marked(flowed).length > 0;
  const securityFlows = sum(stood.waitingCash, flowed);
  return { on, cashFlows, securityFlows, fees, waits: false, valued, hasEstimatedFlows };
}

function accruedIn({ facts }: Portfolio, folio: string, on: string): Rational {
  const open = facts.filter((fact) => {
    if (fact.kind !== "dividend" && fact.kind !== "interest") return false;
    return fact.folio === folio && (fact.exOn ?? fact.tradeOn) <= on && on < fact.tradeOn;
  });
  return total(open.map((fact) => read((fact as CashFact & { amount: string }).amount)));
}

/** Raw data of a day, in dollars. */
export interface Raw {
  readonly on: string;
  readonly marketValue: Rational;
  readonly accrued: Rational;
  readonly cashFlows: Rational;
  readonly securityFlows: Rational;
  readonly fees: Rational;
  readonly cash: Rational;
  readonly advances: Rational;
  readonly isEstimated: boolean;
}

const endOf = ({ marketValue, accrued }: Pick<Raw, "marketValue" | "accrued">) =>
  plus(marketValue, accrued);
const flowOf = ({ cashFlows, securityFlows }: Pick<Raw, "cashFlows" | "securityFlows">) =>
  plus(cashFlows, securityFlows);

/** The raw data of some folios together over the snapshots after one day and up to another. */
function sumOf(folios: readonly (readonly FolioSnapshot[])[], after: string, on: string): Raw {
  const between = folios.flat().filter((snapshot) => snapshot.on > after && snapshot.on <= on);
  const today = between.flatMap((snapshot) =>
    snapshot.on === on && snapshot.valued ? [snapshot.valued] : [],
  );
  return {
    on,
    marketValue: total(today.map(({ marketValue }) => marketValue)),
    accrued: total(today.map(({ accrued }) => accrued)),
    cash: total(today.map(({ cash }) => cash)),
    advances: total(today.map(({ advances }) => advances)),
    cashFlows: total(between.map(({ cashFlows }) => cashFlows)),
    securityFlows: total(between.map(({ securityFlows }) => securityFlows)),
    fees: total(between.map(({ fees }) => fees)),
    isEstimated:
      today.some(({ isEstimated }) => isEstimated) ||
      between.some(({ hasEstimatedFlows }) => hasEstimatedFlows),
  };
}

/** A folio's raw data: what has flowed since the previous valuation counts on the next. */
export function rawOf(snapshots: readonly FolioSnapshot[]): Raw[] {
  const days = snapshots.filter(({ valued }) => valued !== undefined).map(({ on }) => on);
  return days.map((on, at) => sumOf([snapshots], days[at - 1] ?? "", on));
}

/** A folio's snapshots where those up to a day were brought from another system, as unit values. */
export function broughtUntil(
  snapshots: readonly FolioSnapshot[],
  end: string | undefined,
): FolioSnapshot[] {
  if (end === undefined) return [...snapshots];
  const none = { cashFlows: zero, securityFlows: zero, fees: zero };
  const valued = snapshots.find(({ on }) => on === end)?.valued;
  return [
    ...(valued ? [{ on: end, ...none, waits: false, valued, hasEstimatedFlows: false }] : []),
    ...snapshots.filter(({ on }) => on > end),
  ];
}

/** The account's raw data: the days on which every folio that holds something is valued. */
export function accountOf(folios: readonly (readonly FolioSnapshot[])[]): Raw[] {
  const ofFolios = folios.map(rawOf);
  const bases = ofFolios.flatMap((days) => days.slice(0, 1)).filter(isBase);
  const raw: Raw[] = [];
  for (const on of [...new Set(ofFolios.flat().map((day) => day.on))].sort()) {
    if (!folios.every((snapshots) => isValued(snapshots, on) || !holdsAt(snapshots, on))) continue;
    const after = raw.at(-1)?.on ?? "";
    const sum = sumOf(folios, after, on);
    const isNew = raw.length > 0 || !isSame(flowOf(sum), zero);
    const entering = isNew ? bases.filter((base) => base.on > after && base.on <= on) : [];
    const isEstimated = sum.isEstimated || entering.some((base) => base.isEstimated);
    const securityFlows = total([sum.securityFlows, ...entering.map(endOf)]);
    raw.push({ ...sum, securityFlows, isEstimated });
  }
  return raw;
}

const isBase = (first: Raw) => isSame(flowOf(first), zero);
const isValued = (snapshots: readonly FolioSnapshot[], on: string) =>
  snapshots.some((snapshot) => snapshot.on === on && snapshot.valued !== undefined);

/** Something is held when the last value is not 0 or a flow has come since. */
function holdsAt(snapshots: readonly FolioSnapshot[], on: string): boolean {
  const before = snapshots.filter((snapshot) => snapshot.on <= on);
  const last = before.findLast(({ valued }) => valued !== undefined);
  const since = before.filter((snapshot) => snapshot.on > (last?.on ?? ""));
  const isStill = ({ cashFlows, securityFlows, waits }: FolioSnapshot) =>
    !waits && isSame(cashFlows, zero) && isSame(securityFlows, zero);
  const hasFlowed = !since.every(isStill);
  return hasFlowed || (last?.valued !== undefined && !isSame(endOf(last.valued), zero));
}

/** A day's units, and its returns in percent; undefined where it has none. */
export interface Units {
  readonly on: string;
  readonly gross?: Rational;
  readonly net?: Rational;
  readonly grossReturn?: Rational;
  readonly netReturn?: Rational;
  /** A first day after a loss: what is left from the day before, and no longer in the unit. */
  readonly isNewBeginning: boolean;
}

const hundred: Rational = { n: 100n, d: 1n };

/** The units of days in order. */
export function unitsOf(days: readonly Raw[]): Units[] {
  const units: Units[] = [];
  for (const [at, day] of days.entries()) {
    const before = units[at - 1];
    const isLost = before !== undefined && (!before.gross?.n || !before.net?.n);
    const growth = growthOf(day, days[at - 1]);
    if (growth === undefined) {
      const kept = isLost ? {} : { gross: before?.gross ?? hundred, net: before?.net ?? hundred };
      units.push({ on: day.on, ...kept, isNewBeginning: false });
      continue;
    }
    const next = (unit: Rational | undefined, by: Rational) =>
      rounded(times(isLost ? hundred : (unit ?? hundred), by), 18, "even");
    const percent = (by: Rational) => rounded(times(minus(by, one), hundred), 5, "even");
    units.push({
      on: day.on,
      gross: next(before?.gross, growth.gross),
      net: next(before?.net, growth.net),
      grossReturn: percent(growth.gross),
      netReturn: percent(growth.net),
      isNewBeginning: isLost,
    });
  }
  return units;
}

/** The debt on a day: cash and advances together where they are below 0. */
function debitOf(day: Raw | undefined): Rational {
  const balance = day === undefined ? zero : plus(day.cash, day.advances);
  return isLess(balance, zero) ? minus(zero, balance) : zero;
}

/** 1 + r of a day, gross and net; undefined if the capital is below 1.00 or a twentieth of what was owed
 * on the last day, or is on this. */
function growthOf(day: Raw, before: Raw | undefined) {
  const flow = flowOf(day);
  if (before === undefined && isSame(flow, zero)) return { gross: one, net: one };
  const isIn = isLess(zero, flow);
  const start = before === undefined ? zero : endOf(before);
  const capital = isIn ? plus(start, flow) : start;
  const twentieth = (each: Raw | undefined) => over(debitOf(each), { n: 20n, d: 1n });
  const least = [one, twentieth(day), twentieth(before)];
  if (least.some((amount) => isLess(capital, amount))) return undefined;
  const left = isIn ? endOf(day) : minus(endOf(day), flow);
  const by = (top: Rational) => (isLess(zero, top) ? over(top, capital) : zero);
  return { gross: by(plus(left, day.fees)), net: by(left) };
}
