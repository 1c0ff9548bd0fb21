// The package: facts of lots in, open lots, closed lots, sums and refusals out. (README.md)
export { type Day, decodeDay } from "../../values/src/dates.ts";
export { type Decimal, decodeDecimal } from "../../values/src/decimal.ts";
export type { Id } from "../../values/src/ids.ts";
export { securitiesBehind, securitiesOf } from "./facts/behind.ts";
export { dayNumber, dayOf, longFrom } from "./facts/calendar.ts";
export { problemOf } from "./facts/check-fact.ts";
export { problemsOfRecords } from "./facts/check-record.ts";
export { decodeFact, type PlainFact } from "./facts/decode-fact.ts";
export {
  type CoverKind,
  type LotAccount,
  type LotFact,
  type LotsMoved,
  type LotsReceived,
  type MethodCode,
  methodCodes,
  type NamedLot,
  type TransferredLot,
} from "./facts/fact.ts";
export { dayOfFact, isEffective } from "./facts/order.ts";
export { type FactRefusal, factRefusals } from "./facts/refusals.ts";
export type { Book } from "./relief/book.ts";
export { windowDays } from "./relief/wash-sales.ts";
export { inOrder, type Run, runFacts } from "./reorganizations/run.ts";
export { closedLots } from "./results/closed-lots.ts";
export { coverRules } from "./results/covered.ts";
export { electionsOf } from "./results/elections.ts";
export { type FoundLot, findLot } from "./results/find-lot.ts";
export { openLots } from "./results/open-lots.ts";
export { previewSale, proceedsOf, type TriedLots, type TriedSale } from "./results/sale-preview.ts";
export { checkFacts, streamFacts } from "./results/stream.ts";
export { sumsOf } from "./results/sums.ts";
export type { ClosedLot, OpenLot } from "./results/tax-lot.ts";
export {
  type AccountFacts,
  movedLots,
  runTiedAccounts,
  type TiedRun,
} from "./results/tied-accounts.ts";
export type { ConsideredLot, TracedLot, TraceEntry } from "./shelf/trace.ts";
