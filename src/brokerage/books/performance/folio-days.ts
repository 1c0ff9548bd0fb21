// The raw data of an account's folios, and the marked prices in it. (docs/performance.md)
import {
  type Advance,
  type ComputedDay,
  computeRawData,
  type FolioDay,
  type RawSources,
} from "@bursar/performance";
import type { Day } from "@bursar/values/dates";
import type { Id } from "@bursar/values/ids";
import type { Reader } from "../../../platform/store/db.ts";
import { selectCloses, selectValuationDays } from "../../../reference/prices/queries.ts";
import { selectCalendar } from "../../../reference/settlement/queries.ts";
import { selectComputedFolios } from "../../clients-and-accounts/accounts/reads.ts";
import { type Facts, selectFacts, selectPromised } from "../transactions/reads.ts";
import { continuedDays } from "./compute-series.ts";
import {
  type NamedSecurity,
  selectImportedHistories,
  selectNamedSecurities,
} from "./day-queries.ts";
import type { SeriesKey } from "./queries.ts";
import { valuationTermsOf } from "./valuation-terms.ts";

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
  const promised = promisedWithin(computed, sources.promised);
  const days = computeRawData({ ...sources, promised }, after);
  return new Map([...loaded, ...[...days].filter(isComputed)]);
}

/** The promises, without journals to or from a folio that is not computed: until a journal is
 * booked the cash stays where it is accrued. */
function promisedWithin(
  computed: ReadonlySet<string>,
  promised: RawSources["promised"],
): RawSources["promised"] {
  return promised?.filter(
    (fact) =>
      fact.kind !== "cashJournal" || (computed.has(fact.folio) && computed.has(fact.toFolio)),
  );
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

/** The facts about the computed days of an account beyond their raw data. */
interface ComputedNotes {
  readonly days: ReadonlyMap<string, readonly ComputedDay[]>;
  readonly advances: readonly Advance[];
  readonly securities: ReadonlyMap<Id, NamedSecurity>;
}

async function selectComputedNotes(
  db: Reader,
  accountNumber: string,
): Promise<ComputedNotes | undefined> {
  const computed = (await selectComputedFolios(db, [accountNumber])).get(accountNumber);
  const { facts } = await selectFacts(db, accountNumber);
  if (computed === undefined || facts.length === 0) return undefined;
  const ids = [...securitiesOf({ facts })];
  const securities = await selectNamedSecurities(db, ids);
  const promises = await selectPromised(db, [accountNumber]);
  const advances: Advance[] = [];
  const days = computeRawData({
    facts,
    promised: promisedWithin(computed, promises.get(accountNumber)),
    closes: await selectCloses(db, ids),
    valuationDays: await selectValuationDays(db),
    ...valuationTermsOf(securities, await selectCalendar(db)),
    onAdvance: (advance) => advances.push(advance),
  });
  const imported = (await selectImportedHistories(db, [accountNumber])).get(accountNumber);
  const own = new Map([...days].filter(([folio]) => computed.has(folio)));
  return { days: continuedDays(own, imported ?? new Map()), advances, securities };
}

/** A price at which a security was valued that is not a close of the day, or since when shares of it are awaited. */
export interface OldPrice {
  readonly ticker: string;
  readonly pricedOn: Day;
  readonly origin: ComputedDay["stale"][number]["origin"];
}

/** The notes that explain a series: the marked prices by the day valued at them, and the advances.
 * Nothing is known of loaded days. */
export interface DayNotes {
  readonly oldPrices: ReadonlyMap<Day, readonly OldPrice[]>;
  /** Of a folio those that it gave, too. */
  readonly advances: readonly Advance[];
}

/** The notes on the days of a series. */
export async function selectDayNotes(
  db: Reader,
  { accountNumber, folioNumber }: SeriesKey,
): Promise<DayNotes> {
  const notes = await selectComputedNotes(db, accountNumber);
  if (notes === undefined) return { oldPrices: new Map(), advances: [] };
  const { securities, advances } = notes;
  const isOwn = (folio: string | undefined) => folioNumber === "" || folio === folioNumber;
  const known = new Map<Day, Map<string, OldPrice>>();
  for (const { on, stale } of [...notes.days].flatMap(([folio, days]) =>
    isOwn(folio) ? days : [],
  )) {
    for (const { security, pricedOn, origin } of stale) {
      const ofDay = known.get(on) ?? new Map<string, OldPrice>();
      const ticker = securities.get(security)?.ticker ?? security;
      known.set(on, ofDay.set(ticker, { ticker, pricedOn, origin }));
    }
  }
  const oldPrices = new Map(
    [...known].map(([on, prices]) => [on, [...prices.values()].toSorted(byTicker)] as const),
  );
  return {
    oldPrices,
    advances: advances.filter(({ folio, inflow }) => isOwn(folio) || isOwn(inflow?.giver)),
  };
}

function byTicker(a: OldPrice, b: OldPrice): number {
  return a.ticker < b.ticker ? -1 : 1;
}
