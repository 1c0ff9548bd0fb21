// The declaration of a kind of record for loading: its columns, its table, and what they refer to.
// A resource's load.ts declares kinds; load-folder.ts applies them.
import type { Static, TObject, TProperties } from "typebox";
import type { RowProblem, RowRule } from "../../values/row-rule.ts";
import { text } from "../../values/scalars.ts";
import { object, optional } from "../../values/wire.ts";
import type { MacTable } from "../keys/row-mac.ts";
import type { Vault } from "../keys/vault.ts";
import type { SqlPart, Tx } from "../store/db.ts";
import type { CopiedRows } from "../store/distributed/local-copy.ts";
import type { Bundling } from "./kinds/bundling.ts";
import type { Columns } from "./kinds/copy-text.ts";
import type { BookDifferences } from "./kinds/differences.ts";
import type { LoadEvents } from "./kinds/loaded-change.ts";
import type { CellHint } from "./read/cell-limits.ts";

/** The person who sends a load, of kinds on which a second person decides. */
export interface LoadAuthor {
  /** The login of the member of staff who is named; null where none is, as by the command line. */
  readonly named: string | null;
  /** The login to which the key or the session is bound. */
  readonly bound: string | null;
}

/** The tools of a declaration that turns a row of the file into columns. */
export interface LoadTools {
  readonly vault: Vault;
  readonly now: Date;
  /** The bytes of a file in the folder `documents`; notes a problem of the column and returns
   * undefined when there is none, or when a path or link leads out of it. */
  document(column: string, name: string): Promise<Buffer | undefined>;
}

/** Gives the operator one sentence in addition to the counts. */
export type Notify = (notice: string) => void;

/** The facts that are known once the rows of a kind are applied. */
export interface KindEnd {
  readonly now: Date;
  readonly notify: Notify;
}

/** The facts that are known once all rows of a load are applied. */
export interface LoadEnd {
  readonly now: Date;
  readonly notify: Notify;
  /** Receives how many accounts are computed, and out of how many; there may be a most of them. */
  readonly onAccounts: (done: number, all: number) => void;
  readonly mostAccounts?: number;
  /** Receives how accounts differ from what is stored, in a load that only checks. */
  readonly onDifferences?: (differences: BookDifferences) => void;
}

/** Derives what follows from all of a load. */
export type AfterAll = (tx: Tx, end: LoadEnd) => Promise<void>;

/** A row that must exist in the store or in the same load wherever the columns are not null. */
export interface Reference {
  /** The column of the file that is named when the row is missing. */
  readonly field: string;
  readonly columns: readonly string[];
  readonly table: string;
  readonly to: readonly string[];
  /** The text in its last column that names no row. */
  readonly none?: string;
  /** The table's column of the firm whose record is named, where a load that is confined to a firm
   * names none of another firm that the stored row does not name already. */
  readonly ofFirm?: string;
}

/** Columns that no two rows may share; a partial index is left to the store. */
export interface Unique {
  readonly field: string;
  /** Whether texts that differ only in case are the same. */
  readonly ignoresCase?: boolean;
  readonly columns: readonly string[];
  readonly reason: string;
}

/** A value stored sealed: it is compared by its keyed hash, and only its name is shown. */
export interface Secret {
  readonly name: string;
  readonly sealed: string;
  readonly hash: string;
}

/** A table whose rows are the entries of a list column, or follow from the row. */
export interface ListTable<Row> {
  /** The list column: absent leaves the entries as stored. Without it rows always replace. */
  readonly field?: string;
  readonly table: string;
  /** Columns that hold the key of the row's own table, in the order of the kind's `key`. */
  readonly parent: readonly string[];
  /** Columns that are the same in every entry and distinguish lists of one table. */
  readonly constant?: Readonly<Record<string, string>>;
  /** The other columns, the first of which orders the entries. */
  readonly columns: readonly string[];
  /** With `references` it is also asked of rows with problems, and needs its own field alone. */
  readonly rows: (row: Row, tools: LoadTools) => readonly Columns[] | Promise<readonly Columns[]>;
  readonly references?: readonly Reference[];
  readonly secrets?: readonly Secret[];
  /** A column of truth: stored entries where it holds are not the load's, which leaves them as
   * they are. */
  readonly keptBy?: string;
  /** The message for two rows of the load, or one and the store, with the same key. */
  readonly unique?: Unique;
}

/** The firm whose record a row is, for a load that is confined to one. */
export interface OfFirm {
  /** The field that shows it, and its column where that has another name. */
  readonly field: string;
  readonly column?: string;
  /** The table of the record that the column names, and that table's column of the firm; without it
   * the column is the firm itself. */
  readonly through?: { readonly table: string; readonly column: string; readonly firm: string };
  /** Fields of which such a load changes nothing, since they are the operator's. */
  readonly fixed?: readonly string[];
  /** A list of programs in which the firm takes part, and the column of its programs. */
  readonly within?: { readonly field: string; readonly programs: string };
}

/** Whether rows of a type have a column. */
export type ColumnUse = "required" | "optional" | "refused";

/** The declaration of a kind; see `loadKind`. */
export interface KindDeclaration<Row, Field extends string> {
  /** The name of the file without its ending. */
  readonly name: string;
  /** One or two sentences for docs/loading.md. */
  readonly about: string;
  /** The table and the fields that are its primary key. */
  readonly table: string;
  readonly key: readonly Field[];
  /** Columns whose names are not the field's in snake_case; null if `derived` handles the field. */
  readonly fields?: Readonly<Partial<Record<Field, string | null>>>;
  /** The events of a load for them; none, where it is absent. */
  readonly events?: LoadEvents;
  /** Columns that are computed from the row. */
  readonly derived?: {
    readonly columns: readonly string[];
    readonly of: (row: Row, tools: LoadTools) => Columns | Promise<Columns>;
    /** Truth values that events show as the words of the field from which they derive. */
    readonly shownAs?: Readonly<
      Record<string, { readonly field: Field; readonly true: string; readonly false: string }>
    >;
  };
  readonly secrets?: readonly Secret[];
  /** The MACs of its rows, where they decide rights. */
  readonly macs?: MacTable;
  readonly lists?: readonly ListTable<Row>[];
  /** References by the names of fields; `columns` default to the columns of the fields. */
  readonly references?: readonly {
    readonly fields: readonly Field[];
    readonly table: string;
    readonly columns: readonly string[];
    readonly none?: string;
    readonly ofFirm?: string;
  }[];
  readonly uniques?: readonly Unique[];
  /** Faults of a row by its own fields, as far as they decoded well. */
  readonly rules?: readonly RowRule[];
  /** The column whose value decides which others a row has, and how; for docs/loading.md. */
  readonly uses?: {
    readonly field: Field;
    readonly of: (value: string, column: string) => ColumnUse;
  };
  /** Columns that decide what callers may do or see: a load changes them of a stored row only when
   * it is allowed to. */
  readonly privileges?: readonly Field[];
  /** The firm whose record a row is; without it the rows belong to the whole service. */
  readonly ofFirm?: OfFirm;
  /** Columns of persons, whose values no message shows. */
  readonly privateFields?: readonly Field[];
  /** Says of cells that are not accepted why, by their column, or by the path of a field in it;
   * undefined where it knows no more than the type. */
  readonly hints?: Readonly<Record<string, (cell: string) => CellHint | undefined>>;
  /** Columns with days of what has happened: none lies after the day of the load. */
  readonly pastDays?: readonly Field[];
  /** Whether a row may withdraw the stored one with the same key, by a `Y` in `withdrawn`; such a
   * kind has no lists. */
  readonly canBeWithdrawn?: boolean;
  /** Sentences for constraints of the store that no check above names, by constraint. */
  readonly constraints?: Readonly<Record<string, RowProblem>>;
  /** Completes the staged rows with SQL once the earlier kinds are applied, and checks them. */
  readonly beforeApply?: (
    tx: Tx,
    stage: string,
    author: LoadAuthor,
  ) => Promise<readonly (RowProblem & { readonly line: number })[]>;
  /** Whether its rows never change once they are stored: the writer may only add them, and `beforeApply`
   * refuses those that differ. */
  readonly isOnlyAdded?: true;
  /** Columns that new rows get in addition to those of the file, and makes the table that has them by the first
   * column of the key; of a kind whose rows never change once they are stored. */
  readonly stamps?: {
    readonly columns: readonly string[];
    readonly table: (tx: Tx, changed: string, end: Pick<KindEnd, "now">) => Promise<string>;
  };
  /** Derives what follows from the new or changed rows; `changed` is a FROM item with those rows,
   * by the columns of the table. Throws RowsRefused if the result is impossible. */
  readonly afterApply?: (tx: Tx, changed: SqlPart, end: KindEnd) => Promise<void>;
  /** Notes whose books the new or changed rows touch; of those that are bundled, `changed` has the
   * key of one of each bundle. */
  readonly touches?: (tx: Tx, changed: SqlPart) => Promise<void>;
  /** The bundling of rows that come in order of key; such a kind has neither lists nor secrets. */
  readonly bundled?: Bundling;
  /** Of tables with very many rows for an account: which of those of its staged accounts its load
   * reads or changes. A distributed store copies only these. */
  readonly copiedRows?: readonly Pick<CopiedRows, "table" | "where">[];
  /** Runs once when all kinds are applied, in a load that has a file of any kind that names it.
   * Throws RowsRefused if the result is impossible. */
  readonly afterAll?: AfterAll;
  /** The same behind `afterAll` of every kind, which may take long: what it locks is held briefly. */
  readonly atEnd?: AfterAll;
  /** The subject in whose audit chain a changed row is noted. */
  readonly subject: (row: Row) => string;
  /** `summary`: the note has count, first, last and SHA-256 instead of the rows; such a kind has
   * neither lists nor secrets. `keys`: the same with the last column of each row's key, for rows
   * that never change once they are stored. */
  readonly audit?: "rows" | "summary" | "keys";
  /** A few lines of CSV, header first, for docs/loading.md. */
  readonly example: string;
}

/** A row of a file after decoding. */
export type LoadedRow = Readonly<Record<string, unknown>>;

/** A kind of record that can be loaded. */
export interface LoadKind
  extends Omit<KindDeclaration<LoadedRow, string>, "fields" | "key" | "references" | "lists"> {
  readonly schema: TObject;
  /** The columns of a row that takes a stored one back; undefined where rows of the kind stay. */
  readonly withdrawal: TObject | undefined;
  /** The staging table of its rows. */
  readonly stage: string;
  readonly keyColumns: readonly string[];
  /** The database column of each stored field. */
  readonly columnOf: ReadonlyMap<string, string>;
  readonly references: readonly Reference[];
  readonly lists: readonly (ListTable<LoadedRow> & { readonly stage: string })[];
}

/**
 * Declares a kind. For example:
 *
 *     export const transferKind = loadKind({
 *       name: "transfers",
 *       about: "Transfers of an account from other institutions.",
 *       columns: object({ accountNumber: accountNumber(), acatid: text(), status: text(), … }),
 *       table: "transfer",
 *       key: ["accountNumber", "acatid"],
 *       fields: { acatid: "acat_id" },
 *       references: [{ fields: ["accountNumber"], table: "account", columns: ["account_number"] }],
 *       subject: (row) => row.accountNumber,
 *       example: "accountNumber,acatid,status\nRA1234ABCD,A1,Rejected",
 *     });
 */
export function loadKind<P extends TProperties>(
  declared: { readonly columns: TObject<P> } & KindDeclaration<
    Static<TObject<P>>,
    keyof P & string
  >,
): LoadKind {
  const { columns, fields, key, references = [], lists = [], ...rest } = declared;
  const isDaily = declared.canBeWithdrawn === true;
  const schema = isDaily ? object({ ...columns.properties, withdrawn }) : columns;
  const renamed = (fields ?? {}) as Readonly<Record<string, string | null>>;
  const inLists = new Set(lists.map((list) => list.field));
  const columnOf = new Map<string, string>();
  for (const field of Object.keys(columns.properties)) {
    const column = renamed[field] === undefined ? snakeCase(field) : renamed[field];
    if (column !== null && !inLists.has(field)) columnOf.set(field, column);
  }
  const column = (field: string) => columnOf.get(field) ?? snakeCase(field);
  const stage = `load_${declared.name.replaceAll("-", "_")}`;
  const kind = {
    ...rest,
    schema,
    withdrawal: isDaily ? withdrawalSchema(columns.properties, key) : undefined,
    stage,
    keyColumns: key.map(column),
    columnOf,
    references: references.map(({ fields: from, columns: to, ...others }) => ({
      field: from.at(-1) ?? "",
      columns: from.map(column),
      to,
      ...others,
    })),
    lists: lists.map((list, index) => ({ ...list, stage: `${stage}_${index + 1}` })),
  };
  // Rows are typed where a kind is declared; code that applies it sees names and values.
  return kind as unknown as LoadKind;
}

const withdrawn = optional(
  text({
    pattern: /^Y$/,
    description: "`Y` withdraws the stored row with the same key; such a row has only its key.",
  }),
);

function withdrawalSchema(columns: TProperties, key: readonly string[]): TObject {
  const ofKey = Object.entries(columns).filter(([field]) => key.includes(field));
  return object({ ...Object.fromEntries(ofKey), withdrawn });
}

/** The database column of a field, stored from it or derived. */
export function columnFor({ columnOf }: LoadKind, field: string): string {
  return columnOf.get(field) ?? snakeCase(field);
}

function snakeCase(field: string): string {
  return field.replace(/([a-z0-9])([A-Z])/g, "$1_$2").toLowerCase();
}

/** The columns of a kind's own table that a load stores, each once. */
export function tableColumns(kind: LoadKind): readonly string[] {
  const derived = kind.derived?.columns ?? [];
  return [...new Set([...kind.columnOf.values(), ...derived, ...(kind.macs ? ["version"] : [])])];
}

/** The column of a staging table that says whether a row withdraws the stored one with the same
 * key. */
export const withdrawnColumn = "load_withdrawn";
