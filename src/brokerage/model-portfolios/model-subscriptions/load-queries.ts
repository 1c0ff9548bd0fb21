// The statements of loading subscriptions to models, over the staging table.
import { sql, type Tx } from "../../../platform/store/db.ts";

/** Gives each staged subscription its state: that of the stored one to the same model, else the
 * newest version of its model; in a form that a distributed store takes, which rejects a group here. */
export async function completeSubscriptions(tx: Tx): Promise<void> {
  await tx.execute(sql`
    update load_model_subscriptions as staged
    set version = newest.version, status = 'CURRENT'
    from model_version as newest
      left join model_version as later
        on later.model_oid = newest.model_oid and later.version > newest.version
    where newest.model_oid = staged.model_oid and later.version is null`);
  await tx.execute(sql`
    update load_model_subscriptions as staged set version = stored.version, status = stored.status
    from model_subscription as stored
    where stored.account_number = staged.account_number
      and stored.folio_number = staged.folio_number and stored.model_oid = staged.model_oid`);
}

/** A line that may not be loaded, and its column. */
export interface RefusedLine {
  readonly line: number;
  readonly column: "folioNumber" | "modelOid" | "programOid";
  /** Whether the account's firm sees the model. */
  readonly isSeen: boolean;
}

/** The lines of folios that do not subscribe, of models that are not published or new to an account whose firm does not
 * see them, and of programs that are not the model's. */
export async function selectRefusedLines(tx: Tx): Promise<RefusedLine[]> {
  return tx.rows(sql<RefusedLine>`
    select load_line::integer as line, refused.column, seen.is_seen as "isSeen"
    from load_model_subscriptions as s
      join folio as f on f.account_number = s.account_number and f.folio_number = s.folio_number
      join account as a on a.account_number = s.account_number
      join firm on firm.firm_oid = a.firm_oid
      join model as m on m.model_oid = s.model_oid
      left join model_subscription as stored on stored.account_number = s.account_number
        and stored.folio_number = s.folio_number and stored.model_oid = s.model_oid
      cross join lateral (
        select m.firm_oid = firm.firm_oid or m.program_oids && firm.program_oids
          or stored.model_oid is not null) as seen (is_seen)
      cross join lateral (values
        ('folioNumber', f.folio_type <> 'folio' or f.status <> 'O'),
        ('modelOid', m.published_status <> 'P' or not seen.is_seen),
        ('programOid', case when s.program_oid is null then cardinality(m.program_oids) > 0
          else not s.program_oid = any(m.program_oids) end)) as refused ("column", is_refused)
    where refused.is_refused order by load_line, refused.column`);
}
