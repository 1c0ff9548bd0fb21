// Confines a load to the records of one firm: a row of another firm, or of the whole service, is
// refused by line and field.
import type { Tx } from "../../store/db.ts";
import { declared } from "../../store/declared-sql.ts";
import { LoadFault, type ProblemLog } from "../kinds/load-problem.ts";
import { equal, firstKeyColumn, query } from "../kinds/load-sql.ts";
import { columnFor, type LoadKind, type OfFirm, type Reference } from "../load-kind.ts";
import { noteFound, type StagedKind } from "./check-stages.ts";

/** The firm to which a load is confined, and what it needs. */
interface FirmCheck {
  readonly tx: Tx;
  readonly firm: string;
  readonly log: ProblemLog;
  readonly stageOf: ReadonlyMap<string, string>;
}

/** Notes every row that is not one of the firm's; throws LoadFault if the store has no such firm. */
export async function checkFirm(
  tx: Tx,
  staged: readonly StagedKind[],
  { firm, log }: Pick<FirmCheck, "firm" | "log">,
): Promise<void> {
  const found = await query(tx, declared`select from firm where firm_oid = $1::bigint`, [firm]);
  if (found.length === 0) {
    throw new LoadFault([{ file: "--firm", reason: `The store has no firm ${firm}.` }]);
  }
  const stageOf = new Map(staged.map(({ kind }) => [kind.table, kind.stage]));
  const check = { tx, firm, log, stageOf };
  for (const { kind, file } of staged) {
    if (kind.ofFirm === undefined) await refuseAll(check, kind, file);
    else await refuseForeign(check, kind, file, kind.ofFirm);
    const own = { table: kind.table, stage: kind.stage, key: kind.keyColumns };
    for (const reference of kind.references) await refuseNamed(check, file, own, reference);
    for (const { table, stage, parent: key, references = [] } of kind.lists) {
      for (const each of references) await refuseNamed(check, file, { table, stage, key }, each);
    }
  }
}

/** Rows as they are stored and staged, and the columns that show whose they are. */
interface Rows {
  readonly table: string;
  readonly stage: string;
  readonly key: readonly string[];
}

/** Notes the rows that name another firm's record, unless the stored row does so already. */
async function refuseNamed(
  { tx, firm, log, stageOf }: FirmCheck,
  file: string,
  { table, stage, key }: Rows,
  { field, columns, table: named, to, ofFirm }: Reference,
): Promise<void> {
  if (ofFirm === undefined) return;
  const isNamed = equal(["p", to], ["s", columns]);
  // A record that this load stages is judged itself.
  const staged = stageOf.get(named);
  const isStaged = staged ? declared`exists (select from ${staged} p where ${isNamed})` : no;
  await noteFound(
    { tx, file, log, stageOf },
    declared`select s.load_line::text as line from ${stage} s
     where exists (select from ${named} p where ${isNamed} and p.${ofFirm} <> $1::bigint)
       and not ${isStaged}
       and not exists (select from ${table} t where ${equal(["t", key], ["s", key])}
         and ${equal(["t", columns], ["s", columns])})
     group by s.load_line order by s.load_line`,
    [field, `It names a record of another firm than ${firm}.`],
    [firm],
  );
}

const no = declared`false`;

async function refuseAll({ tx, firm, log, stageOf }: FirmCheck, kind: LoadKind, file: string) {
  const [field = ""] = [...kind.columnOf].find(([, column]) => kind.keyColumns[0] === column) ?? [];
  await noteFound(
    { tx, file, log, stageOf },
    declared`select load_line::text as line from ${kind.stage} order by load_line`,
    [field, `It belongs to the whole service, not to firm ${firm} alone.`],
  );
}

async function refuseForeign(
  { tx, firm, log, stageOf }: FirmCheck,
  kind: LoadKind,
  file: string,
  { field, column = columnFor(kind, field), through, fixed = [], within }: OfFirm,
): Promise<void> {
  const { stage, table, keyColumns: key } = kind;
  const check = { tx, file, log, stageOf };
  const isOwn = (alias: string) =>
    through === undefined
      ? declared`${alias}.${column} = $1::bigint`
      : declared`exists (select from ${through.table} p where p.${through.column} = ${alias}.${column}
           and p.${through.firm} = $1::bigint)`;
  // A row that this load stages is judged itself, and refused where it is not the firm's.
  const parents = through && stageOf.get(through.table);
  const isStaged =
    through && parents
      ? declared`exists (select from ${parents} p where p.${through.column} = s.${column})`
      : no;
  const stored = declared`left join ${table} t on ${equal(["t", key], ["s", key])}`;
  const isStored = declared`t.${firstKeyColumn(key)} is not null`;
  await noteFound(
    check,
    declared`select s.load_line::text as line from ${stage} s ${stored}
     where not (${isOwn("s")} or ${isStaged}) or (${isStored} and not ${isOwn("t")})
     order by s.load_line`,
    [field, `It is not a record of firm ${firm}.`],
    [firm],
  );
  for (const each of fixed) {
    const name = columnFor(kind, each);
    await noteFound(
      check,
      declared`select s.load_line::text as line from ${stage} s ${stored}
       where s.${name} is distinct from t.${name} order by s.load_line`,
      [each, "Only a load that is not confined to a firm changes it."],
    );
  }
  if (within === undefined) return;
  const given = declared`s.${columnFor(kind, within.field)}`;
  await noteFound(
    check,
    declared`select s.load_line::text as line from ${stage} s
     where not ${given} <@ (select ${within.programs} from firm where firm_oid = $1::bigint)
     order by s.load_line`,
    [within.field, `Firm ${firm} does not take part in it.`],
    [firm],
  );
}
