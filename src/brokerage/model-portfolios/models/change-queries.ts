// The statements that write models.

import type { Id } from "@bursar/values/ids";
import { type Reader, sql, type Tx } from "../../../platform/store/db.ts";
import type { ModelRow, ModelViewer, WeightRow } from "./queries.ts";

/** Locks a model until the transaction ends. */
export function lockModel(tx: Tx, modelOid: Id): void {
  tx.send(sql`select from model where model_oid = ${modelOid} for no key update`);
}

/** A published model, as far as a folio that subscribes to it needs it. */
export interface PublishedModel {
  readonly modelOid: Id;
  readonly programOids: readonly Id[];
}

/** The model of a folio, if it is published and the viewer sees it; nobody changes it until the
 * transaction ends. */
export async function selectPublishedForShare(
  tx: Tx,
  folioOid: Id,
  { firmOid, programOids }: ModelViewer,
): Promise<PublishedModel | undefined> {
  return tx.first(sql<PublishedModel>`
    select model_oid as "modelOid", program_oids as "programOids" from model
    where folio_oid = ${folioOid} and published_status = 'P' and (${firmOid}::bigint is null
      or firm_oid = ${firmOid}::bigint or program_oids && ${programOids}::bigint[])
    for share`);
}

/** Whether a folio is subscribed to the model. */
export async function selectIsSubscribed(db: Reader, modelOid: Id): Promise<boolean> {
  const subscribed = await db.first(sql`
    select from model_subscription where model_oid = ${modelOid} limit 1`);
  return subscribed !== undefined;
}

/** The `folioOid` of a model, by which it is read. */
export async function selectFolioOid(db: Reader, modelOid: Id): Promise<string> {
  const model = await db.first(sql<{ folioOid: string }>`
    select folio_oid as "folioOid" from model where model_oid = ${modelOid}`);
  return model?.folioOid ?? "";
}

/** Whether another model of the firm has the name, ignoring case. */
export async function selectIsNameTaken(
  db: Reader,
  { firmOid, modelOid, folioName }: Pick<ModelRow, "firmOid" | "modelOid" | "folioName">,
): Promise<boolean> {
  const other = await db.first(sql`
    select from model where firm_oid = ${firmOid} and model_oid <> ${modelOid}
      and lower(folio_name) = lower(${folioName}) limit 1`);
  return other !== undefined;
}

/** The firm's name, the programs in which it takes part, and the name of a member. */
export interface WriterRow {
  readonly firmName: string;
  readonly programOids: readonly Id[];
  readonly firstName: string | null;
  readonly lastName: string | null;
}

/** The names of the firm and the member who write a model, as it shows them. */
export async function selectWriter(
  db: Reader,
  firmOid: Id,
  loginId: string | null,
): Promise<WriterRow | undefined> {
  return db.first(sql<WriterRow>`
    select firm.name as "firmName", program_oids as "programOids",
      first_name as "firstName", last_name as "lastName"
    from firm left join member on login_id = ${loginId}::text
    where firm.firm_oid = ${firmOid}`);
}

/** The codes of the firms that see a published model: who manages it and who takes part in one of
 * its programs. */
export async function selectCodesOfViewers(
  db: Reader,
  { firmOid, programOids }: Pick<ModelRow, "firmOid" | "programOids">,
): Promise<string[]> {
  const rows = await db.rows(sql<{ code: string }>`
    select partner_code as code from firm
    where firm_oid = ${firmOid} or program_oids && ${programOids}::bigint[]
    order by partner_code`);
  return rows.map(({ code }) => code);
}

/** Adds a model without its weights. */
export function insertModel(tx: Tx, model: ModelRow): void {
  tx.send(sql`
    insert into model (model_oid, folio_oid, firm_oid, folio_number, folio_name, long_name,
      description, url, benchmark_item, cash_security, ia_member_oid, ia_first_name, ia_last_name,
      program_oids, style, trade_pct_threshold, published_status)
    values (${model.modelOid}, ${model.folioOid}, ${model.firmOid}, ${model.folioNumber},
      ${model.folioName}, ${model.longName}, ${model.description}, ${model.url},
      ${model.benchmarkItem}, ${model.cashSecurity}, ${model.iaMemberOid}, ${model.iaFirstName},
      ${model.iaLastName}, ${model.programOids}::bigint[], ${model.style},
      ${model.tradePctThreshold}, ${model.publishedStatus})`);
}

/** Changes a model, but for its weights. */
export function updateModelRow(tx: Tx, model: ModelRow): void {
  tx.send(sql`
    update model set folio_name = ${model.folioName}, long_name = ${model.longName},
      description = ${model.description}, url = ${model.url},
      benchmark_item = ${model.benchmarkItem}, cash_security = ${model.cashSecurity},
      program_oids = ${model.programOids}::bigint[], style = ${model.style},
      trade_pct_threshold = ${model.tradePctThreshold},
      published_status = ${model.publishedStatus}
    where model_oid = ${model.modelOid}`);
}

/** Replaces the weights of a model. */
export function replaceWeights(tx: Tx, modelOid: Id, weights: readonly WeightRow[]): void {
  tx.send(sql`delete from model_target_weight where model_oid = ${modelOid}`);
  tx.send(sql`
    insert into model_target_weight (model_oid, position, ticker, target_weight, current_weight)
    select ${modelOid}, position, ticker, target_weight, current_weight
    from unnest(${weights.map(({ ticker }) => ticker)}::text[],
      ${weights.map(({ targetWeight }) => targetWeight)}::numeric[],
      ${weights.map(({ currentWeight }) => currentWeight)}::numeric[])
      with ordinality as given (ticker, target_weight, current_weight, position)`);
}

/** A program. */
export interface ProgramRow {
  readonly programOid: Id;
  readonly name: string;
  readonly description: string | null;
}

/** Every program that was loaded, by id. */
export async function selectPrograms(db: Reader): Promise<ProgramRow[]> {
  return db.rows(sql<ProgramRow>`
    select program_oid as "programOid", name, description from program order by program_oid`);
}
