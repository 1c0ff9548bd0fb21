// `bursar migrate`: brings the store up to the newest migration, or lists what it lacks.
import { readConfig } from "../config/config.ts";
import { refuseWithoutKey } from "../platform/keys/master-key.ts";
import { openLog } from "../platform/process/log.ts";
import { embeddedSettings } from "../platform/store/embedded/embedded-postgres.ts";
import { migrate, missingMigrations } from "../platform/store/migrate.ts";
import { prepareReaderLogin } from "../platform/store/reader-login.ts";
import { openStore } from "../platform/store/store.ts";
import { keyOfStore, migrationsFolder } from "../runtime/configured-store.ts";
import { counted } from "../values/readable.ts";
import { CommandFault } from "./faults.ts";
import { printJson, printLines } from "./output.ts";

interface MigrateOptions {
  readonly check?: boolean;
  readonly json?: boolean;
}

/** Applies what is pending and prints the names; with `--check` it only says what is pending. */
export async function migrateCommand({
  check = false,
  json = false,
}: MigrateOptions): Promise<void> {
  if (check) return checkMigrations(json);
  const config = readConfig(process.env);
  refuseWithoutKey(config);
  const store = await openStore(config, "migrate", openLog(config.logLevel));
  try {
    const applied = await migrate(store.migrating, migrationsFolder, store.serving.user);
    // By the login that migrates: it may be asked for before the other may connect.
    const { readerPassword } = await keyOfStore(config, store.migrating);
    await prepareReaderLogin({ ...store.migrating, readerPassword });
    if (json) printJson({ applied });
    else printLines(...applied.map((name) => `applied ${name}`), `${applied.length} applied`);
  } finally {
    await store.stop();
  }
}

async function checkMigrations(json: boolean): Promise<void> {
  const pending = await selectPending();
  if (json) printJson({ pending });
  else printLines(...pending.map((name) => `pending ${name}`), `${pending.length} pending`);
  if (pending.length > 0)
    throw new CommandFault(`${counted(pending.length, "migration is", "migrations are")} pending.`);
}

/** An embedded store that does not exist is not created just to be checked. */
async function selectPending(): Promise<string[]> {
  const config = readConfig(process.env);
  const isEmbedded = config.databaseUrl === undefined;
  if (isEmbedded && (await embeddedSettings(config.dataDir)) === undefined) {
    return missingMigrations(undefined, migrationsFolder);
  }
  const store = await openStore(config, "migrate", openLog(config.logLevel));
  try {
    return await missingMigrations(store.migrating, migrationsFolder);
  } finally {
    await store.stop();
  }
}
