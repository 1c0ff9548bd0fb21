// Listing the positions of a firm's taxable accounts that could be sold at a loss, with the purchases in the
// household that would disallow it. (interface 4.16; 26 USC 1091)
import { windowDays } from "@bursar/tax-lots";
import { addDays, type Day, daysBetween, encodeDay, newYorkDay } from "@bursar/values/dates";
import { type Decimal, fixed, sum } from "@bursar/values/decimal";
import type { Id } from "@bursar/values/ids";
import { places } from "@bursar/values/units";
import type { Context } from "../../../../platform/change/context.ts";
import { accountTypes } from "../../../../reference/codes.ts";
import { invalid, Refusal } from "../../../../values/problem.ts";
import { firmOfRecords } from "../../../clients-and-accounts/firms/reads.ts";
import {
  type HouseholdNeighbors,
  neighborsOf,
  selectHouseholdInView,
} from "../../../clients-and-accounts/households/reads.ts";
import { lastPricesOf } from "../../positions/reads.ts";
import type { CandidatesQuery, TaxLossCandidate } from "../candidates-schema.ts";
import { terms } from "../computed/encode-computed-lot.ts";
import { lotsAt } from "../computed/get-unrealized-gains.ts";
import { selectOpenLots } from "../computed/queries.ts";
import type { UnrealizedLot } from "../unrealized-schema.ts";
import {
  type LossRow,
  type PurchaseRow,
  selectLosses,
  selectPurchases,
} from "./candidate-queries.ts";
import { estimatedTaxOf } from "./sale-tax.ts";

const usualLimit = "100" as Decimal;
const leastLoss = "0.01" as Decimal;

const taxableTypes = accountTypes.rows
  .filter(({ taxability }) => taxability === "taxable")
  .map(({ code }) => code);

/** Returns the candidates of a firm, the operator's being all: the largest loss first. */
export async function listTaxLossCandidates(
  ctx: Context,
  firmOid: string,
  { household, limit = usualLimit, minimumloss: minimumLoss = leastLoss }: CandidatesQuery,
): Promise<TaxLossCandidate[]> {
  const { db, now } = ctx;
  const today = newYorkDay(now);
  const rows = await selectLosses(db, {
    firmOid: await firmOfRecords(db, firmOid),
    accountNumbers: household === undefined ? null : await accountsOf(ctx, household),
    accountTypes: taxableTypes,
    minimumLoss,
    limit,
  });
  const neighbors = await neighborsOf(
    db,
    rows.map(({ accountNumber }) => accountNumber),
    today,
  );
  const purchases = await selectPurchases(db, {
    accountNumbers: [
      ...new Set(rows.flatMap(({ accountNumber: own }) => neighbors.get(own)?.accounts ?? [own])),
    ],
    securityIds: [...new Set(rows.map(({ securityId }) => securityId))],
    taxableTypes,
    since: addDays(today, -windowDays),
    today,
  });
  const candidates: TaxLossCandidate[] = [];
  const lotsOf = lotReader(ctx, today);
  for (const row of rows) {
    const lots = await lotsOf(row);
    const of = { neighbors: neighbors.get(row.accountNumber), purchases, today };
    const candidate = encodeCandidate(row, lots, of);
    if (candidate !== undefined) candidates.push(candidate);
  }
  return candidates;
}

async function accountsOf(ctx: Context, householdOid: string): Promise<readonly string[]> {
  const found = await selectHouseholdInView(ctx, householdOid, "detail");
  if (found === undefined) throw new Refusal(400, [invalid("household")]);
  return found.today;
}

/** Reads the lots of a position at its last price; those of an account are read once. */
function lotReader({ db }: Context, today: Day) {
  const read = new Map<string, Promise<ReadonlyMap<string, readonly UnrealizedLot[]>>>();
  const ofAccount = async (accountNumber: string) => {
    const rows = (await selectOpenLots(db, accountNumber)) ?? [];
    const prices = await lastPricesOf(db, accountNumber);
    const view = { accountNumber, isTaxable: true, today };
    const held = Map.groupBy(rows, ({ securityId }) => securityId);
    return new Map(
      [...held].map(([security, own]) => [security, lotsAt(prices.get(security as Id), own, view)]),
    );
  };
  return async ({ accountNumber, securityId }: LossRow): Promise<readonly UnrealizedLot[]> => {
    const known = read.get(accountNumber) ?? ofAccount(accountNumber);
    read.set(accountNumber, known);
    return (await known).get(securityId) ?? [];
  };
}

interface Surroundings {
  readonly neighbors: HouseholdNeighbors | undefined;
  readonly purchases: readonly PurchaseRow[];
  readonly today: Day;
}

/** The candidate; undefined where rounding leaves no loss. */
function encodeCandidate(
  { accountNumber, accountName, securityId, ...rates }: LossRow,
  lots: readonly UnrealizedLot[],
  { neighbors, purchases, today }: Surroundings,
): TaxLossCandidate | undefined {
  const losing = lots.filter(({ unrealizedGainLoss: gain }) => gain?.startsWith("-"));
  const [first] = losing;
  if (first === undefined || first.price === null || first.priceDate === null) return undefined;
  const gainOf = (term: string) =>
    totalOf(losing.flatMap((lot) => (lot.gainLossTerm === term ? lot.unrealizedGainLoss : [])));
  const gains = {
    shortTermGainLoss: gainOf(terms.ST),
    longTermGainLoss: gainOf(terms.LT),
    unknownTermGainLoss: gainOf(terms.UN),
  };
  const kept = new Set(
    lots.flatMap((lot) => (losing.includes(lot) ? [] : lot.originatingTransactionId)),
  );
  const accounts = neighbors?.accounts ?? [accountNumber];
  const meeting = purchases.filter(
    (each) =>
      each.securityId === securityId &&
      accounts.includes(each.accountNumber) &&
      // A purchase that would be sold with the losses replaces none of their shares.
      (each.accountNumber !== accountNumber || kept.has(each.transactionId)),
  );
  const encoded = meeting.map((each) => encodePurchase(each, today));
  return {
    accountNumber,
    accountName,
    householdOid: neighbors?.householdOid ?? null,
    householdName: neighbors?.name ?? null,
    security: first.security,
    price: first.price,
    priceDate: first.priceDate,
    shareQuantity: fixed(sum(losing.map((lot) => lot.shareQuantity as Decimal)), places.shares),
    marketValue: totalOf(losing.flatMap((lot) => lot.marketValue ?? [])),
    adjustedCostBasis: totalOf(losing.flatMap((lot) => lot.adjustedCostBasis ?? [])),
    unrealizedGainLoss: totalOf(losing.flatMap((lot) => lot.unrealizedGainLoss ?? [])),
    ...gains,
    estimatedTax: estimatedTaxOf(gains, rates),
    purchases: encoded,
    // The newest purchase is the last to leave the window.
    daysUntilClear: encoded[0]?.daysUntilClear ?? "0",
  };
}

function encodePurchase({ securityId: _of, tradeOn, ...purchase }: PurchaseRow, today: Day) {
  return {
    ...purchase,
    tradeDate: encodeDay(tradeOn),
    daysSince: String(daysBetween(tradeOn, today)),
    daysUntilClear: String(daysBetween(today, addDays(tradeOn, windowDays + 1))),
  };
}

function totalOf(amounts: readonly (string | null)[]): string {
  return fixed(sum(amounts.flatMap((amount) => (amount === null ? [] : (amount as Decimal)))), 2);
}
