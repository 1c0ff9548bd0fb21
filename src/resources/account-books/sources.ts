// What many accounts share: closes, valuation days and the kinds of securities, read once and
// cached.
import type { CoverKind } from "../../engines/lot-relief/facts/fact.ts";
import type { Closes } from "../../engines/unit-values/prices.ts";
import { selectLastLoad } from "../../platform/bulk/last-load.ts";
import type { Reader } from "../../platform/store/db.ts";
import {
  selectCloses,
  selectClosesAfter,
  selectLastClose,
  selectValuationDays,
  selectValuationDaysAfter,
} from "../../reference/prices/queries.ts";
import { type Day, newYorkDay } from "../../values/dates.ts";
import type { Id } from "../../values/ids.ts";
import { selectCoverKinds } from "../tax-lots/booking/changes.ts";

/** Data that does not belong to one account. */
export interface Sources {
  /** Today in New York: a security that becomes worthless is held until its year ends. */
  readonly today: Day;
  /** Empties the cache if there has been a load or a close since; called after the versions of accounts are
   * read, so that nothing cached is older than these. */
  freshen(): Promise<void>;
  coverKinds(securities: ReadonlySet<Id>): Promise<ReadonlyMap<Id, CoverKind>>;
  closes(securities: ReadonlySet<Id>): Promise<ReadonlyMap<Id, Closes>>;
  valuationDays(): Promise<readonly Day[]>;
  /** Of each security its last close until a day, and those after it. */
  closesAfter(securities: ReadonlySet<Id>, day: Day): Promise<ReadonlyMap<Id, Closes>>;
  valuationDaysAfter(day: Day): Promise<readonly Day[]>;
}

/** How many closes are cached, so that memory use stays flat. */
const maxCloses = 1_000_000;

/** The closes and valuation days after a day, which most accounts of a load have in common. */
function openLateSources(db: Reader) {
  let after: Day | undefined;
  let closes = new Map<Id, Closes>();
  let days: readonly Day[] | undefined;
  const turnTo = (day: Day) => {
    if (day === after) return;
    after = day;
    closes = new Map();
    days = undefined;
  };
  return {
    forget: () => {
      after = undefined;
    },
    async closesAfter(securities: ReadonlySet<Id>, day: Day) {
      turnTo(day);
      const absent = [...securities].filter((security) => !closes.has(security));
      if (absent.length > 0) {
        const found = await selectClosesAfter(db, absent, day);
        for (const security of absent) closes.set(security, found.get(security) ?? []);
      }
      return closes;
    },
    async valuationDaysAfter(day: Day) {
      turnTo(day);
      days ??= await selectValuationDaysAfter(db, day);
      return days;
    },
  };
}

/** Opens sources that cache what they have read. */
export function openSources(db: Reader, now: Date): Sources {
  let basis: string | undefined;
  let kinds = new Map<Id, CoverKind>();
  let closes = new Map<Id, Closes>();
  let kept = 0;
  let days: readonly Day[] | undefined;
  const { forget: forgetLate, ...late } = openLateSources(db);
  const forget = () => {
    forgetLate();
    kinds = new Map();
    closes = new Map();
    kept = 0;
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
    async coverKinds(securities) {
      const absent = [...securities].filter((security) => !kinds.has(security));
      if (absent.length > 0) {
        for (const [security, kind] of await selectCoverKinds(db, absent)) {
          kinds.set(security, kind);
        }
      }
      return kinds;
    },
    async closes(securities) {
      if (kept > maxCloses) {
        closes = new Map();
        kept = 0;
      }
      const absent = [...securities].filter((security) => !closes.has(security));
      if (absent.length > 0) {
        const found = await selectCloses(db, absent);
        for (const security of absent) {
          const own = found.get(security) ?? [];
          closes.set(security, own);
          kept += own.length;
        }
      }
      return closes;
    },
    async valuationDays() {
      days ??= await selectValuationDays(db);
      return days;
    },
  };
}
