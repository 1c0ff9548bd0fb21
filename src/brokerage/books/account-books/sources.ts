// What many accounts share: closes, valuation days, the calendar and the terms of securities, read once
// and cached.

import type { Closes } from "@bursar/performance";
import { type Day, newYorkDay } from "@bursar/values/dates";
import type { Id } from "@bursar/values/ids";
import { selectLastLoad } from "../../../platform/bulk/apply/last-load.ts";
import type { Reader } from "../../../platform/store/db.ts";
import {
  selectCloses,
  selectClosesAfter,
  selectLastClose,
  selectValuationDays,
  selectValuationDaysAfter,
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
  valuationDays(): Promise<readonly Day[]>;
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

/** The closes of securities by `select`, cached until there are more than `mostCloses`. */
function openCloses(
  select: (securities: readonly Id[]) => Promise<ReadonlyMap<Id, Closes>>,
  mostCloses: number,
) {
  let cached = new Map<Id, Closes>();
  let count = 0;
  const forget = () => {
    cached = new Map();
    count = 0;
  };
  return {
    forget,
    async of(securities: ReadonlySet<Id>): Promise<ReadonlyMap<Id, Closes>> {
      if (count > mostCloses) forget();
      const absent = [...securities].filter((security) => !cached.has(security));
      if (absent.length > 0) {
        const found = await select(absent);
        for (const security of absent) {
          const own = found.get(security) ?? [];
          cached.set(security, own);
          count += own.length;
        }
      }
      return cached;
    },
  };
}

/** The closes and valuation days after a day, which most accounts of a load have in common. */
function openLateSources(db: Reader, mostCloses: number) {
  let late: LateSources | undefined;
  const lateOf = (after: Day): LateSources => {
    if (late === undefined || late.after !== after) {
      const select = (securities: readonly Id[]) => selectClosesAfter(db, securities, after);
      late = { after, closes: openCloses(select, mostCloses), days: undefined };
    }
    return late;
  };
  return {
    forget: () => {
      late = undefined;
    },
    async closesAfter(securities: ReadonlySet<Id>, day: Day) {
      return lateOf(day).closes.of(securities);
    },
    async valuationDaysAfter(day: Day) {
      const own = lateOf(day);
      own.days ??= await selectValuationDaysAfter(db, day);
      return own.days;
    },
  };
}

interface LateSources {
  readonly after: Day;
  readonly closes: ReturnType<typeof openCloses>;
  days: readonly Day[] | undefined;
}

/** Opens sources that cache what they have read. */
export function openSources(db: Reader, now: Date, mostCloses = mostCached): Sources {
  let basis: string | undefined;
  let terms = new Map<Id, SecurityTerms>();
  let calendar: Calendar | undefined;
  let days: readonly Day[] | undefined;
  const closes = openCloses((securities) => selectCloses(db, securities), mostCloses);
  const { forget: forgetLate, ...late } = openLateSources(db, mostCloses);
  const forget = () => {
    forgetLate();
    closes.forget();
    terms = new Map();
    calendar = undefined;
    days = undefined;
  };
  return {
    ...late,
    today: newYorkDay(now),
    async freshen() {
      const loads = (await selectLastLoad(db))?.count ?? 0;
      const last = `${loads} ${await selectLastClose(db)}`;
      if (last !== basis) forget();
      basis = last;
    },
    async terms(securities) {
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
      calendar ??= await selectCalendar(db);
      return calendar;
    },
    closes: closes.of,
    async valuationDays() {
      days ??= await selectValuationDays(db);
      return days;
    },
  };
}
