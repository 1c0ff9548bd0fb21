// The statements of reading which loads there were.

import type { Id } from "@bursar/values/ids";
import type { StoredFile } from "../../../platform/bulk/apply/stored-loads.ts";
import type { BookDifferences } from "../../../platform/bulk/kinds/differences.ts";
import type { Actor } from "../../../platform/change/context.ts";
import { part, type Reader, type Statement, sql } from "../../../platform/store/db.ts";

/** A load as it is stored. */
export interface LoadRow {
  readonly id: Id;
  readonly firmOid: Id | null;
  readonly actor: Actor;
  readonly startedAt: Date;
  readonly rows: number;
  readonly report: {
    readonly files: readonly StoredFile[];
    readonly books: BookDifferences | null;
  };
}

const head = part`load_id as id, firm_oid as "firmOid", actor, started_at as "startedAt",
  row_count as rows`;

/** The filters of the list of loads, its start and its size. */
export interface LoadChoice {
  /** Null for those of all. */
  readonly firmOid: Id | null;
  readonly before: Id | null;
  readonly most: number;
}

/** Loads, the newest first; without the rows that they have changed. */
export async function selectLoads(
  db: Reader,
  { firmOid, before, most }: LoadChoice,
): Promise<LoadRow[]> {
  return db.rows(sql<LoadRow>`
    select ${head}, jsonb_build_object('books', null, 'files', (
        select jsonb_agg(file - 'changes' order by place)
        from jsonb_array_elements(report -> 'files') with ordinality as each (file, place)))
      as report
    from folder_load
    where (${firmOid}::bigint is null or firm_oid = ${firmOid}::bigint)
      and (${before}::bigint is null or load_id < ${before}::bigint)
    order by load_id desc limit ${most}`);
}

/** One load with all its stored columns. */
export async function selectLoad(db: Reader, loadId: Id): Promise<LoadRow | undefined> {
  return db.first(sql<LoadRow>`select ${head}, report from folder_load where load_id = ${loadId}`);
}

/** Selects a row if a load is of a firm; of any, where none is named. */
export function loadOfFirm(loadId: Id, firmOid: Id | null): Statement<unknown> {
  return sql`
    select from folder_load
    where load_id = ${loadId} and (${firmOid}::bigint is null or firm_oid = ${firmOid}::bigint)`;
}
