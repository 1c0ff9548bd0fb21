// Raw performance data computed from transactions and closes. (docs/performance.md, 2.1)

import type { Day } from "../../values/src/dates.ts";
import type { Id } from "../../values/src/ids.ts";
import { centsDivisor, nearest, places, unitsOf } from "../../values/src/units.ts";
import type { AccountFact } from "./account-fact.ts";
import type { FolioDay } from "./account-sum.ts";
import { openAdvances, type PaymentDays } from "./advances.ts";
import { bookingsOf } from "./bookings.ts";
import { type AccountBook, type FolioBook, settle } from "./folio-book.ts";
import type { PriceOrigin } from "./given-prices.ts";
import { type Closes, openPrices, type PriceBoard } from "./prices.ts";
import {
  type AwaitedShares,
  isPayout,
  isPromisedJournal,
  openAwaited,
  type Promised,
} from "./promised.ts";
import type { QuotationFactors } from "./quotation.ts";

/** A security of which positions or flows are valued at a price that is no close of the day, or of which shares are
 * awaited since a day. */
export interface StalePrice {
  readonly security: Id;
  readonly pricedOn: Day;
  readonly origin: PriceOrigin | "awaited";
}

/** A computed day, and why it is estimated. */
export type ComputedDay = FolioDay & { readonly stale: readonly StalePrice[] };

/** The sources from which the raw data of an account is computed. */
export interface RawSources extends PaymentDays {
  /** In the order of trade date and, on a day, events first, then the order of entry. */
  readonly facts: readonly AccountFact[];
  /** The amounts and shares that are due but not booked yet: payouts are accrued from their ex-date
   * on, and never cash. */
  readonly promised?: readonly Promised[] | undefined;
  readonly closes: ReadonlyMap<Id, Closes>;
  /** The days with a close of any security, in order. */
  readonly valuationDays: readonly Day[];
  /** Of the securities whose quotation is not the price of one. */
  readonly quotationFactors?: QuotationFactors | undefined;
}

/**
 * Each folio's days from its first transaction on, by the folio's number. With `after`, only the
 * days that follow it: facts up to it are booked, but nothing is valued. Closes before it are
 * needed only as last prices; of a security whose symbol changes, all of them are. Nothing may wait
 * on that day: every folio that has begun is valued on it.
 */
export function computeRawData(
  sources: RawSources,
  after?: Day,
): ReadonlyMap<string, ComputedDay[]> {
  const { facts, promised = [], closes, valuationDays, quotationFactors } = sources;
  const prices = openPrices(closes, quotationFactors);
  const advances = openAdvances(withJournals(facts, promised), sources);
  const account: AccountBook = {
    folios: new Map(),
    quotationFactors,
    advanced: advances.advanced,
    onSplit: prices.split,
    onSymbolChange: prices.rename,
  };
  const accruals = openAccruals({ facts, promised }, after);
  const awaited = openAwaited(promised);
  const bookings = bookingsOf(facts, promised);
  let next = 0;
  const bookUpTo = (on: Day) => {
    for (let step = bookings[next]; step && step.on <= on; step = bookings[next]) {
      awaited.open(account, step.on);
      step.apply(account);
      prices.note(step.fact);
      next += 1;
      if (bookings[next]?.on !== step.on) advances.endDay(account, step.on);
    }
    awaited.open(account, on);
  };
  if (after !== undefined) {
    bookUpTo(after);
    for (const folio of account.folios.values()) settle(folio);
  }
  const computed = new Map<string, ComputedDay[]>();
  const valued = new Set(valuationDays);
  for (const on of daysOf(sources, after)) {
    bookUpTo(on);
    accruals.advance(on);
    for (const [name, folio] of account.folios) {
      const accrued = accruals.of(name) + receivablesOf(folio) + folio.advances;
      const known = { isValued: valued.has(on), awaited: awaited.of(name) };
      const day = dayOf(folio, { on, prices, accrued, ...known });
      if (day === undefined) continue;
      const days = computed.get(name);
      if (days) days.push(day);
      else computed.set(name, [day]);
    }
  }
  return computed;
}

/** The facts in order with journals that are promised: what these bring may be advanced, too. */
function withJournals(
  facts: readonly AccountFact[],
  promised: readonly Promised[],
): readonly AccountFact[] {
  const journals = promised.filter(isPromisedJournal);
  if (journals.length === 0) return facts;
  return [...facts, ...journals].sort(({ tradeOn: a }, { tradeOn: b }) =>
    a < b ? -1 : a > b ? 1 : 0,
  );
}

function daysOf({ facts, promised = [], valuationDays }: RawSources, after: Day | undefined) {
  const isWanted = (day: Day) => after === undefined || day > after;
  const days = new Set(valuationDays.filter(isWanted));
  const moving = [...facts, ...promised.filter(isPromisedJournal)];
  for (const { tradeOn } of moving) if (isWanted(tradeOn)) days.add(tradeOn);
  return [...days].toSorted();
}

/** The accruals of each folio as days pass: payouts whose ex-date has come, until paid. */
function openAccruals(
  { facts, promised }: Required<Pick<RawSources, "facts" | "promised">>,
  after: Day | undefined,
) {
  const accrued = new Map<string, bigint>();
  const unpaid = (promised ?? []).filter(isPayout).map(({ folio, amount, exOn, tradeOn }) => {
    return { on: exOn ?? tradeOn, folio, cents: unitsOf(amount, places.money) };
  });
  const moved = (promised ?? [])
    .filter(isPromisedJournal)
    .flatMap(({ folio, toFolio, amount, tradeOn: on }) => {
      const cents = unitsOf(amount, places.money);
      return [
        { on, folio, cents: -cents },
        { on, folio: toFolio, cents },
      ];
    });
  const changes = facts
    .filter((fact) => after === undefined || fact.tradeOn > after)
    .filter(isPayout)
    .filter(({ exOn, tradeOn }) => exOn !== undefined && exOn < tradeOn)
    .flatMap(({ folio, amount, exOn, tradeOn }) => {
      const cents = unitsOf(amount, places.money);
      return [
        { on: exOn ?? tradeOn, folio, cents },
        { on: tradeOn, folio, cents: -cents },
      ];
    })
    .concat(unpaid, moved)
    .toSorted((a, b) => (a.on < b.on ? -1 : a.on > b.on ? 1 : 0));
  let next = 0;
  return {
    advance(on: Day): void {
      for (let change = changes[next]; change && change.on <= on; change = changes[next]) {
        accrued.set(change.folio, (accrued.get(change.folio) ?? 0n) + change.cents);
        next += 1;
      }
    },
    of: (folio: string) => accrued.get(folio) ?? 0n,
  };
}

function receivablesOf({ receivables, boughtInterest }: FolioBook): bigint {
  let cents = 0n;
  for (const amount of receivables.values()) cents += amount;
  for (const amount of boughtInterest.values()) cents += amount;
  return cents;
}

interface DayToValue {
  readonly on: Day;
  readonly prices: PriceBoard;
  readonly accrued: bigint;
  readonly isValued: boolean;
  readonly awaited: readonly AwaitedShares[];
}

/** The raw data of a folio on a day, or undefined when nothing flowed on a day without valuation. */
function dayOf(folio: FolioBook, day: DayToValue): ComputedDay | undefined {
  const { cash, advances, positions, cashFlows, fees, flowed, flowedCash } = folio;
  const { on, accrued } = day;
  const value = day.isValued ? worthOf(positions, day) : undefined;
  const flow = day.isValued ? worthOf(flowed, day) : undefined;
  if (value !== undefined && flow !== undefined) {
    settle(folio);
    const late = day.awaited.map(lateShares);
    const isEstimated = value.stale.length > 0 || late.length > 0;
    const marketValue = cash + value.cents;
    const valuation = { marketValue, accrued, cash, advances, isEstimated };
    const securityFlows = flow.cents + flowedCash;
    const held = new Set(value.stale.map(({ security }) => security));
    const ofFlows = flow.stale.filter(({ security }) => !held.has(security));
    const stale = [...value.stale, ...ofFlows, ...late];
    const hasEstimatedFlows = flow.stale.length > 0;
    return {
      on,
      cashFlows,
      securityFlows,
      fees,
      isWaiting: false,
      valuation,
      hasEstimatedFlows,
      stale,
    };
  }
  const isWaiting = flowed.size > 0 || flowedCash !== 0n;
  if (cashFlows === 0n && fees === 0n && !isWaiting) return undefined;
  folio.cashFlows = 0n;
  folio.fees = 0n;
  const valuation = undefined;
  return {
    on,
    cashFlows,
    securityFlows: 0n,
    fees,
    isWaiting,
    valuation,
    hasEstimatedFlows: false,
    stale: [],
  };
}

function lateShares({ security, tradeOn: pricedOn }: AwaitedShares): StalePrice {
  return { security, pricedOn, origin: "awaited" };
}

/** Shares at a day's prices, each holding in cents, half up; undefined where one has no price. */
function worthOf(
  holdings: ReadonlyMap<Id, bigint>,
  { on, prices }: DayToValue,
): { readonly cents: bigint; readonly stale: StalePrice[] } | undefined {
  let cents = 0n;
  const stale: StalePrice[] = [];
  for (const [security, shares] of holdings) {
    const price = prices.last(security, on);
    if (price === undefined) return undefined;
    const { origin, on: pricedOn } = price;
    if (pricedOn !== on || origin !== "close") stale.push({ security, pricedOn, origin });
    cents += nearest(shares * price.numerator, price.denominator * centsDivisor);
  }
  return { cents, stale };
}
