// The cash of an account by trade date and by settlement, and what of it may be used. The only definitions of
// these figures. (docs/balances.md)
import type { Day } from "@bursar/values/dates";
import { places, sumOf, unitsOf } from "@bursar/values/units";
import type { Calendar } from "../../../reference/settlement/queries.ts";
import type { AccountCashRow } from "./queries.ts";

/** Cash that a row moves in the folios of an account when it settles, in cents. */
export interface UnsettledCash {
  readonly settlesOn: Day;
  readonly folios: ReadonlyMap<string, bigint>;
}

/** Credits and debits of a day to come, and the settled cash at its end, in cents. */
export interface Settlement {
  readonly on: Day;
  readonly credits: bigint;
  readonly debits: bigint;
  readonly balance: bigint;
}

/** Cash by trade date and as far as it is settled, in cents. */
export interface Cash {
  readonly traded: bigint;
  readonly settled: bigint;
}

/** The cash of an account at the end of a day, in cents. */
export interface Balances extends Cash {
  readonly credits: bigint;
  readonly debits: bigint;
  readonly settlements: readonly Settlement[];
  readonly folios: readonly (Cash & { readonly folioNumber: string })[];
}

/** The cash of an account and of its folios; a journal between folios is no credit or debit of the account. */
export function balancesOf(
  { folios }: Pick<AccountCashRow, "folios">,
  unsettled: readonly UnsettledCash[],
): Balances {
  const moves = unsettled.map(({ settlesOn, folios: moved }) => ({
    on: settlesOn,
    cents: sumOf([...moved.values()]),
  }));
  const traded = sumOf(folios.map(({ cash }) => unitsOf(cash, places.money)));
  const credits = sumOf(moves.map(({ cents }) => above(cents)));
  const debits = sumOf(moves.map(({ cents }) => above(-cents)));
  const settled = traded - credits + debits;
  return {
    traded,
    settled,
    credits,
    debits,
    settlements: settlementsOf(moves, settled),
    folios: folios.map(({ folioNumber, cash }) => {
      const own = unitsOf(cash, places.money);
      const later = sumOf(unsettled.map(({ folios: moved }) => moved.get(folioNumber) ?? 0n));
      return { folioNumber, traded: own, settled: own - later };
    }),
  };
}

function settlementsOf(
  moves: readonly { readonly on: Day; readonly cents: bigint }[],
  settled: bigint,
): Settlement[] {
  const moving = moves.filter(({ cents }) => cents !== 0n);
  const byDay = [...Map.groupBy(moving, ({ on }) => on)].toSorted(([a], [b]) => (a < b ? -1 : 1));
  let balance = settled;
  return byDay.map(([on, ofDay]) => {
    const credits = sumOf(ofDay.map(({ cents }) => above(cents)));
    const debits = sumOf(ofDay.map(({ cents }) => above(-cents)));
    balance += credits - debits;
    return { on, credits, debits, balance };
  });
}

/** Holds on an account's cash, in cents. */
export interface CashHolds {
  /** For orders that are placed. */
  readonly reserved: bigint;
  /** Deposits that may be traded with and not withdrawn yet. */
  readonly held: bigint;
  /** Withdrawals that are under way. */
  readonly pending: bigint;
}

/** The usable part of an account's cash, in cents; none is below 0. */
export interface Available {
  /** For a buy that settles one settlement day after the trading day of an order of now, and two. */
  readonly toTrade: readonly [one: bigint, two: bigint];
  readonly toWithdraw: bigint;
}

/** The cash that may be used today. All debits are held back, also those that settle later than a
 * buy of now; credits count as far as they settle with it. */
export function availableOf(
  { settled, debits, settlements }: Balances,
  { reserved, held, pending }: CashHolds,
  {
    addSettlementDays,
    nextTradingDay,
  }: Pick<Calendar, "addSettlementDays"> & {
    readonly nextTradingDay: Day;
  },
): Available {
  const free = settled - debits - reserved - pending;
  const withCredits = (days: number) => {
    const until = addSettlementDays(nextTradingDay, days);
    return above(free + sumOf(settlements.map(({ on, credits }) => (on <= until ? credits : 0n))));
  };
  return { toTrade: [withCredits(1), withCredits(2)], toWithdraw: above(free - held) };
}

function above(cents: bigint): bigint {
  return cents > 0n ? cents : 0n;
}
