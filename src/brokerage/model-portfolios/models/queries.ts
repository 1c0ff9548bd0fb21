// SQL that reads models and decides who sees and manages them; changes are in change-queries.ts.

import type { Decimal } from "@bursar/values/decimal";
import type { Id } from "@bursar/values/ids";
import { part, type Reader, type Statement, sql, type Tx } from "../../../platform/store/db.ts";
import type { PublishedStatus } from "./life-cycle.ts";

/** A security of a model and its weights in percent. */
export interface WeightRow {
  readonly ticker: string;
  readonly targetWeight: Decimal;
  readonly currentWeight: Decimal | null;
}

/** A model with its managing firm and its weights in their order. */
export interface ModelRow {
  readonly modelOid: Id;
  readonly folioOid: Id;
  readonly firmOid: Id;
  readonly firmName: string;
  readonly folioNumber: string;
  readonly folioName: string;
  readonly longName: string;
  readonly description: string | null;
  readonly url: string | null;
  readonly benchmarkItem: string | null;
  readonly cashSecurity: string;
  readonly iaMemberOid: Id | null;
  readonly iaFirstName: string | null;
  readonly iaLastName: string | null;
  readonly programOids: readonly Id[];
  readonly style: string;
  readonly tradePctThreshold: Decimal;
  readonly publishedStatus: PublishedStatus;
  readonly targetWeights: readonly WeightRow[];
}

/** The viewer of models: its firm and the firm's programs; without a firm, all. Clients see only
 * what is published. */
export interface ModelViewer {
  readonly firmOid: Id | null;
  readonly programOids: readonly Id[];
  readonly isClient: boolean;
}

/** The statement that selects a row if the viewer sees the model of the folio: its firm manages
 * it, or takes part in one of its programs once it is published. */
export function modelInView(folioOid: Id, viewer: ModelViewer): Statement<unknown> {
  const { firmOid, programOids, isClient } = viewer;
  return sql`
    select from model where folio_oid = ${folioOid} and (${firmOid}::bigint is null
      or published_status = 'P'
        and (firm_oid = ${firmOid}::bigint or program_oids && ${programOids}::bigint[])
      or firm_oid = ${firmOid}::bigint and not ${isClient}::boolean)`;
}

/** The statement that selects a row if the firm manages the model. */
export function modelManaged(modelOid: Id, firmOid: Id): Statement<unknown> {
  return sql`select from model where model_oid = ${modelOid} and firm_oid = ${firmOid}`;
}

/** The given models that the viewer sees. */
export async function selectOidsInView(
  db: Reader,
  modelOids: readonly Id[],
  { firmOid, programOids, isClient }: ModelViewer,
): Promise<{ modelOid: Id }[]> {
  return db.rows(sql<{ modelOid: Id }>`
    select model_oid as "modelOid" from model
    where model_oid = any(${modelOids}::bigint[]) and (${firmOid}::bigint is null
      or published_status = 'P'
        and (firm_oid = ${firmOid}::bigint or program_oids && ${programOids}::bigint[])
      or firm_oid = ${firmOid}::bigint and not ${isClient}::boolean)`);
}

const modelColumns = part`
  m.model_oid as "modelOid", folio_oid as "folioOid", m.firm_oid as "firmOid", f.name as "firmName",
  folio_number as "folioNumber", folio_name as "folioName", long_name as "longName",
  description, url, benchmark_item as "benchmarkItem", cash_security as "cashSecurity",
  ia_member_oid as "iaMemberOid", ia_first_name as "iaFirstName", ia_last_name as "iaLastName",
  m.program_oids as "programOids", style, trade_pct_threshold as "tradePctThreshold",
  published_status as "publishedStatus",
  coalesce((
    select json_agg(json_build_object('ticker', ticker, 'targetWeight', target_weight::text,
      'currentWeight', current_weight::text) order by position)
    from model_target_weight as w where w.model_oid = m.model_oid), '[]') as "targetWeights"
  from model as m join firm as f on f.firm_oid = m.firm_oid`;

/** The model of a folio. */
export async function selectModelOid(db: Reader, folioOid: string): Promise<Id | undefined> {
  const model = await db.first(sql<{ modelOid: Id }>`
    select model_oid as "modelOid" from model where folio_oid = ${folioOid}`);
  return model?.modelOid;
}

/** The model of a folio. */
export async function selectModel(db: Reader, folioOid: string): Promise<ModelRow | undefined> {
  return db.first(sql<ModelRow>`select ${modelColumns} where m.folio_oid = ${folioOid}`);
}

/** The models that the viewer sees, by id. */
export async function selectModelsInView(
  db: Reader,
  { firmOid, programOids, isClient }: ModelViewer,
): Promise<ModelRow[]> {
  return db.rows(sql<ModelRow>`
    select ${modelColumns}
    where ${firmOid}::bigint is null
      or m.published_status = 'P'
        and (m.firm_oid = ${firmOid}::bigint or m.program_oids && ${programOids}::bigint[])
      or m.firm_oid = ${firmOid}::bigint and not ${isClient}::boolean
    order by m.model_oid`);
}

/** The next loaded models, in order of id. */
export async function selectLoadedModels(tx: Tx, after: Id | null): Promise<ModelRow[]> {
  return tx.rows(sql<ModelRow>`
    select ${modelColumns} where m.model_oid in (select model_oid from load_models)
      and m.model_oid > coalesce(${after}::bigint, 0) order by m.model_oid limit 500`);
}
