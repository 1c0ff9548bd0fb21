// An account and its facts as they are written outside the engine: one object for each, with the
// names of fact.ts. (docs/tax-lots.md, "The engine alone")

import {
  type CoverKind,
  type LotAccount,
  type LotFact,
  type MethodCode,
  methodCodes,
} from "@bursar/tax-lots";
import { places } from "@bursar/values/units";
import type { Static } from "typebox";
import { bool, day, decimal, id, text } from "../values/scalars.ts";
import { list, object, optional } from "../values/wire.ts";

const shares = decimal({ places: places.shares });
const money = decimal({ places: places.money });
const price = decimal({ places: places.price });
const ratio = decimal({ places: 20 });
const partPlaces = 6;
const place = text({ pattern: /^[1-9]\d{0,4}$/ });
const methodCode = text<MethodCode>({
  pattern: new RegExp(`^(${methodCodes.join("|")})$`),
});

/** The first object: whose facts they are. */
export const AccountRecord = object({
  account: text(),
  isTaxable: bool(),
  defaultMethod: methodCode,
  today: optional(day()),
  fundSecurities: optional(list(id())),
  fundsAveragedFrom: optional(day()),
  quotationFactors: optional(list(object({ security: id(), factor: price }))),
  securityKinds: optional(
    list(
      object({ security: id(), kind: text<CoverKind>({ pattern: /^(stock|fund|debt|option)$/ }) }),
    ),
  ),
});

const LotRecord = object({
  shares,
  originalOn: optional(day()),
  adjustedOn: optional(day()),
  originalCostBasis: optional(money),
  adjustedCostBasis: optional(money),
  isCovered: optional(bool()),
  isInherited: optional(bool()),
  giftOn: optional(day()),
  giftMarketValue: optional(money),
});

/** A fact of any kind; what its kind needs is looked at by the engine. */
export const FactRecord = object({
  kind: text({ max: 20 }),
  transactionId: id(),
  entryOrder: optional(text({ pattern: /^\d{1,15}$/ })),
  tradeOn: day(),
  settlementOn: optional(day()),
  folio: optional(text()),
  security: id(),
  shares: optional(shares),
  price: optional(price),
  lastClose: optional(price),
  fees: optional(money),
  netAmount: optional(money),
  accruedInterest: optional(money),
  lots: optional(list(LotRecord)),
  donorAcquiredOn: optional(day()),
  donorBasis: optional(money),
  marketValue: optional(money),
  diedOn: optional(day()),
  method: optional(methodCode),
  keptMethod: optional(methodCode),
  namedLots: optional(list(object({ transactionId: id(), place: optional(place), shares }))),
  shortTermTaxRate: optional(ratio),
  longTermTaxRate: optional(ratio),
  federalTaxWithholding: optional(money),
  stateTaxWithholding: optional(money),
  withholdingState: optional(text()),
  foreignTaxWithholding: optional(money),
  withholdingCountry: optional(text()),
  ratioNew: optional(ratio),
  ratioOld: optional(ratio),
  intoSecurity: optional(id()),
  cashPerShare: optional(price),
  newShareValue: optional(price),
  childValue: optional(price),
  parentValue: optional(price),
  childPart: optional(price),
  newShares: optional(shares),
  amount: optional(money),
  exOn: optional(day()),
  reason: optional(text({ max: 3 })),
  holdingDays: optional(text({ pattern: /^\d{1,6}$/ })),
  adjustedLots: optional(list(object({ transactionId: id(), place: optional(place) }))),
  part: optional(decimal({ places: partPlaces })),
  election: optional(text({ max: 3 })),
  planSince: optional(day()),
  toAccount: optional(text()),
  toFolio: optional(text()),
});

/** The account of a record. */
export function decodeAccount(record: Static<typeof AccountRecord>): LotAccount {
  const { securityKinds = [], quotationFactors = [], fundSecurities = [] } = record;
  const { account, isTaxable, defaultMethod, fundsAveragedFrom } = record;
  return {
    account,
    isTaxable,
    defaultMethod,
    securityKinds: new Map(securityKinds.map(({ security, kind }) => [security, kind])),
    quotationFactors: new Map(quotationFactors.map(({ security, factor }) => [security, factor])),
    fundSecurities: new Set(fundSecurities),
    ...(fundsAveragedFrom !== undefined && { fundsAveragedFrom }),
  };
}

/** The fact of a record; its place is the order of entry where it names none. */
export function decodeLotFact(record: Static<typeof FactRecord>, place: number): LotFact {
  const { entryOrder, holdingDays, ...fact } = record;
  // The type does not know the needs of the kind: the engine looks at them before it uses them.
  const entered = entryOrder === undefined ? place : Number.parseInt(entryOrder, 10);
  const held = holdingDays !== undefined && { holdingDays: Number.parseInt(holdingDays, 10) };
  return { ...fact, ...held, entryOrder: entered } as unknown as LotFact;
}
