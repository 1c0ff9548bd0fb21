// The balances that the service makes of rows at the end of a day, without a store: the rows that its statement
// selects, and the cash of folios by trade date.
import type { Day } from "@bursar/values/dates";
import type { Decimal } from "@bursar/values/decimal";
import type { Id } from "@bursar/values/ids";
import { moneyText } from "@bursar/values/units";
import { type Balances, balancesOf } from "../src/brokerage/books/balances/balances.ts";
import type { PendingRow } from "../src/brokerage/books/balances/queries.ts";
import {
  firstUnsettled,
  unsettledCash,
  unsettledRows,
} from "../src/brokerage/books/balances/unsettled-cash.ts";
import { heldByFacts } from "../src/brokerage/books/positions/held-by-facts.ts";
import { factOf } from "../src/brokerage/books/transactions/reads.ts";
import type { Calendar } from "../src/reference/settlement/queries.ts";

const trades = ["BUY", "REI", "SLE"];

/** The balances of rows in force, none of which pays by what was held. */
export function computedCash(rows: readonly PendingRow[], on: Day, calendar: Calendar): Balances {
  const until = rows.filter(({ tradeOn }) => tradeOn <= on);
  const factors = new Map<Id, Decimal>();
  for (const { securityId, quotationFactor } of rows) {
    if (securityId && quotationFactor) factors.set(securityId, quotationFactor);
  }
  const { tradedSince, tradedByGroupSince } = firstUnsettled(calendar, on);
  const pending = until.filter(({ settlementOn, transactionType, tradeOn, settlementPeriod }) => {
    if (settlementOn) return settlementOn > on;
    const since = settlementPeriod == null ? tradedByGroupSince : tradedSince;
    return trades.includes(transactionType) && tradeOn >= since;
  });
  const cash = heldByFacts(
    until.map((row) => factOf(row)),
    factors,
  ).cash.map(({ folioNumber, cents }) => [folioNumber, moneyText(cents) as Decimal] as const);
  const names = ["F01", "F03", "F04"];
  const known = new Map(cash);
  const folios = names.map((folioNumber) => ({
    folioNumber,
    cash: known.get(folioNumber) ?? ("0" as Decimal),
  }));
  return balancesOf({ folios }, unsettledCash(unsettledRows(pending, calendar, on), []));
}
