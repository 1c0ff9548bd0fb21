// The statements of loading models by request, over their staging table.
import { sql, type Tx } from "../../../platform/store/db.ts";
import { isPrivate, tickersEver } from "../../../reference/securities/queries.ts";
import { cash } from "./written-model.ts";

/** A line that a firm may not load, and its column. */
export interface RefusedModelLine {
  readonly line: number;
  readonly column:
    | "modelOid"
    | "folioOid"
    | "folioNumber"
    | "iaMemberOid"
    | "iaFirstName"
    | "iaLastName"
    | "folioName"
    | "cashSecurity"
    | "targetWeights"
    | "benchmarkItem";
}

/** The lines of a firm that name none of its models, change what no request of it could, give a
 * model the name of another, or name securities anew that not everybody sees, or an index that nobody holds.
 * An absent record is refused in the same way as a private one or another firm's. */
export async function selectModelLinesRefused(
  tx: Tx,
  firmOid: string,
): Promise<RefusedModelLine[]> {
  return tx.rows(sql<RefusedModelLine>`
    select load_line::integer as line, refused.column
    from load_models as s
      left join model as m on m.model_oid = s.model_oid and m.firm_oid = ${firmOid}::bigint
      cross join lateral (values
        ('modelOid', m.model_oid is null),
        ('folioOid', s.folio_oid <> m.folio_oid),
        ('folioNumber', s.folio_number <> m.folio_number),
        ('iaMemberOid', m.model_oid is not null
          and s.ia_member_oid is distinct from m.ia_member_oid),
        ('iaFirstName', m.model_oid is not null
          and s.ia_first_name is distinct from m.ia_first_name),
        ('iaLastName', m.model_oid is not null
          and s.ia_last_name is distinct from m.ia_last_name),
        ('folioName', exists (
            select from load_models as other
            where other.model_oid <> s.model_oid
              and lower(other.folio_name) = lower(s.folio_name))
          or exists (
            select from model as other
            where other.firm_oid = ${firmOid}::bigint and other.model_oid <> s.model_oid
              and lower(other.folio_name) = lower(s.folio_name)
              and not exists (
                select from load_models as own where own.model_oid = other.model_oid))),
        ('cashSecurity', s.cash_security not in (m.cash_security, ${cash}) and not exists (
          select from security as part where part.ticker = s.cash_security
            and part.instrument_type <> 'IX' and not ${isPrivate})),
        ('targetWeights', exists (
          select from load_models_1 as sent
          where sent.load_line = s.load_line and sent.ticker is not null
            and not exists (
              select from model_target_weight as stored
              where stored.model_oid = m.model_oid and stored.ticker = sent.ticker)
            and not exists (
              select from security as part where part.ticker = sent.ticker
                and part.instrument_type <> 'IX' and not ${isPrivate}))),
        ('benchmarkItem', s.benchmark_item is distinct from m.benchmark_item
          and s.benchmark_item is not null and (
            select not ${isPrivate}
            from ${tickersEver} as known join security as named using (security_id)
            where known.symbol = upper(s.benchmark_item)
            order by known.until desc, known.security_id limit 1) is not true)
      ) as refused ("column", is_refused)
    where refused.is_refused order by load_line, refused.column`);
}
