// Rows of a table that a test keeps, to bring them back after it has damaged them.
import type { TestService } from "./harness.ts";

/** Keeps the rows of a table in another one, which on a cluster every node has. */
export async function keepTable(service: TestService, name: string, table: string): Promise<void> {
  await service.admin(`create table ${name} as table ${table}`);
  if (service.db.isDistributed) await service.admin(`select create_reference_table('${name}')`);
}
