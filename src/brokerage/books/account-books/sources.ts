// The data that many accounts share: closes, valuation days, the calendar and the terms of
// securities, read once and cached.

import type { Closes } from "@bursar/performance";
import { type Day, newYorkDay } from "@bursar/values/dates";
import type { Id } from "@bursar/values/ids";
import type { WriteContext } from "../../../platform/change/context.ts";
import type { Reader } from "../../../platform/store/db.ts";
import {
  selectCloses,
  selectClosesAfter,
  selectLastChange,
  selectValuationDays,
  selectValuationDaysAfter,
  selectValuationDaysBeside,
} from "../../../reference/prices/queries.ts";
import { type Calendar, selectCalendar } from "../../../reference/settlement/queries.ts";
import { valuationTermsOf } from "../performance/changes.ts";
import { type SecurityTerms, selectTermsOf } from "../tax-lots/booking/changes.ts";

/** Data that does not belong to one account. */
export interface Sources {
  /** Today in New York: a security that becomes worthless is held until its year ends. */
  readonly today: Day;
  /** Empties the cache if there has been a load or a close since; called after the versions of accounts are
   * read, so that nothing cached is older than these. */
  freshen(): Promise<void>;
  /** How each security is quoted, covered and settled. */
  terms(securities: ReadonlySet<Id>): Promise<ReadonlyMap<Id, SecurityTerms>>;
  /** The days on which trades are made and settle. */
  calendar(): Promise<Calendar>;
  closes(securities: ReadonlySet<Id>): Promise<ReadonlyMap<Id, Closes>>;
  /** The valuation days, as far as an account needs them that begins on a day and has securities with closes. */
  valuationDays(since: Day, closes: ReadonlyMap<Id, Closes>): Promise<readonly Day[]>;
  /** Of each security its last close until a day, and those after it. */
  closesAfter(securities: ReadonlySet<Id>, day: Day): Promise<ReadonlyMap<Id, Closes>>;
  valuationDaysAfter(day: Day): Promise<readonly Day[]>;
}

/** The terms on which the facts of some securities are valued. */
export async function termsOf(sources: Sources, securities: ReadonlySet<Id>) {
  const [terms, calendar] = await Promise.all([sources.terms(securities), sources.calendar()]);
  return valuationTermsOf(terms, calendar);
}

/** How many closes are cached of each kind, so that memory use stays flat. */
const mostCached = 1_000_000;

/** Closes of securities, each as a whole. */
interface CachedCloses {
  readonly bySecurity: Map<Id, Closes>;
  count: number;
}

/** The data read since the last load or close. */
interface Cached {
  readonly terms: Map<Id, SecurityTerms>;
  closes: CachedCloses;
  calendar?: Calendar;
  days?: readonly Day[];
  /** The closes and valuation days after a day, which most accounts of a load have in common. */
  late?: LateCached;
}

interface LateCached {
  readonly after: Day;
  closes: CachedCloses;
  days?: readonly Day[];
}

/** The data that sources have read, and the last load and close before it. */
interface Cache {
  basis: string | undefined;
  cached: Cached;
}

function noCloses(): CachedCloses {
  return { bySecurity: new Map(), count: 0 };
}

function nothingCached(): Cached {
  return { terms: new Map(), closes: noCloses() };
}

function newCache(): Cache {
  return { basis: undefined, cached: nothingCached() };
}

const ofRuns = new WeakMap<object, Cache>();

/** Lets all bookings with a context share what they read of securities and days, as long as no load or close comes in
 * between: a sweep books one event into many accounts. */
export function shareSources(ctx: object): void {
  ofRuns.set(ctx, newCache());
}

/** Opens the sources of a booking, under the locks that hold up loads and closes. */
export async function openBookingSources(
  tx: Reader,
  ctx: Pick<WriteContext, "now">,
): Promise<Sources> {
  const cache = ofRuns.get(ctx);
  if (cache === undefined) return openSources(tx, ctx.now, { isOfOne: true });
  const sources = openSources(tx, ctx.now, { cache });
  await sources.freshen();
  return sources;
}

/** How sources are used. */
interface SourcesOptions {
  readonly mostCloses?: number;
  readonly cache?: Cache;
  /** Whether they serve one account, so that reading what many have in common would cost more. */
  readonly isOfOne?: boolean;
}

/** Opens sources that cache what they have read. */
export function openSources(
  db: Reader,
  now: Date,
  { mostCloses = mostCached, cache = newCache(), isOfOne = false }: SourcesOptions = {},
): Sources {
  // Where another transaction finds the cache outdated, this one goes on with what it has begun with.
  let { cached } = cache;
  return {
    ...lateSources(db, () => cached, mostCloses),
    today: newYorkDay(now),
    async freshen() {
      const last = await selectLastChange(db);
      if (last !== cache.basis) cache.cached = nothingCached();
      cache.basis = last;
      cached = cache.cached;
    },
    async terms(securities) {
      const { terms } = cached;
      const absent = [...securities].filter((security) => !terms.has(security));
      if (absent.length > 0) {
        for (const [security, own] of await selectTermsOf(db, absent)) terms.set(security, own);
      }
      return new Map(
        [...securities].flatMap((security) => {
          const own = terms.get(security);
          return own === undefined ? [] : [[security, own] as const];
        }),
      );
    },
    async calendar() {
      const own = cached;
      own.calendar ??= await selectCalendar(db);
      return own.calendar;
    },
    async closes(securities) {
      const select = (absent: readonly Id[]) => selectCloses(db, absent);
      return closesOf(cached, securities, { select, mostCloses });
    },
    async valuationDays(since, closes) {
      const own = cached;
      if (isOfOne) {
        const priced = new Set([...closes.values()].flatMap((each) => each.map(({ on }) => on)));
        return selectValuationDaysBeside(db, { since, priced });
      }
      own.days ??= await selectValuationDays(db);
      return own.days;
    },
  };
}

/** The closes and valuation days after a day. */
function lateSources(
  db: Reader,
  cached: () => Cached,
  mostCloses: number,
): Pick<Sources, "closesAfter" | "valuationDaysAfter"> {
  const lateOf = (after: Day): LateCached => {
    const own = cached();
    if (own.late?.after !== after) own.late = { after, closes: noCloses() };
    return own.late;
  };
  return {
    async closesAfter(securities, day) {
      const select = (absent: readonly Id[]) => selectClosesAfter(db, absent, day);
      return closesOf(lateOf(day), securities, { select, mostCloses });
    },
    async valuationDaysAfter(day) {
      const own = lateOf(day);
      own.days ??= await selectValuationDaysAfter(db, day);
      return own.days;
    },
  };
}

interface ClosesToSelect {
  readonly select: (securities: readonly Id[]) => Promise<ReadonlyMap<Id, Closes>>;
  readonly mostCloses: number;
}

/** The closes of securities, cached until there are more than `mostCloses`. */
async function closesOf(
  of: { closes: CachedCloses },
  securities: ReadonlySet<Id>,
  { select, mostCloses }: ClosesToSelect,
): Promise<ReadonlyMap<Id, Closes>> {
  if (of.closes.count > mostCloses) of.closes = noCloses();
  const { closes } = of;
  const absent = [...securities].filter((security) => !closes.bySecurity.has(security));
  if (absent.length === 0) return closes.bySecurity;
  const found = await select(absent);
  for (const security of absent) {
    const own = found.get(security) ?? [];
    closes.bySecurity.set(security, own);
    closes.count += own.length;
  }
  return closes.bySecurity;
}
