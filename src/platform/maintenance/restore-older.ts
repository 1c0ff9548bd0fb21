// A restore across releases, and across PostgreSQL's major versions: a back-up is plain rows with the
// migrations that made their tables, so that a store is made as it was then, filled, and migrated.
import { keyCheckValue } from "../keys/master-key.ts";
import { openVault } from "../keys/vault.ts";
import { StoreFault } from "../process/store-fault.ts";
import type { ConnectionSettings } from "../store/connection.ts";
import {
  knownMigrations,
  migrate,
  missingMigrations,
  precedeFirstRelease,
} from "../store/migrate.ts";
import { openBackup } from "./backup-file.ts";
import { restoreBackup, verifyRestored } from "./restore-backup.ts";
import type { TableDigest } from "./write-backup.ts";

/** Where a back-up is restored to. */
export interface RestoreTarget {
  /** The login that migrates. */
  readonly settings: ConnectionSettings;
  readonly servingLogin: string;
  /** The folder of migrations. */
  readonly folder: string;
}

/** Fills a store from a back-up of this release or an older one; makes its tables if there are none. */
export async function restoreIntoRelease(
  { settings, servingLogin, folder }: RestoreTarget,
  masterKey: Buffer,
  path: string,
): Promise<TableDigest[]> {
  const known = await knownMigrations(folder);
  const made = await migrationsOf(path, masterKey);
  const isKnown = made.every(({ name, sha256 }, at) => {
    return known[at]?.name === name && known[at].sha256 === sha256;
  });
  const last = made.at(-1)?.name;
  if (precedeFirstRelease(made)) {
    throw new StoreFault(
      "The back-up was made before 0.1.0, the first release, and cannot be restored: " +
        "load its records into an empty store.",
    );
  }
  if (!isKnown || last === undefined) {
    throw new StoreFault(
      `The back-up was made by a version that this one does not know (its last migration is ${last}): ` +
        "restore it with that version or a newer one.",
    );
  }
  const isOlder = made.length < known.length;
  const missing = await missingMigrations(settings, folder);
  if (missing.length === known.length) await migrate(settings, folder, servingLogin, last);
  else if (isOlder && missing.length < known.length - made.length) {
    throw new StoreFault(
      "The back-up is of an older version, and the store has the tables of this one: restore it into a " +
        "database without tables, or an empty DATA_DIR that has only the master key.",
    );
  }
  const manifest = await restoreBackup(settings, masterKey, path, isOlder);
  if (!isOlder) return manifest;
  await migrate(settings, folder, servingLogin);
  await verifyRestored(settings, masterKey);
  return manifest;
}

async function migrationsOf(path: string, masterKey: Buffer) {
  const vault = openVault(masterKey);
  const backup = await openBackup(path, vault.backupKey, keyCheckValue(vault));
  await backup.close();
  return backup.header.migrations;
}
