// The stored events that a load of corporate events finds: events go on by requests alone once they
// are entitled.
import { qualifiedColumns, query, run } from "../../../platform/bulk/kinds/load-sql.ts";
import type { LoadAuthor } from "../../../platform/bulk/load-kind.ts";
import type { Tx } from "../../../platform/store/db.ts";
import { declared, joined } from "../../../platform/store/declared-sql.ts";
import type { ChangeOfSplit } from "./splits.ts";

const known = (columns: readonly string[]) =>
  joined(columns.map((column) => declared`${column} = known.${column}`));

/** The columns that steps have given stored events. */
const ofSteps = known(["status", "version", "was_announced"]);
/** The columns of the persons who took them. */
const ofPersons = known(["created_at", "created_by", "announced_by", "auto_post_by", "persons"]);

/** Leaves stored events the status and the persons that steps have given them; locks them. */
export async function keepSteps(tx: Tx, stage: string): Promise<void> {
  const staged = await query<{ id: string }>(tx, declared`select event_id as id from ${stage}`);
  await query(
    tx,
    declared`select from corporate_event where event_id = any($1::bigint[])
     order by event_id for no key update`,
    [staged.map(({ id }) => id)],
  );
  await run(
    tx,
    declared`update ${stage} as staged set ${ofPersons} from corporate_event as known
     where known.event_id = staged.event_id`,
  );
  await run(
    tx,
    declared`update ${stage} as staged set ${ofSteps} from corporate_event as known
     where known.event_id = staged.event_id
       and (known.status <> 'DRAFT' or staged.status = 'DRAFT')`,
  );
}

/** The staged rows with the columns that a load stores of them. */
interface StagedEvents {
  readonly stage: string;
  readonly columns: readonly string[];
}

/** The effect of a load on an event, by the line of its file. */
interface NotedLine {
  readonly load_line: string;
  readonly is_new: boolean;
  readonly is_announced: boolean;
  readonly is_other_version: boolean;
}

const terms = [
  "terms",
  "declared_on",
  "ex_on",
  "record_on",
  "effective_on",
  "pay_on",
  "deadline_at",
];

/** Notes the author of a load on the events that it brings or changes, as a request does: other
 * terms of an announced event are its next version, and no event that a load has changed is posted
 * by itself until a person asks for it again. */
export async function noteAuthor(
  tx: Tx,
  { stage, columns }: StagedEvents,
  { named, bound }: LoadAuthor,
): Promise<void> {
  // Read first: a cluster cannot change its staged rows by their own join with a table of all nodes.
  const found = await query<NotedLine>(
    tx,
    declared`select staged.load_line, known.event_id is null as is_new,
       staged.status = 'ANNOUNCED' and known.status is distinct from 'ANNOUNCED' as is_announced,
       known.status is not distinct from 'ANNOUNCED'
         and (${qualifiedColumns("staged", terms)}) is distinct from
           (${qualifiedColumns("known", terms)}) as is_other_version
     from ${stage} as staged left join corporate_event as known using (event_id)
     where known.event_id is null or (${qualifiedColumns("staged", columns)}) is distinct from
       (${qualifiedColumns("known", columns)})`,
  );
  await query(
    tx,
    declared`update ${stage} as staged set
       created_by = case when found.is_new then $1 else staged.created_by end,
       persons = case when $1 = any(staged.persons) then staged.persons
         else staged.persons || array_remove(array[$1::text], null) end,
       announced_by = case when found.is_announced then $2 else staged.announced_by end,
       auto_post_by = null,
       version = staged.version + found.is_other_version::integer
     from jsonb_to_recordset($3::jsonb) as found(
       load_line bigint, is_new boolean, is_announced boolean, is_other_version boolean)
     where staged.load_line = found.load_line`,
    [named, bound, JSON.stringify(found)],
  );
}

/** The lines that would make a stored event one of another kind or security. */
export async function selectOtherEvents(tx: Tx, stage: string): Promise<number[]> {
  const found = await query<{ line: number }>(
    tx,
    declared`select load_line::integer as line
     from ${stage} as staged join corporate_event as known using (event_id)
     where (staged.kind, staged.security_id) is distinct from (known.kind, known.security_id)
     order by load_line`,
  );
  return found.map(({ line }) => line);
}

/** The lines that would change events whose lines are worked out. */
export async function selectLateLines(
  tx: Tx,
  stage: string,
  columns: readonly string[],
): Promise<number[]> {
  const found = await query<{ line: number }>(
    tx,
    declared`select load_line::integer as line
     from ${stage} as staged join corporate_event as known using (event_id)
     where known.status not in ('DRAFT', 'ANNOUNCED')
       and (${qualifiedColumns("staged", columns)}) is distinct from
         (${qualifiedColumns("known", columns)})
     order by load_line`,
  );
  return found.map(({ line }) => line);
}

/** The lines that announce payouts of public securities without an ex-date. */
export async function selectUndatedLines(tx: Tx, stage: string): Promise<number[]> {
  const found = await query<{ line: number }>(
    tx,
    declared`select load_line::integer as line
     from ${stage} as staged join security as s using (security_id)
     where staged.status = 'ANNOUNCED' and staged.ex_on is null and s.instrument_type <> 'PR'
       and staged.kind in ('DIV', 'INT', 'CGD', 'ROC', 'LIQ', 'OPT')
     order by load_line`,
  );
  return found.map(({ line }) => line);
}

/** The split of each staged event, with the split of the stored event. */
export async function selectSplitChanges(tx: Tx, stage: string): Promise<ChangeOfSplit[]> {
  return query<ChangeOfSplit>(
    tx,
    declared`select ${splitTerms("known")} as was, ${splitTerms("staged")} as is
     from ${stage} as staged left join corporate_event as known using (event_id)
     where staged.kind in ('SPL', 'SDV') order by event_id`,
  );
}

const splitTerms = (of: string) =>
  declared`case when ${of}.kind is not null then jsonb_build_object('kind', ${of}.kind,
     'securityId', ${of}.security_id::text, 'status', ${of}.status, 'exOn', ${of}.ex_on,
     'terms', ${of}.terms) end`;
