// SQL of posted items whose accounts have newer facts.
import type { Id } from "@bursar/values/ids";
import { part, type Reader, sql, type Tx } from "../../../platform/store/db.ts";
import { type FeePartRow, partColumns } from "./part-queries.ts";

/** Items of a period `i` whose account has had other facts since they were calculated or compared. */
const withNewerFacts = part`fee_item as i
  join account_facts as f on f.account_number = i.account_number and f.version > i.facts_version
    and i.line_kind in ('period', 'inception')
    and i.state in ('POSTED', 'PART', 'DUE', 'WRITTENOFF')`;

/** Posted runs of periods that ended since a day, of which items may be others. */
export async function selectRunsToCompare(db: Reader, since: string, most: number): Promise<Id[]> {
  const rows = await db.rows(sql<{ feeRunOid: Id }>`
    select distinct r.fee_run_oid as "feeRunOid"
    from fee_run as r join ${withNewerFacts} on i.fee_run_oid = r.fee_run_oid
    where r.run_status = 'POSTED' and r.kind <> 'P' and r.period_end >= ${since}
    order by 1 limit ${most}::integer`);
  return rows.map(({ feeRunOid }) => feeRunOid);
}

/** The parts of the next units of a run with such items, each unit whole. */
export async function selectPartsToCompare(
  db: Reader,
  feeRunOid: Id,
  most: number,
): Promise<FeePartRow[]> {
  return db.rows(sql<FeePartRow>`
    select ${partColumns} from fee_part
    where fee_run_oid = ${feeRunOid} and unit_number in (
      select distinct i.unit_number from ${withNewerFacts}
      where i.fee_run_oid = ${feeRunOid}
      order by 1 limit ${most}::integer)
    order by unit_number, account_number, part`);
}

/** Notes what items would be by the facts of now; null where they are that. */
export async function storeComparisons(
  tx: Tx,
  feeRunOid: Id,
  compared: readonly {
    readonly accountNumber: string;
    readonly unitNumber: number;
    readonly changed: string | null;
    readonly factsVersion: string;
  }[],
): Promise<void> {
  await tx.execute(sql`
    update fee_item as known set changed = given.changed,
      facts_version = given."factsVersion"
    from jsonb_to_recordset(${JSON.stringify(compared)}::jsonb) as given
      ("accountNumber" text, "unitNumber" integer, changed numeric, "factsVersion" bigint)
    where known.account_number = given."accountNumber" and known.fee_run_oid = ${feeRunOid}
      and known.unit_number = given."unitNumber"`);
}
