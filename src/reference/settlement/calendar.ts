// The one calendar of trading, banking and settlement days, and when a trade settles. What was loaded for a day
// takes precedence over every rule. (docs/performance.md, "Settlement days")
import { addDays, type Day } from "@bursar/values/dates";
import type { DateRange } from "../../values/date-range.ts";
import { type ExchangeDayStatus, isBusinessDay } from "../exchange-days/calendar.ts";
import { earlyClose, isRegularEarlyDay, regularClose } from "../exchange-days/early-closes.ts";
import { isRegularBankingDay } from "./bank-holidays.ts";
import {
  mostDaysOfPeriods,
  periodOf,
  type SettlementPeriod,
  settlementGroupOf,
} from "./periods.ts";

/** The loaded facts about the exchange on a day. */
export interface LoadedExchangeDay {
  readonly status: ExchangeDayStatus;
  readonly isEarly?: boolean | undefined;
  /** A time in New York: `13:00`. */
  readonly closesAt?: string | undefined;
}

/** Everything that was loaded of days and periods. */
export interface LoadedDays {
  readonly exchange: ReadonlyMap<Day, LoadedExchangeDay>;
  readonly banks: ReadonlyMap<Day, ExchangeDayStatus>;
  readonly settlement: ReadonlyMap<Day, ExchangeDayStatus>;
  readonly periods: readonly SettlementPeriod[];
}

/** A trade as far as its settlement depends on it. */
export interface SettlingRow {
  /** The type of the transaction; what is no trade settles on its trade date. */
  readonly type: string;
  readonly tradeOn: Day;
  /** The day that was sent with it, which it keeps, whatever day that is. */
  readonly settlementOn?: Day | null | undefined;
}

/** A security as far as settlement depends on it. */
export interface SettlingSecurity {
  readonly instrumentType: string;
  /** Its own number of settlement days, from 0 to 10; else that of its group. */
  readonly settlementPeriod?: number | null | undefined;
}

/** The days by which trades are made, paid and settled. */
export interface Calendar {
  readonly isTradingDay: (day: Day) => boolean;
  readonly isBankingDay: (day: Day) => boolean;
  readonly isSettlementDay: (day: Day) => boolean;
  /** When the exchange closes on a day, as a time in New York; undefined where it does not trade. */
  readonly closesAt: (day: Day) => string | undefined;
  /** The n-th such day after a day, or before it where n is negative; the day itself for 0. */
  readonly addTradingDays: (day: Day, n: number) => Day;
  readonly addBankingDays: (day: Day, n: number) => Day;
  readonly addSettlementDays: (day: Day, n: number) => Day;
  /** How many settlement days after its trade date a trade of a day settles. */
  readonly settlementDays: (tradedOn: Day, security: SettlingSecurity) => number;
  /** The most of them that a trade of some days has by its group; or more than these. */
  readonly mostSettlementDays: (tradedOn: DateRange) => number;
  /** When a row settles. */
  readonly settlesOn: (row: SettlingRow, security?: SettlingSecurity) => Day;
}

/** The types of transactions that settle after their trade date. */
const trades: ReadonlySet<string> = new Set(["BUY", "REI", "SLE"]);

/** Whether a transaction of a type that says no day settles on another one than its trade date. */
export function settlesLater(type: string): boolean {
  return trades.has(type);
}

const nothingLoaded: LoadedDays = {
  exchange: new Map(),
  banks: new Map(),
  settlement: new Map(),
  periods: [],
};

/** Opens the calendar with what was loaded. */
export function openCalendar(loaded: LoadedDays = nothingLoaded): Calendar {
  const isTradingDay = remembered((day) => isBusinessDay(day, loaded.exchange.get(day)?.status));
  const isBankingDay = remembered((day) => isOpen(loaded.banks.get(day), isRegularBankingDay(day)));
  const isSettlementDay = remembered((day) =>
    isOpen(loaded.settlement.get(day), isTradingDay(day) && isBankingDay(day)),
  );
  const addSettlementDays = adding(isSettlementDay);
  const addTradingDays = adding(isTradingDay);
  const settlementDays: Calendar["settlementDays"] = (
    tradedOn,
    { instrumentType, settlementPeriod },
  ) => settlementPeriod ?? periodOf(settlementGroupOf(instrumentType), tradedOn, loaded.periods);
  return {
    isTradingDay,
    isBankingDay,
    isSettlementDay,
    closesAt: (day) => (isTradingDay(day) ? closeOf(day, loaded.exchange.get(day)) : undefined),
    addTradingDays,
    addBankingDays: adding(isBankingDay),
    addSettlementDays,
    settlementDays,
    mostSettlementDays: (tradedOn) => mostDaysOfPeriods(tradedOn, loaded.periods),
    settlesOn({ type, tradeOn, settlementOn }, security) {
      if (settlementOn) return settlementOn;
      if (!settlesLater(type) || security === undefined) return tradeOn;
      const tradedOn = isTradingDay(tradeOn) ? tradeOn : addTradingDays(tradeOn, 1);
      return addSettlementDays(tradedOn, settlementDays(tradedOn, security));
    },
  };
}

function isOpen(loaded: ExchangeDayStatus | undefined, byRule: boolean): boolean {
  return loaded === undefined ? byRule : loaded === "open";
}

function closeOf(day: Day, loaded: LoadedExchangeDay | undefined): string {
  if (loaded?.closesAt !== undefined) return loaded.closesAt;
  return (loaded?.isEarly ?? isRegularEarlyDay(day)) ? earlyClose : regularClose;
}

function adding(isOne: (day: Day) => boolean): (day: Day, n: number) => Day {
  return (day, n) => {
    let on = day;
    for (let left = Math.abs(n); left > 0; ) {
      on = addDays(on, Math.sign(n));
      if (isOne(on)) left -= 1;
    }
    return on;
  };
}

/** How many days are remembered: more than there are in a decade of requests. */
const mostRemembered = 10_000;

/** The same days are asked for once for every trade. */
function remembered(isOne: (day: Day) => boolean): (day: Day) => boolean {
  const known = new Map<Day, boolean>();
  return (day) => {
    const before = known.get(day);
    if (before !== undefined) return before;
    const found = isOne(day);
    if (known.size >= mostRemembered) known.clear();
    known.set(day, found);
    return found;
  };
}
