// The statements of the versions of models' target weights.

import type { Decimal } from "@bursar/values/decimal";
import type { Id } from "@bursar/values/ids";
import { part, type Reader, sql, type Tx } from "../../../platform/store/db.ts";
import { tickerNow } from "../../../reference/securities/queries.ts";

/** A security of a version and its target weight in percent, with 2 places. */
export interface Target {
  readonly ticker: string;
  readonly targetWeight: Decimal;
}

/** The target weights that a model has had since a change, by ticker. */
export interface ModelVersion {
  readonly version: number;
  readonly targets: readonly Target[];
}

/** The targets of a version, each ticker as its security has it now. */
export const targetsNow = part`(
  select coalesce(jsonb_agg(target.entry || jsonb_build_object(
      'ticker', ${tickerNow(part`target.entry ->> 'ticker'`)}) order by target.place), '[]')
  from jsonb_array_elements(targets) with ordinality as target (entry, place))`;

/** Adds a version of each model whose newest one has other targets. */
export async function insertVersions(
  tx: Tx,
  models: readonly { readonly modelOid: Id; readonly targets: readonly Target[] }[],
): Promise<void> {
  await tx.execute(sql`
    insert into model_version (model_oid, version, targets)
    select given.model_oid, coalesce(newest.version, 0) + 1, given.targets::jsonb
    from unnest(${models.map(({ modelOid }) => modelOid)}::bigint[],
        ${models.map(({ targets }) => JSON.stringify(targets))}::text[])
        as given (model_oid, targets)
      left join (
        select distinct on (model_oid) model_oid, version, targets from model_version
        where model_oid = any(${models.map(({ modelOid }) => modelOid)}::bigint[])
        order by model_oid, version desc) as newest on newest.model_oid = given.model_oid
    where newest.targets is distinct from given.targets::jsonb`);
}

/** The newest version of a model. */
export async function selectNewestVersion(
  db: Reader,
  modelOid: Id,
): Promise<ModelVersion | undefined> {
  return db.first(sql<ModelVersion>`
    select version, ${targetsNow} as targets from model_version where model_oid = ${modelOid}
    order by version desc limit 1`);
}
