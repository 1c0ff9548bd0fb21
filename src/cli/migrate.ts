// `bursar migrate`: bring the store up to the newest migration.
import { readConfig } from "../config.ts";
import { migrationsFolder } from "../main.ts";
import { openLog } from "../platform/log.ts";
import { migrate } from "../platform/migrate.ts";
import { openStore } from "../platform/store.ts";
import { printJson, printLines } from "./command-context.ts";

/** Applies what is pending and prints the names. */
export async function migrateCommand({ json = false }: { json?: boolean }): Promise<void> {
  const config = readConfig(process.env);
  const store = await openStore(config, "migrate", openLog(config.logLevel));
  try {
    const applied = await migrate(store.migrating, migrationsFolder, store.serving.user);
    if (json) printJson({ applied });
    else printLines(...applied.map((name) => `applied ${name}`), `${applied.length} applied`);
  } finally {
    await store.stop();
  }
}
