// The effects of a sale on the lots of an account, by each method of relief side by side; nothing
// is stored. (interface 4.16)
import assert from "node:assert/strict";
import {
  electionsOf,
  factRefusals,
  methodCodes,
  previewSale as previewByEngine,
  proceedsOf,
  runFacts,
  securitiesBehind,
  type TriedSale,
} from "@bursar/tax-lots";
import { type Day, encodeDay, newYorkDay } from "@bursar/values/dates";
import { type Decimal, fixed } from "@bursar/values/decimal";
import type { ErrorCode } from "@bursar/values/error-code";
import { nearestEven, places, textOf } from "@bursar/values/units";
import { moneyText } from "@bursar/values/whole";
import type { Context } from "../../../../platform/change/context.ts";
import { accountTypes, taxReliefMethods } from "../../../../reference/codes.ts";
import { forbidden, notFound, Refusal, ruleProblem } from "../../../../values/problem.ts";
import { lastPricesOf } from "../../positions/reads.ts";
import { namedLotOf } from "../../transactions/reads.ts";
import { taxLotErrors } from "../errors.ts";
import type { SalePreview, SaleToPreview } from "../preview-schema.ts";
import { encodeTried } from "./encode-preview.ts";
import { type SaleSettings, selectSaleSettings } from "./preview-queries.ts";
import { estimatedTaxOf, markLowestTax, type TaxRates } from "./sale-tax.ts";
import { selectLotFacts } from "./tied-lots.ts";

/** Returns what a sale would do by named lots, if there are any, and by each method of the account's
 * kind; refuses what could not be sold. */
export async function previewSale(
  { db, now }: Context,
  accountNumber: string,
  sale: SaleToPreview,
): Promise<SalePreview> {
  const settings = await selectSaleSettings(db, accountNumber, sale.securityId);
  if (settings === undefined) throw forbidden();
  const { isBooked, ticker, cusip, defaultTaxLotSelection: defaultMethod } = settings;
  if (!isBooked) throw notFound(taxLotErrors.notReported);
  const saleOn = sale.saleDate ?? newYorkDay(now);
  const { account, lotFacts } = await selectLotFacts(db, accountNumber, saleOn);
  const behind = securitiesBehind(sale.securityId, lotFacts);
  const facts = lotFacts.filter(({ security }) => behind.has(security));
  if (ticker === null || facts.length === 0) throw refuse(taxLotErrors.securityNotHeld);
  const close = sale.price === undefined ? await lastPriceOf(db, accountNumber, sale) : undefined;
  const price = sale.price ?? close?.price;
  const rates = ratesOf(settings, sale);
  const tried = triedAt(rates, { ...sale, price: price ?? ("0" as Decimal), saleOn });
  const sales = [];
  const { book } = runFacts(account, facts);
  const isAveraged = electionsOf(book).has(sale.securityId);
  const methods = isAveraged ? [averaged] : methodsOf(settings);
  for (const { method, relief } of [...namedIn(sale), ...methods]) {
    const preview = previewByEngine(account, facts, { ...tried, ...relief });
    if (preview.refusal !== undefined) throw refusedBy(preview.refusal.code);
    const isDefault = method === (isAveraged ? averaged.method : defaultMethod);
    const gains = encodeTried(preview, account);
    sales.push({ method, isDefault, ...gains, estimatedTax: estimatedTaxOf(gains, rates) });
  }
  if (price === undefined) throw refuse(taxLotErrors.priceUnknown);
  return {
    accountNumber,
    security: { ticker, cusip, id: sale.securityId },
    saleDate: encodeDay(saleOn),
    shareQuantity: fixed(sale.shares, places.shares),
    salePrice: fixed(price, places.price),
    priceDate: close ? encodeDay(close.on) : null,
    netSaleAmount: moneyText(proceedsOf(account, tried)),
    ...rates,
    sales: markLowestTax(sales),
  };
}

/** The last price of what is held, as positions show it, and the day of its close. */
async function lastPriceOf(
  db: Context["db"],
  accountNumber: string,
  { securityId }: SaleToPreview,
): Promise<{ readonly price: Decimal; readonly on: Day } | undefined> {
  const known = (await lastPricesOf(db, accountNumber)).get(securityId);
  if (known === undefined) return undefined;
  const { on, numerator, denominator } = known;
  return { price: textOf(nearestEven(numerator, denominator), places.price) as Decimal, on };
}

/** How the lots are chosen: by a method, or those that are named. */
interface Choice {
  readonly method: string | null;
  readonly relief: Pick<TriedSale, "method" | "namedLots">;
}

/** Lots that an election averages take no method: they are sold at the average alone. */
const averaged = { method: "AVGC", relief: {} };

function namedIn({ namedLots }: SaleToPreview): Choice[] {
  return namedLots === undefined
    ? []
    : [{ method: null, relief: { namedLots: namedLots.map(namedLotOf) } }];
}

function methodsOf({ accountType }: SaleSettings): Choice[] {
  const taxability = accountTypes.find(accountType)?.taxability;
  const applies = (code: string) => taxReliefMethods.find(code)?.appliesTo === taxability;
  return methodCodes.filter(applies).map((method) => ({ method, relief: { method } }));
}

/** The rates that are sent, else the account's; gains of other accounts than taxable ones have none. */
function ratesOf(settings: SaleSettings, sale: SaleToPreview): TaxRates {
  if (accountTypes.find(settings.accountType)?.taxability !== "taxable")
    return { shortTermTaxRate: null, longTermTaxRate: null };
  return {
    shortTermTaxRate: sale.shortTermTaxRate ?? settings.shortTermTaxRate,
    longTermTaxRate: sale.longTermTaxRate ?? settings.longTermTaxRate,
  };
}

type PricedSale = SaleToPreview & { readonly price: Decimal; readonly saleOn: Day };

function triedAt(rates: TaxRates, { securityId, shares, price, fees, saleOn }: PricedSale) {
  const { shortTermTaxRate: short, longTermTaxRate: long } = rates;
  return {
    security: securityId,
    shares,
    price,
    tradeOn: saleOn,
    ...(fees !== undefined && { fees }),
    ...(short !== null && { shortTermTaxRate: short }),
    ...(long !== null && { longTermTaxRate: long }),
  };
}

/** The problem of each reason for which the engine refuses a sale. */
const refusals: Readonly<Record<string, ErrorCode>> = {
  [factRefusals.held.code]: taxLotErrors.sharesNotHeld,
  [factRefusals.namedLots.code]: taxLotErrors.lotsNotNamed,
  [factRefusals.namedSum.code]: taxLotErrors.namedSum,
  [factRefusals.namedHeld.code]: taxLotErrors.namedNotHeld,
};

function refusedBy(code: string): Refusal {
  const error = refusals[code];
  assert(error !== undefined, `a sale was refused with ${code}`);
  return refuse(error);
}

function refuse(error: ErrorCode): Refusal {
  return new Refusal(400, [ruleProblem(error)]);
}
