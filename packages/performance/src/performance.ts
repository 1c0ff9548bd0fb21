// The package: raw data, facts and prices in, unit values, returns and periods out. (README.md)
export { type Day, decodeDay } from "../../values/src/dates.ts";
export type { AccountFact, PaidFact } from "./account-fact.ts";
export { daysFrom, type FolioDay, rawDaysOf, sumOfFolios } from "./account-sum.ts";
export type { Advance, PaymentDays } from "./advances.ts";
export { benchmarkIndex, valueAt } from "./benchmark-index.ts";
export { type AccountBook, book } from "./book.ts";
export { bookingsOf } from "./bookings.ts";
export { calendarReturns } from "./calendar-returns.ts";
export type { CashFact } from "./cash-fact.ts";
export {
  beforeFirstDay,
  beginsAnew,
  type ChainState,
  chainDays,
  debitOf,
  divide,
  endValueOf,
  firstUnit,
  flowOf,
  hasReturn,
  largestOf,
  published,
  type RawDay,
  stateAfter,
  type UnitDay,
  unitScale,
} from "./chain.ts";
export {
  type AccruedAtEnd,
  type DayEnd,
  type DayEnds,
  dayEndsOf,
  type HeldAtEnd,
  type Move,
} from "./day-ends.ts";
export { type Drawdown, largestDrawdown, type Point } from "./drawdown.ts";
export type { LastPrice, PriceOrigin } from "./given-prices.ts";
export { modelChain, modelChainInSteps } from "./model-chain.ts";
export { openPriceSources, type PriceSource } from "./price-sources.ts";
export type { Closes } from "./prices.ts";
export type { AwaitedShares, Promised, PromisedPayout } from "./promised.ts";
export type { QuotationFactors } from "./quotation.ts";
export { type ComputedDay, computeRawData, type RawSources } from "./raw-data.ts";
export { acrossSplits, type SecuritySplit } from "./split-closes.ts";
export {
  daysHeld,
  needsWholeHistory,
  ownPeriod,
  type PeriodCode,
  periodCodes,
  startOfPeriod,
  yearlyRate,
} from "./standard-periods.ts";
export {
  type Summary,
  summarise,
  type TimeWeighted,
  timeWeighted,
  type ValuedDay,
} from "./summary.ts";
export { volatility } from "./volatility.ts";
