// Migrations of a distributed store. A table is placed as soon as it is created, since no foreign
// key leads from a placed table to one that is not. A table is changed in steps, since Citus adds a
// constraint only by a separate statement.
import type pg from "pg";
import { clientReader } from "../client-reader.ts";
import { hasCitus, selectFoundTables } from "./cluster.ts";
import { placeTable } from "./distribute.ts";
import { findTablePlace } from "./table-places.ts";
import { compareTables, isDistributed } from "./table-states.ts";

/** Runs the text of a migration. */
export type RunMigration = (text: string) => Promise<void>;

/** Returns the function that runs migrations on this store; its session is set up for it. */
export async function migrationRunner(client: pg.Client): Promise<RunMigration> {
  const run = async (text: string) => void (await client.query(text));
  if (!(await hasCitus(clientReader(client)))) return run;
  // Else Citus rejects what follows a change of reference data, and takes tables that refer to such
  // data for its own.
  await run(`set citus.multi_shard_modify_mode = 'sequential';
    set citus.enable_local_reference_table_foreign_keys = off`);
  if (!isDistributed(compareTables(await selectFoundTables(clientReader(client))))) return run;
  return async (text) => {
    for (const { statements, table } of splitParts(text)) {
      for (const step of splitSteps(statements)) await run(step);
      const place = table === undefined ? undefined : findTablePlace(table);
      if (place !== undefined) await placeTable(client, place);
    }
  };
}

/** A migration up to where it has made a table, or to its end. */
export interface MigrationPart {
  readonly statements: string;
  readonly table: string | undefined;
}

/** Divides a text into its statements, and each `alter table` that adds a constraint into its
 * actions; one that makes functions stays whole. */
export function splitSteps(text: string): string[] {
  if (text.includes("$$")) return [text];
  const statements = text.split(/(?<=;)\n/).filter((each) => each.trim() !== "");
  return statements.flatMap((statement) => {
    const [, head = "", table = "", actions = ""] =
      /^([\s\S]*^alter table (\w+)\n)([\s\S]*)$/m.exec(statement) ?? [];
    if (!/^ {2}add constraint |\bcheck \(/m.test(actions)) return [statement];
    const steps = actions.split(/,\n(?=(?: {2}--.*\n)* {2}(?:add|alter|drop) )/);
    return steps.flatMap((step) => splitCheck(table, step)).map((step) => head + step);
  });
}

/** Divides the check of an added column from it, under the name that PostgreSQL would give it. */
function splitCheck(table: string, step: string): string[] {
  const [, column, name, check] =
    /^((?: {2}--.*\n)* {2}add column (\w+) [\s\S]*?)\s+(check \([\s\S]*)$/.exec(step) ?? [];
  if (column === undefined) return [step];
  return [column, `  add constraint ${table}_${name}_check ${check}`];
}

/** Divides a migration behind each table that it makes. */
export function splitParts(text: string): MigrationPart[] {
  const parts: MigrationPart[] = [];
  let end = 0;
  for (const made of text.matchAll(/^create table (\w+) \([\s\S]*?^\);/gm)) {
    const next = made.index + made[0].length;
    parts.push({ statements: text.slice(end, next), table: made[1] });
    end = next;
  }
  const rest = text.slice(end);
  return rest.trim() === "" ? parts : [...parts, { statements: rest, table: undefined }];
}
