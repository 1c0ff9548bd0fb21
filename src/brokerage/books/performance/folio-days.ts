// The raw data of an account's folios, and the marked prices in it. (docs/performance.md)
import {
  type ComputedDay,
  computeRawData,
  type FolioDay,
  type PriceOrigin,
  type RawSources,
} from "@bursar/performance";
import type { Day } from "@bursar/values/dates";
import type { Id } from "@bursar/values/ids";
import type { Reader } from "../../../platform/store/db.ts";
import { selectCloses, selectValuationDays } from "../../../reference/prices/queries.ts";
import { selectComputedFolios } from "../../clients-and-accounts/accounts/reads.ts";
import { type Facts, selectFacts } from "../transactions/reads.ts";
import { continuedDays } from "./compute-series.ts";
import { selectImportedHistories, selectTickers } from "./day-queries.ts";
import type { SeriesKey } from "./queries.ts";

/** The raw data of folios as it was loaded, and which folios are computed instead. */
export interface GivenDays {
  readonly given: ReadonlyMap<string, readonly FolioDay[]>;
  readonly computed: ReadonlySet<string>;
}

/** The raw data of an account's folios, each from its own source; with a day what follows it. */
export function folioDaysOf(
  { given, computed }: GivenDays,
  sources: RawSources,
  after?: Day,
): ReadonlyMap<string, readonly FolioDay[]> {
  const isComputed = ([folio]: readonly [string, unknown]) => computed.has(folio);
  const loaded = [...given].filter((each) => !isComputed(each));
  if (computed.size === 0 || sources.facts.length === 0) return new Map(loaded);
  return new Map([...loaded, ...[...computeRawData(sources, after)].filter(isComputed)]);
}

/** The securities of which the raw data of facts needs closes. */
export function securitiesOf({ facts }: Pick<Facts, "facts">): Set<Id> {
  const securities = new Set<Id>();
  for (const fact of facts) {
    if ("security" in fact) securities.add(fact.security);
    if ("intoSecurity" in fact && fact.intoSecurity) securities.add(fact.intoSecurity);
  }
  return securities;
}

async function selectComputedDays(
  db: Reader,
  accountNumber: string,
): Promise<ReadonlyMap<string, readonly ComputedDay[]>> {
  const computed = (await selectComputedFolios(db, [accountNumber])).get(accountNumber);
  const { facts } = await selectFacts(db, accountNumber);
  if (computed === undefined || facts.length === 0) return new Map();
  const days = computeRawData({
    facts,
    closes: await selectCloses(db, [...securitiesOf({ facts })]),
    valuationDays: await selectValuationDays(db),
  });
  const imported = (await selectImportedHistories(db, [accountNumber])).get(accountNumber);
  const own = new Map([...days].filter(([folio]) => computed.has(folio)));
  return continuedDays(own, imported ?? new Map());
}

/** A price at which a security was valued that is not a close of the day. */
export interface OldPrice {
  readonly ticker: string;
  readonly pricedOn: Day;
  readonly origin: PriceOrigin;
}

/** The marked prices by the day valued at them; none are known for loaded days. */
export async function selectOldPrices(
  db: Reader,
  { accountNumber, folioNumber }: SeriesKey,
): Promise<ReadonlyMap<Day, readonly OldPrice[]>> {
  const folios = await selectComputedDays(db, accountNumber);
  const days = folioNumber === "" ? [...folios.values()].flat() : (folios.get(folioNumber) ?? []);
  const stale = days.flatMap(({ on, stale }) => stale.map((price) => ({ on, ...price })));
  const tickers = await selectTickers(db, [...new Set(stale.map(({ security }) => security))]);
  const known = new Map<Day, Map<string, OldPrice>>();
  for (const { on, security, pricedOn, origin } of stale) {
    const ofDay = known.get(on) ?? new Map<string, OldPrice>();
    const ticker = tickers.get(security) ?? security;
    known.set(on, ofDay.set(ticker, { ticker, pricedOn, origin }));
  }
  return new Map([...known].map(([on, prices]) => [on, [...prices.values()].toSorted(byTicker)]));
}

function byTicker(a: OldPrice, b: OldPrice): number {
  return a.ticker < b.ticker ? -1 : 1;
}
