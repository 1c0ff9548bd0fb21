// Loads that were stored, as the back office lists them: when, by whom, and what each has changed.
import type { Actor } from "../../change/context.ts";
import { sql, type Tx } from "../../store/db.ts";
import type { BookDifferences, ColumnChange, RowChange } from "../kinds/differences.ts";

/** The stored report of one file of a load. */
export interface StoredFile {
  readonly file: string;
  readonly rows: number;
  readonly added: number;
  readonly changed: number;
  readonly withdrawn?: number;
  /** The first stored rows that were changed or withdrawn, of a load by request. */
  readonly changes?: readonly RowChange[];
  readonly notices?: readonly string[];
}

/** The stored report of a load, besides its files. */
interface StoredLoad {
  readonly id: string;
  readonly actor: Actor;
  readonly startedAt: string;
  readonly rows: number;
  readonly files: readonly StoredFile[];
  /** The differences in the books of accounts, of a load by request. */
  readonly books: BookDifferences | undefined;
}

/** Stores the report of a load, in its own transaction. */
export async function insertLoad(tx: Tx, load: StoredLoad): Promise<void> {
  const { id, actor, startedAt, rows, files, books = null } = load;
  const report = JSON.stringify({ files: files.map(shortened), books });
  await tx.execute(sql`
    insert into folder_load (load_id, firm_oid, actor, started_at, row_count, report)
    values (${id}, ${actor.firm ?? null}, ${JSON.stringify(actor)}::jsonb, ${startedAt},
      ${rows}, ${report}::jsonb)`);
}

/** A value may be a list of megabytes; each stored one is cut to the length of a model's weights. */
const longest = 8_000;

/** The same file, each of whose values has at most that many characters. */
export function shortened({ changes, ...file }: StoredFile): StoredFile {
  if (changes === undefined) return file;
  const short = (value: string | null) =>
    value !== null && value.length > longest ? `${value.slice(0, longest)}…` : value;
  const columnOf = ({ column, before, after }: ColumnChange) => ({
    column,
    before: short(before),
    after: short(after),
  });
  return {
    ...file,
    changes: changes.map((change) => ({ ...change, columns: change.columns.map(columnOf) })),
  };
}
