// The stored lines that a load of decisions finds, and the changes that it makes to them.
import { query, run } from "../../../platform/bulk/kinds/load-sql.ts";
import type { LoadAuthor } from "../../../platform/bulk/load-kind.ts";
import type { Tx } from "../../../platform/store/db.ts";
import { declared } from "../../../platform/store/declared-sql.ts";

/** A line of the file whose decision does not fit; and whether the event has a line of the account. */
export interface UnfitLine {
  readonly line: number;
  readonly isThere: boolean;
}

/** Brings staged decisions to the lines that they are on: what is as decided stays, and a decision without a
 * comment keeps that of the line. Returns those that do not fit. */
export async function decideLines(
  tx: Tx,
  stage: string,
  { named }: LoadAuthor,
): Promise<UnfitLine[]> {
  // A staged status says which action it was.
  await run(
    tx,
    declared`update ${stage} as staged set
       comment = coalesce(staged.comment, known.comment),
       version = known.version, facts_version = known.facts_version, shares = known.shares,
       entitlement = known.entitlement,
       reason = case when staged.status <> 'DUE' then known.reason end,
       is_due = staged.is_due and known.differs is not null,
       status = case
         when staged.status = 'DUE' and known.status in ('POSTED', 'NONE') then known.status
         else staged.status end
     from corporate_event_line as known
     where known.event_id = staged.event_id and known.account_number = staged.account_number`,
  );
  // Series follow a line that is held, or released.
  await run(
    tx,
    declared`update corporate_event_line as known set to_accrue = true
     from ${stage} as staged
     where known.event_id = staged.event_id and known.account_number = staged.account_number
       and staged.status <> known.status
       and (known.accrued is not null or staged.status = 'DUE')`,
  );
  await noteDecider(tx, stage, named);
  return query<UnfitLine>(
    tx,
    declared`select load_line::integer as line, known.event_id is not null as "isThere"
     from ${stage} as staged
       left join corporate_event_line as known
         on known.event_id = staged.event_id and known.account_number = staged.account_number
       left join corporate_event as e on e.event_id = staged.event_id
     where not coalesce(
       (staged.status = known.status and not staged.is_due)
       or (e.status in ('ENTITLED', 'POSTING') and (
         (staged.status = 'HELD' and known.status = 'DUE')
         or (staged.status = 'DUE' and known.status in ('REFUSED', 'HELD', 'FOUND'))
         or (staged.is_due and known.status = 'POSTED')))
       or (e.status = 'REVERSING' and staged.status = 'KEPT' and known.status = 'POSTED'
         and known.reason is not null), false)
     order by load_line`,
  );
}

/** Notes the author of a load on the events whose lines it decides: another posts them. Events lie on
 * every node, so that they are changed by a statement of their own. */
async function noteDecider(tx: Tx, stage: string, named: string | null): Promise<void> {
  const decided = await query<{ id: string }>(
    tx,
    declared`select distinct staged.event_id as id
     from ${stage} as staged join corporate_event_line as known
       on known.event_id = staged.event_id and known.account_number = staged.account_number
     where staged.status <> known.status or staged.is_due <> known.is_due`,
  );
  await query(
    tx,
    declared`update corporate_event set auto_post_by = null,
       persons = case when $1 = any(persons) then persons
         else persons || array_remove(array[$1::text], null) end
     where event_id = any($2::bigint[])`,
    [named, decided.map(({ id }) => id)],
  );
}
