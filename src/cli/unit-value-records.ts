// The inputs of unit values as they are written outside the engine, next to the facts of lots.
// (docs/performance.md, "The engine alone")

import type { CashFact, FolioDay } from "@bursar/performance";
import { places, unitsOf } from "@bursar/values/units";
import type { Static } from "typebox";
import { bool, day, decimal, id, text } from "../values/scalars.ts";
import { object, optional } from "../values/wire.ts";

const money = decimal({ places: places.money });

/** Raw data of a folio's day as it is given; without a market value it has flows or fees alone. */
export const ValuationRecord = object({
  kind: text({ pattern: /^valuation$/ }),
  folio: text(),
  on: day(),
  marketValue: optional(money),
  accrued: optional(money),
  cashFlows: optional(money),
  securityFlows: optional(money),
  fees: optional(money),
  cash: optional(money),
  advances: optional(money),
});

/** A security whose quotation is not the price of one. */
export const SecurityRecord = object({
  kind: text({ pattern: /^security$/ }),
  security: id(),
  quotationFactor: decimal({ places: 6, above: "0" }),
});

/** A closing price. */
export const CloseRecord = object({
  kind: text({ pattern: /^close$/ }),
  security: id(),
  on: day(),
  close: decimal({ places: places.price, min: "0" }),
});

const base = {
  transactionId: id(),
  entryOrder: optional(text({ pattern: /^\d{1,15}$/ })),
  tradeOn: day(),
  folio: text(),
};
const amount = decimal({ places: places.money, above: "0" });

/** The facts without lots, each by its kind. */
export const cashRecords = {
  deposit: object({ kind: text(), ...base, amount }),
  withdrawal: object({ kind: text(), ...base, amount }),
  dividend: object({ kind: text(), ...base, amount, exOn: optional(day()) }),
  expense: object({ kind: text(), ...base, amount }),
  interest: object({
    kind: text(),
    ...base,
    amount: money,
    exOn: optional(day()),
    security: optional(id()),
  }),
  /** `paidBy` is another folio, or `outside`. */
  fee: object({
    kind: text(),
    ...base,
    amount,
    paidBy: optional(text()),
    isRefund: optional(bool()),
  }),
  cashJournal: object({ kind: text(), ...base, amount, toFolio: text() }),
  shareJournal: object({
    kind: text(),
    ...base,
    security: id(),
    shares: decimal({ places: places.shares, above: "0" }),
    toFolio: text(),
  }),
};

/** Whether a kind is of a fact without lots. */
export function isCashKind(kind: string): kind is keyof typeof cashRecords {
  return Object.hasOwn(cashRecords, kind);
}

/** The fact of a record; its place is the order of entry where it names none. */
export function decodeCashFact(
  record: Static<(typeof cashRecords)[keyof typeof cashRecords]>,
  place: number,
): CashFact {
  const { entryOrder, ...fact } = record;
  const entered = entryOrder === undefined ? place : Number.parseInt(entryOrder, 10);
  const payer = "paidBy" in fact ? fact.paidBy : undefined;
  const paidBy = payer === undefined || payer === "outside" ? payer : { folio: payer };
  // Each kind has a schema of its own, which the type of all of them together does not show.
  return { ...fact, ...(paidBy && { paidBy }), entryOrder: entered } as unknown as CashFact;
}

/** The day of a record. */
export function decodeFolioDay(record: Static<typeof ValuationRecord>): FolioDay {
  const { on, marketValue, accrued, cashFlows, securityFlows, fees, cash, advances } = record;
  const cents = (value: typeof marketValue) =>
    value === undefined ? 0n : unitsOf(value, places.money);
  return {
    on,
    cashFlows: cents(cashFlows),
    securityFlows: cents(securityFlows),
    fees: cents(fees),
    isWaiting: false,
    hasEstimatedFlows: false,
    valuation:
      marketValue === undefined
        ? undefined
        : {
            marketValue: cents(marketValue),
            accrued: cents(accrued),
            cash: cents(cash),
            advances: cents(advances),
            isEstimated: false,
          },
  };
}
