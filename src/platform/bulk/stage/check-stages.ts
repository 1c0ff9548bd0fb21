// Checks of staged rows that need the store and the whole load: duplicates and broken references.
import type { SqlPart, Tx } from "../../store/db.ts";
import { declared, joined, literal } from "../../store/declared-sql.ts";
import { maxShown, type ProblemLog } from "../kinds/load-problem.ts";
import { equal, qualifiedColumns, query } from "../kinds/load-sql.ts";
import { columnFor, type LoadKind, type Reference, type Unique } from "../load-kind.ts";

/** A kind whose rows are staged, and its file's name. */
export interface StagedKind {
  readonly kind: LoadKind;
  readonly file: string;
  readonly hasDoubles: boolean;
}

/** Notes every duplicate and every reference to what neither the store nor the load has. */
export async function checkStages(
  tx: Tx,
  staged: readonly StagedKind[],
  log: ProblemLog,
): Promise<void> {
  const stageOf = new Map(staged.map(({ kind }) => [kind.table, kind.stage]));
  for (const { kind, file, hasDoubles } of staged) {
    const check = { tx, file, log, stageOf };
    if (hasDoubles) await checkKeys(check, kind);
    for (const unique of kind.uniques ?? []) await checkUnique(check, kind, unique);
    for (const reference of kind.references) await checkReference(check, kind.stage, reference);
    for (const list of kind.lists) {
      for (const reference of list.references ?? []) {
        await checkReference(check, list.stage, reference);
      }
      if (list.unique) await checkListKey(check, kind, { ...list, unique: list.unique });
    }
  }
}

/** Notes every row that would change what callers may do or see. */
export async function checkPrivileges(
  tx: Tx,
  staged: readonly StagedKind[],
  log: ProblemLog,
): Promise<void> {
  for (const { kind, file } of staged) {
    const { stage, table, keyColumns } = kind;
    for (const field of kind.privileges ?? []) {
      const column = columnFor(kind, field);
      await noteFound(
        { tx, file, log, stageOf: new Map() },
        declared`select s.load_line::text as line
         from ${stage} s join ${table} t on ${equal(["s", keyColumns], ["t", keyColumns])}
         where s.${column} is distinct from t.${column} order by s.load_line`,
        [field, "It changes what callers may do or see, which needs --allow-privileges."],
      );
    }
  }
}

interface Check {
  readonly tx: Tx;
  readonly file: string;
  readonly log: ProblemLog;
  /** The staging table of the load's rows for a table. */
  readonly stageOf: ReadonlyMap<string, string>;
}

interface Found {
  readonly line: string;
  readonly first?: string;
  /** The value that is not accepted. */
  readonly value?: string;
  readonly total: string;
}

/** Notes the rows that a search finds; those not shown are only counted, never fetched. */
export async function noteFound(
  check: Check,
  search: SqlPart,
  [column, reason]: readonly [column: string, reason: string],
  values: readonly unknown[] = [],
): Promise<void> {
  const found = await query<Found>(
    check.tx,
    declared`with found as materialized (${search})
     select found.*, (select count(*) from found) as total from found limit ${maxShown}`,
    values,
  );
  const unseen = Number(found[0]?.total ?? 0) - found.length;
  for (const [at, { line, first, value }] of found.entries()) {
    const where = first === undefined ? "" : ` Line ${first} has it.`;
    const problem = {
      file: check.file,
      line: Number(line),
      column,
      reason: `${reason}${where}`,
      ...(value !== undefined && { value }),
    };
    check.log.add(problem, at === found.length - 1 ? 1 + unseen : 1);
  }
}

async function checkKeys(check: Check, kind: LoadKind): Promise<void> {
  const { stage, keyColumns } = kind;
  const fields = [...kind.columnOf].filter(([, column]) => keyColumns.includes(column));
  const column = fields.map(([field]) => field).join(", ");
  await noteFound(check, doublesIn(stage, keyColumns), [
    column,
    "The key stands in the file twice.",
  ]);
}

function doublesIn(
  stage: string,
  columns: readonly string[],
  compared: readonly (SqlPart | string)[] = columns,
): SqlPart {
  const given = joined(
    columns.map((column) => declared`${column} is not null`),
    " and ",
  );
  return declared`
    select load_line::text as line, first::text as first from (
      select load_line, first_value(load_line) over same as first
      from ${stage} where ${given}
      window same as (partition by ${joined(compared)} order by load_line)
    ) as ranked
    where load_line <> first order by load_line`;
}

async function checkUnique(check: Check, kind: LoadKind, unique: Unique): Promise<void> {
  const { stage, table, keyColumns } = kind;
  const { columns, field, reason, ignoresCase = false } = unique;
  const compared = (alias: string) =>
    columns.map((column) =>
      ignoresCase ? declared`upper(${alias}.${column})` : declared`${alias}.${column}`,
    );
  const doubles = doublesIn(stage, columns, compared(stage));
  await noteFound(check, doubles, [field, reason]);
  await noteFound(
    check,
    declared`select s.load_line::text as line from ${stage} s join ${table} t
       on (${joined(compared("s"))}) = (${joined(compared("t"))})
     where (${qualifiedColumns("s", keyColumns)}) is distinct from (${qualifiedColumns("t", keyColumns)})
       and not exists (select from ${stage} o where ${equal(["o", keyColumns], ["t", keyColumns])})
     order by s.load_line`,
    [field, reason],
  );
}

/** Duplicates of a list's own key between rows, and with rows of the store that the load leaves
 * unchanged. */
async function checkListKey(
  check: Check,
  kind: LoadKind,
  list: { stage: string; table: string; parent: readonly string[]; unique: Unique },
): Promise<void> {
  const { stage, table, parent, unique } = list;
  const { columns, field, reason } = unique;
  await noteFound(check, doublesIn(stage, columns), [field, reason]);
  await noteFound(
    check,
    declared`select s.load_line::text as line from ${stage} s join ${table} t
       on ${equal(["s", columns], ["t", columns])}
     where (${qualifiedColumns("s", parent)}) is distinct from (${qualifiedColumns("t", parent)})
       and not exists (select from ${kind.stage} o
         where ${equal(["o", kind.keyColumns], ["t", parent])})
     group by s.load_line order by s.load_line`,
    [field, reason],
  );
}

async function checkReference(check: Check, from: string, reference: Reference): Promise<void> {
  const { columns, table, to, field, none } = reference;
  const staged = check.stageOf.get(table);
  const isIn = (place: string) =>
    declared`exists (select from ${place} t where ${equal(["t", to], ["s", columns])})`;
  const value = joined(
    columns.map((column) => declared`s.${column}::text`),
    " || ' ' || ",
  );
  const words = table.replaceAll("_", " ");
  const isNamed = columns.map((column) => declared`s.${column} is not null`);
  if (none !== undefined) isNamed.push(declared`s.${columns.at(-1) ?? ""} <> ${literal(none)}`);
  await noteFound(
    check,
    declared`select s.load_line::text as line, min(${value}) as value from ${from} s
     where ${joined(isNamed, " and ")}
       and not ${isIn(table)} ${staged === undefined ? declared`` : declared`and not ${isIn(staged)}`}
     group by s.load_line order by s.load_line`,
    [field, `Neither the store nor this load has this ${words}.`],
  );
}
