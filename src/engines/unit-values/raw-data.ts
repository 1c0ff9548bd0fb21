// Raw performance data computed from transactions and closes. (docs/performance.md, 2.1)
import type { Day } from "../../values/dates.ts";
import type { Id } from "../../values/ids.ts";
import { places, unitsOf } from "../../values/units.ts";
import type { LotFact } from "../lot-relief/fact.ts";
import type { FolioDay } from "./account-sum.ts";
import { type AccountBook, book, type FolioBook, worthOf } from "./book.ts";
import type { CashFact, Payout } from "./cash-fact.ts";
import { type Closes, openPrices, type PriceBoard } from "./prices.ts";

/** A computed day; `stale` names the securities whose price is of an earlier day. */
export type ComputedDay = FolioDay & { readonly stale: readonly Id[] };

/** What the raw data of an account is computed from. */
export interface RawSources {
  /** In the order of trade date and, on a day, events first, then the order of entry. */
  readonly facts: readonly (LotFact | CashFact)[];
  readonly closes: ReadonlyMap<Id, Closes>;
  /** The days with a close of any security, in order. */
  readonly valuationDays: readonly Day[];
}

/** Each folio's days from its first transaction on, by the folio's number. */
export function computeRawData(sources: RawSources): ReadonlyMap<string, ComputedDay[]> {
  const { facts, closes, valuationDays } = sources;
  const prices = openPrices(closes);
  const account: AccountBook = {
    folios: new Map(),
    onSplit: prices.split,
    onSymbolChange: prices.rename,
  };
  const computed = new Map<string, ComputedDay[]>();
  const valued = new Set(valuationDays);
  const accruals = openAccruals(facts);
  let next = 0;
  for (const on of daysWith(facts, valuationDays)) {
    for (; facts[next] && (facts[next]?.tradeOn ?? on) <= on; next += 1) {
      const fact = facts[next];
      if (fact) book(account, fact);
    }
    prices.advance(on);
    accruals.advance(on);
    for (const [folio, state] of account.folios) {
      const accrued = accruals.of(folio);
      const day = dayOf(state, { on, prices, accrued, isValued: valued.has(on) });
      if (day === undefined) continue;
      const known = computed.get(folio);
      if (known) known.push(day);
      else computed.set(folio, [day]);
    }
  }
  return computed;
}

function daysWith(facts: RawSources["facts"], valuationDays: readonly Day[]): Day[] {
  return [...new Set([...facts.map(({ tradeOn }) => tradeOn), ...valuationDays])].toSorted();
}

/** What is accrued in each folio as days pass: payouts whose ex-date has come, until paid. */
function openAccruals(facts: RawSources["facts"]) {
  const byExDate = facts.filter(isPayout).toSorted((a, b) => (exOn(a) < exOn(b) ? -1 : 1));
  let open: Payout[] = [];
  let next = 0;
  return {
    advance(on: Day): void {
      for (let payout = byExDate[next]; payout && exOn(payout) <= on; payout = byExDate[next]) {
        open.push(payout);
        next += 1;
      }
      if (open.length > 0) open = open.filter(({ tradeOn }) => on < tradeOn);
    },
    of: (folio: string) =>
      open.reduce(
        (total, payout) =>
          payout.folio === folio ? total + unitsOf(payout.amount, places.money) : total,
        0n,
      ),
  };
}

function isPayout(fact: LotFact | CashFact): fact is Payout {
  return fact.kind === "dividend" || fact.kind === "interest";
}

function exOn({ exOn: day, tradeOn }: Payout): Day {
  return day ?? tradeOn;
}

interface Look {
  readonly on: Day;
  readonly prices: PriceBoard;
  readonly accrued: bigint;
  readonly isValued: boolean;
}

/** What a day shows of a folio, or undefined when nothing flowed on a day without valuation. */
function dayOf(folio: FolioBook, look: Look): ComputedDay | undefined {
  const worth = look.isValued ? marketValueOf(folio, look.prices) : undefined;
  const securityFlows = worth && flowsOf(folio, look.prices);
  const { cashFlows, fees, shareFlows } = folio;
  const isWaiting = shareFlows.length > 0;
  const hasFlows = cashFlows !== 0n || fees !== 0n || isWaiting;
  const isValued = worth !== undefined && securityFlows !== undefined;
  if (!isValued && !hasFlows) return undefined;
  folio.cashFlows = 0n;
  folio.fees = 0n;
  const flows = { on: look.on, cashFlows, fees };
  if (!isValued) {
    return { ...flows, securityFlows: 0n, isWaiting, valuation: undefined, stale: [] };
  }
  folio.shareFlows = [];
  const valuation = { marketValue: worth.value, accrued: look.accrued };
  return { ...flows, securityFlows, isWaiting: false, valuation, stale: worth.stale };
}

/** Positions and cash at the day's prices, or undefined while one has no price yet. */
function marketValueOf(
  { cash, positions }: FolioBook,
  prices: PriceBoard,
): { value: bigint; stale: Id[] } | undefined {
  let value = cash;
  const stale: Id[] = [];
  for (const [security, shares] of positions) {
    const price = prices.last(security);
    if (price === undefined) return undefined;
    if (price.isStale) stale.push(security);
    value += worthOf(shares, price);
  }
  return { value, stale };
}

function flowsOf({ shareFlows }: FolioBook, prices: PriceBoard): bigint | undefined {
  let value = 0n;
  for (const { security, shares } of shareFlows) {
    const price = prices.last(security);
    if (price === undefined) return undefined;
    value += worthOf(shares, price);
  }
  return value;
}
