// Rows on their way into staging tables: lines of COPY text, of which a batch is sent while the next
// one is decoded.
import type { Tx } from "../../store/db.ts";
import { declared } from "../../store/declared-sql.ts";
import { type Columns, copyLine, type StageColumn } from "../kinds/copy-text.ts";
import { copyInto, selectColumns } from "../kinds/load-sql.ts";

/** A staging table, and the lines that have not been sent to it yet. */
export interface Stage {
  readonly name: string;
  readonly columns: readonly StageColumn[];
  /** The number of rows that it has been given. */
  rows: number;
  /** Lines as bytes: as texts, a batch would be copied by the garbage collector again and again. */
  readonly full: Buffer[];
  last: Buffer;
  /** The part of the last one that is used. */
  size: number;
}

const batchSize = 1024 * 1024;
/** The bytes that a stage begins with: enough for most files of a firm that is not large. */
const firstSize = 64 * 1024;

/** Opens a staging table that has been made. */
export async function openStage(tx: Tx, name: string): Promise<Stage> {
  const columns = await selectColumns(tx, name);
  return { name, columns, rows: 0, full: [], last: Buffer.allocUnsafe(0), size: 0 };
}

/** Adds a row to what is sent next. */
export function append(stage: Stage, row: Columns): void {
  const line = copyLine(stage.columns, row);
  const most = 3 * line.length;
  if (stage.size + most > stage.last.length) {
    complete(stage);
    const size = stage.full.length + stage.rows === 0 ? firstSize : batchSize;
    stage.last = Buffer.allocUnsafe(Math.max(size, most));
  }
  stage.size += stage.last.write(line, stage.size);
  stage.rows += 1;
}

function complete(stage: Stage): void {
  if (stage.size > 0) stage.full.push(stage.last.subarray(0, stage.size));
  stage.last = stage.last.subarray(stage.size);
  stage.size = 0;
}

/** Whether enough has gathered to be sent. */
export function isFull({ full }: Stage): boolean {
  return full.length > 0;
}

/** Copies of batches, each of which runs while the next one is decoded. */
interface Copies {
  send(stages: readonly Stage[]): Promise<void>;
  end(): Promise<void>;
}

/** Opens the copies of a transaction. */
export function openCopies(tx: Tx): Copies {
  let running: Promise<void> = Promise.resolve();
  const copy = async (batches: readonly { name: string; lines: readonly Buffer[] }[]) => {
    for (const { name, lines } of batches) await copyInto(tx, declared`${name}`, lines);
  };
  return {
    async send(stages) {
      await running;
      stages.forEach(complete);
      const batches = stages
        .filter(isFull)
        .map(({ name, full }) => ({ name, lines: full.splice(0) }));
      running = copy(batches);
      running.catch(() => {}); // the next await of it sees the error
    },
    end: () => running,
  };
}
