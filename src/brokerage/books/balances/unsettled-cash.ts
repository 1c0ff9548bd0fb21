// The movements by rows when they settle, by the engine that also computes what folios hold.
// (docs/balances.md)
import { type AccountBook, bookingsOf, type QuotationFactors } from "@bursar/performance";
import { addDays, type Day } from "@bursar/values/dates";
import type { Decimal } from "@bursar/values/decimal";
import type { Id } from "@bursar/values/ids";
import type { Calendar } from "../../../reference/settlement/queries.ts";
import { type Facts, factOf } from "../transactions/reads.ts";
import type { UnsettledCash } from "./balances.ts";
import type { FirstUnsettled, PendingRow } from "./queries.ts";

/** Events that pay by what folios held before, and so are followed from the first fact on. */
const ofPositions: ReadonlySet<string> = new Set(["MRG", "ROC", "EXR"]);

/** The most settlement days that a security may take. */
const mostSettlementDays = 10;

/** The days before which every trade without a settlement date of its own has settled by another. */
export function firstUnsettled(
  {
    isSettlementDay,
    isTradingDay,
    mostSettlementDays: mostOfGroups,
  }: Pick<Calendar, "isSettlementDay" | "isTradingDay" | "mostSettlementDays">,
  on: Day,
): FirstUnsettled {
  const since = (most: number) => {
    let day = on;
    for (let left = most; left > 0; day = addDays(day, -1)) {
      if (isSettlementDay(day)) left -= 1;
    }
    // A trade of a day without trading counts on the next one.
    while (!isTradingDay(day)) day = addDays(day, -1);
    return day;
  };
  const tradedSince = since(mostSettlementDays);
  const byGroup = Math.min(mostOfGroups({ from: tradedSince, to: on }), mostSettlementDays);
  return { tradedSince, tradedByGroupSince: since(byGroup) };
}

/** The rows that settle after a day, each with the day on which it does. */
export function unsettledRows(
  rows: readonly PendingRow[],
  { settlesOn }: Pick<Calendar, "settlesOn">,
  on: Day,
): { readonly row: PendingRow; readonly settlesOn: Day }[] {
  return rows
    .map((row) => {
      const { transactionType: type, tradeOn, settlementOn, instrumentType } = row;
      const security = instrumentType
        ? { instrumentType, settlementPeriod: row.settlementPeriod }
        : undefined;
      return { row, settlesOn: settlesOn({ type, tradeOn, settlementOn }, security) };
    })
    .filter((each) => each.settlesOn > on);
}

/** Whether any of some rows pays by what was held before. */
export function paysByPositions(rows: readonly Pick<PendingRow, "transactionType">[]): boolean {
  return rows.some(({ transactionType }) => ofPositions.has(transactionType));
}

/** The movements by each row. Rows that pay by positions are followed with `facts`, all of the
 * account's; without such rows none are needed. */
export function unsettledCash(
  unsettled: readonly { readonly row: PendingRow; readonly settlesOn: Day }[],
  facts: Facts["facts"],
): UnsettledCash[] {
  const factors = factorsOf(unsettled.map(({ row }) => row));
  const followed = cashOfFacts(facts, factors);
  return unsettled.map(({ row, settlesOn }) => {
    const alone = ofPositions.has(row.transactionType)
      ? followed
      : cashOfFacts([factOf(row)], factors);
    return { settlesOn, folios: alone.get(row.transactionId) ?? new Map() };
  });
}

/** The cash that each fact moves in each folio, by transaction, in cents. */
function cashOfFacts(
  facts: Facts["facts"],
  quotationFactors: QuotationFactors,
): ReadonlyMap<Id, ReadonlyMap<string, bigint>> {
  const account: AccountBook = {
    folios: new Map(),
    quotationFactors,
    onSplit: () => {},
    onSymbolChange: () => {},
  };
  const moved = new Map<Id, Map<string, bigint>>();
  for (const { fact, apply } of bookingsOf(facts)) {
    const before = new Map([...account.folios].map(([name, { cash }]) => [name, cash]));
    apply(account);
    const own = moved.get(fact.transactionId) ?? new Map<string, bigint>();
    moved.set(fact.transactionId, own);
    for (const [name, { cash }] of account.folios) {
      const cents = cash - (before.get(name) ?? 0n);
      if (cents !== 0n) own.set(name, (own.get(name) ?? 0n) + cents);
    }
  }
  return moved;
}

function factorsOf(rows: readonly PendingRow[]): QuotationFactors {
  const factors = new Map<Id, Decimal>();
  for (const { securityId, quotationFactor } of rows) {
    if (securityId && quotationFactor) factors.set(securityId, quotationFactor);
  }
  return factors;
}
