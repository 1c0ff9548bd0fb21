// The statements that say where the series of accounts stand before a late change.

import type { Day } from "@bursar/values/dates";
import { type Reader, sql } from "../../../platform/store/db.ts";
import { type BySeries, bySeries, type OfSeries } from "./by-series.ts";
import type { StoredQuarters } from "./compute-series.ts";

/** An account of which what its series follow from has changed from a day on. */
export interface LateChange {
  readonly accountNumber: string;
  readonly from: Day;
}

/** Of each series the days from its last quarter before a late change on; of the account's own
 * also those since the quarter before the year began. */
export async function selectLateQuarters(
  db: Reader,
  changes: readonly LateChange[],
): Promise<BySeries<StoredQuarters>> {
  const rows = await db.rows(sql<OfSeries & { quarterOn: Day; days: string }>`
    with late as (
      select account_number, date_trunc('quarter', from_on::timestamp)::date as quarter_on,
        (date_trunc('year', from_on::timestamp) - interval '3 months')::date as year_on
      from unnest(${changes.map(({ accountNumber }) => accountNumber)}::text[],
        ${changes.map(({ from }) => from)}::date[]) as late (account_number, from_on)),
    series as (
      select q.account_number, q.folio_number, least(late.quarter_on,
        max(q.quarter_on) filter (where q.quarter_on < late.quarter_on),
        case when q.folio_number = '' then late.year_on end) as first_on
      from performance_quarter as q join late on late.account_number = q.account_number
      group by q.account_number, q.folio_number, late.quarter_on, late.year_on)
    select q.account_number as "accountNumber", q.folio_number as "folioNumber",
      q.quarter_on as "quarterOn", q.days
    from performance_quarter as q
      join series as s on s.account_number = q.account_number and s.folio_number = q.folio_number
    where q.quarter_on >= s.first_on
    order by q.account_number, q.folio_number, q.quarter_on`);
  return bySeries(
    rows,
    (own) => new Map(own.map(({ quarterOn, days }) => [quarterOn, days] as const)),
  );
}

/** The facts from which the series of a folio follows. */
export interface FolioSource extends OfSeries {
  readonly isComputed: boolean;
  /** The last day of loaded raw data until the end of the account's own series before the change. */
  readonly lastOn: Day | null;
  /** Whether it has a history imported from another system. */
  readonly isImported: boolean;
}

/** The facts from which the series of the folios of some accounts follow. */
export async function selectFolioSources(
  db: Reader,
  changes: readonly LateChange[],
): Promise<FolioSource[]> {
  return db.rows(sql<FolioSource>`
    with late as (
      select q.account_number, max(q.last_on) as last_on
      from performance_quarter as q
        join unnest(${changes.map(({ accountNumber }) => accountNumber)}::text[],
          ${changes.map(({ from }) => from)}::date[]) as late (account_number, from_on)
          on late.account_number = q.account_number
      where q.folio_number = '' and q.quarter_on < date_trunc('quarter', late.from_on::timestamp)
      group by q.account_number)
    select f.account_number as "accountNumber", f.folio_number as "folioNumber",
      coalesce(f.performance_source = 'computed', false) as "isComputed",
      (select max(v.valued_on) from folio_valuation as v
        where v.account_number = f.account_number and v.folio_number = f.folio_number
          and v.valued_on <= late.last_on) as "lastOn",
      exists (select from unit_value as u
        where u.account_number = f.account_number and u.folio_number = f.folio_number)
        as "isImported"
    from folio as f join late on late.account_number = f.account_number`);
}
