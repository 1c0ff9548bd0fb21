// The first rows of each kind that a load changes, column by column; secrets are shown as in the audit
// log, and personal data by its shape alone.
import type { Tx } from "../../store/db.ts";
import { declared } from "../../store/declared-sql.ts";
import { maxChangesShown, type RowChange } from "../kinds/differences.ts";
import { equal, qualifiedColumns, query } from "../kinds/load-sql.ts";
import type { LoadKind } from "../load-kind.ts";
import { maskedParts } from "../read/cell-problems.ts";
import { fileColumns } from "../read/file-columns.ts";
import { rowJson, selectShown } from "../stage/change-columns.ts";
import { joinRows } from "./load-audit.ts";

interface Noted {
  readonly line: string;
  readonly isNew: boolean;
  readonly before: object | null;
  readonly after: object | null;
}

/** The first rows that the load has changed of a kind whose rows are noted one by one. */
export async function selectRowChanges(tx: Tx, kind: LoadKind): Promise<RowChange[]> {
  const noted = await query<Noted>(
    tx,
    declared`with changed as (
       select load_change.line from load_change
       where kind = $1 and load_change.line > 0 and not is_second
       group by load_change.line having not bool_or(is_new)
       order by load_change.line limit ${maxChangesShown})
     select line::text as line, coalesce(is_new, false) as "isNew", before, after
     from load_change join changed using (line)
     where kind = $1 and not is_second order by load_change.line, load_change.part`,
    [kind.name],
  );
  return joinRows(noted).map((row) => rowChange(kind, row));
}

/** The first stored rows that a kind of very many rows changes or withdraws, before that is done. */
export async function selectDailyChanges(
  tx: Tx,
  kind: LoadKind,
  changed: string,
): Promise<RowChange[]> {
  const { table, keyColumns: key } = kind;
  const shown = await selectShown(tx, kind, changed);
  const rows = await query<BeforeAndAfter>(
    tx,
    declared`select ${rowJson("t", shown)} as before, ${rowJson("c", shown)} as after,
       c.is_withdrawn as "isWithdrawn"
     from ${changed} c join ${table} t on ${equal(["t", key], ["c", key])}
     where not c.is_new order by ${qualifiedColumns("c", key)} limit ${maxChangesShown}`,
  );
  return rows.map((row) => rowChange(kind, row));
}

type Row = Readonly<Record<string, unknown>>;

interface BeforeAndAfter {
  readonly before: Row;
  readonly after: Row;
  readonly isWithdrawn: boolean;
}

function rowChange(kind: LoadKind, { before, after, isWithdrawn }: BeforeAndAfter): RowChange {
  if (isWithdrawn) return { key: keyFields(kind, before), withdrawn: true, columns: [] };
  const open = openingOf(kind);
  const columns = Object.keys({ ...before, ...after })
    .filter((column) => valueText(before[column]) !== valueText(after[column]))
    .map((column) => {
      const words = kind.derived?.shownAs?.[column];
      const shown = (row: Row) =>
        words ? words[`${row[column] === true}`] : valueText(open(column, row[column]));
      return { column: words?.field ?? column, before: shown(before), after: shown(after) };
    });
  // A derived column is shown only where no column of the file differs, such as a document's bytes.
  const ofFile = fileColumns(kind);
  const own = columns.filter(({ column }) => ofFile.includes(column));
  return {
    key: keyFields(kind, after),
    withdrawn: false,
    columns: own.length > 0 ? own : columns,
  };
}

/** The shown form of a column's value: of personal data only the shape, and of a secret the form in
 * which the audit log records it. */
function openingOf(kind: LoadKind): (column: string, value: unknown) => unknown {
  const listed = kind.lists.flatMap(({ secrets = [] }) => secrets);
  const secrets = new Set([...(kind.secrets ?? []), ...listed].map(({ name }) => name));
  return (column, value) => {
    const isOpen = secrets.has(column) || !kind.privateFields?.includes(column);
    return isOpen ? value : maskedParts(value, secrets);
  };
}

function keyFields({ columnOf, keyColumns }: LoadKind, row: Row): RowChange["key"] {
  const fields = [...columnOf].filter(([, column]) => keyColumns.includes(column));
  return Object.fromEntries(fields.map(([field]) => [field, valueText(row[field])]));
}

function valueText(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  return typeof value === "string" ? value : JSON.stringify(value);
}
