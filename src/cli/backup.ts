// `bursar backup` and `bursar restore`: the whole store in one file, and back.
import { type Config, readConfig } from "../config/config.ts";
import { hasMasterKey, masterKeyFrom } from "../platform/keys/master-key.ts";
import { openVault } from "../platform/keys/vault.ts";
import { noteBackup } from "../platform/maintenance/last-backup.ts";
import { verifyBackup } from "../platform/maintenance/read-backup.ts";
import { restoreIntoRelease } from "../platform/maintenance/restore-older.ts";
import { type TableDigest, writeBackup } from "../platform/maintenance/write-backup.ts";
import { openLog } from "../platform/process/log.ts";
import { StoreFault } from "../platform/process/store-fault.ts";
import { withSnapshot } from "../platform/store/snapshot.ts";
import { openStore } from "../platform/store/store.ts";
import { migrationsFolder } from "../runtime/configured-store.ts";
import { counted } from "../values/readable.ts";
import { withStore } from "./command-context.ts";
import { printJson, printLines } from "./output.ts";

interface JsonOption {
  readonly json?: boolean;
}

interface BackupOptions extends JsonOption {
  readonly verify?: boolean;
}

/** Writes everything that the store holds at one moment to a new file, or verifies such a file. */
export async function backupCommand(file: string, options: BackupOptions): Promise<void> {
  if (options.verify) {
    const vault = openVault(await givenKey(readConfig(process.env)));
    printManifest(file, await verifyBackup(vault, file), options);
    return;
  }
  const manifest = await withStore("backup", async ({ db, store, vault }) => {
    const now = new Date();
    const written = await withSnapshot(store.serving, (snapshot) =>
      writeBackup(snapshot, vault, file, now),
    );
    // The back-up is complete also where the store has no space left to record it.
    await noteBackup(db, now).catch(() => {});
    return written;
  });
  printManifest(file, manifest, options);
}

/** Fills an empty store from a back-up; its tables are made where there are none, as they were when it
 * was taken, and migrated afterwards. */
export async function restoreCommand(file: string, options: JsonOption): Promise<void> {
  const config = readConfig(process.env);
  const masterKey = await givenKey(config);
  const store = await openStore(config, "restore", openLog(config.logLevel));
  try {
    if (store.attached) throw new StoreFault("The service is running: stop it and try again.");
    const { user: servingLogin } = store.serving;
    const target = { settings: store.migrating, servingLogin, folder: migrationsFolder };
    printManifest(file, await restoreIntoRelease(target, masterKey, file), options);
  } finally {
    await store.stop();
  }
}

/** A new key could open nothing, so none is made. */
async function givenKey(config: Config): Promise<Buffer> {
  if (await hasMasterKey(config, config.dataDir)) return masterKeyFrom(config, config.dataDir);
  throw new StoreFault(
    "A back-up can be read only with its master key: put it in MASTER_KEY or DATA_DIR/master.key.",
  );
}

function printManifest(
  file: string,
  manifest: readonly TableDigest[],
  { json = false }: JsonOption,
): void {
  if (json) {
    printJson({ file, tables: manifest });
    return;
  }
  const lines = manifest.map(
    ({ table, rows, sha256 }) => `${table}: ${counted(rows, "row")}, ${sha256}`,
  );
  const rows = manifest.reduce((sum, each) => sum + BigInt(each.rows), 0n);
  printLines(...lines, `${file}: ${counted(rows, "row")} of ${counted(manifest.length, "table")}`);
}
