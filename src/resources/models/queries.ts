// Every SQL statement of models.
import { type Statement, sql } from "../../platform/db.ts";
import type { Decimal } from "../../values/decimal.ts";
import type { Id } from "../../values/ids.ts";

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
  readonly firmName: string;
  readonly folioNumber: string;
  readonly folioName: string;
  readonly longName: string;
  readonly description: string | null;
  readonly url: string | null;
  readonly benchmarkItem: string | null;
  readonly cashSecurity: string;
  readonly iaFirstName: string | null;
  readonly iaLastName: string | null;
  readonly programOids: readonly Id[];
  readonly style: string;
  readonly targetWeights: readonly WeightRow[];
}

/** A firm as far as it decides which models it sees; without one, all are seen. */
export interface ModelSight {
  readonly firmOid: Id | null;
  readonly programOids: readonly Id[];
}

/** The statement of a folio's model, if the firm manages it or takes part in one of its programs. */
export function modelInView(
  folioOid: Id,
  { firmOid, programOids }: ModelSight,
): Statement<ModelRow> {
  return sql<ModelRow>`
    select model_oid as "modelOid", folio_oid as "folioOid", f.name as "firmName",
      folio_number as "folioNumber", folio_name as "folioName", long_name as "longName",
      description, url, benchmark_item as "benchmarkItem", cash_security as "cashSecurity",
      ia_first_name as "iaFirstName", ia_last_name as "iaLastName",
      m.program_oids as "programOids", style,
      coalesce((
        select json_agg(json_build_object('ticker', ticker, 'targetWeight', target_weight::text,
          'currentWeight', current_weight::text) order by position)
        from model_target_weight as w where w.model_oid = m.model_oid), '[]') as "targetWeights"
    from model as m join firm as f on f.firm_oid = m.firm_oid
    where folio_oid = ${folioOid}
      and (${firmOid}::bigint is null or m.firm_oid = ${firmOid}::bigint
        or m.program_oids && ${programOids}::bigint[])`;
}
