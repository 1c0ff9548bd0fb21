// The holdings of an account's folios once all its facts have happened. (docs/positions.md)

import {
  type AccountBook,
  bookingsOf,
  type CashFact,
  openPriceSources,
  type PriceSource,
  type QuotationFactors,
} from "@bursar/performance";
import type { LotFact } from "@bursar/tax-lots";
import type { Day } from "@bursar/values/dates";
import type { Id } from "@bursar/values/ids";

/** Shares, in 0.00001, of a security in a folio, and where its last price is looked up. */
export interface HeldPosition {
  readonly folioNumber: string;
  readonly securityId: Id;
  readonly shares: bigint;
  readonly priceSources: readonly PriceSource[];
}

/** Cash of a folio in cents. */
export interface HeldCash {
  readonly folioNumber: string;
  readonly cents: bigint;
}

/** Cash of a folio in cents at the end of a day on which it changed. */
export interface CashOfDay extends HeldCash {
  readonly on: Day;
}

/** The positions and the cash of all folios of an account. */
export interface Holdings {
  readonly positions: readonly HeldPosition[];
  readonly cash: readonly HeldCash[];
  /** By day. */
  readonly cashDays: readonly CashOfDay[];
}

/** The holdings after facts in the order of trade date and, on a day, of entry; with the factors of
 * securities whose quotation is not the price of one. */
export function heldByFacts(
  facts: readonly (LotFact | CashFact)[],
  quotationFactors?: QuotationFactors,
): Holdings {
  const account: AccountBook = {
    folios: new Map(),
    quotationFactors,
    onSplit: () => {},
    onSymbolChange: () => {},
  };
  const days = openCashDays(account);
  for (const { on, apply } of bookingsOf(facts)) {
    days.begin(on);
    apply(account);
  }
  const sources = openPriceSources(quotationFactors);
  for (const fact of facts) sources.note(fact);
  const positions: HeldPosition[] = [];
  const cash: HeldCash[] = [];
  for (const [folioNumber, folio] of account.folios) {
    if (folio.cash !== 0n) cash.push({ folioNumber, cents: folio.cash });
    for (const [securityId, shares] of folio.positions) {
      positions.push({ folioNumber, securityId, shares, priceSources: sources.of(securityId) });
    }
  }
  return { positions, cash, cashDays: days.end() };
}

/** Notes the cash of folios at the end of each day, where it is not that of the day before. */
function openCashDays({ folios }: AccountBook) {
  const known = new Map<string, bigint>();
  const cashDays: CashOfDay[] = [];
  let last: Day | undefined;
  const close = () => {
    if (last === undefined) return;
    for (const [folioNumber, { cash: cents }] of folios) {
      if (cents === (known.get(folioNumber) ?? 0n)) continue;
      known.set(folioNumber, cents);
      cashDays.push({ folioNumber, cents, on: last });
    }
  };
  return {
    begin(on: Day) {
      if (on === last) return;
      close();
      last = on;
    },
    end() {
      close();
      return cashDays;
    },
  };
}
