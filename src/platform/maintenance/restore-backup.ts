// A restore: a back-up into an empty store with the same migrations, completely or not at all. It
// bypasses the audit log because it restores the log; the chains are verified before it commits.
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { verifyAudit } from "../change/audit.ts";
import { keyCheckValue, withAuditKey } from "../keys/master-key.ts";
import { openVault } from "../keys/vault.ts";
import { StoreFault } from "../process/store-fault.ts";
import { clientReader } from "../store/client-reader.ts";
import type { ConnectionSettings } from "../store/connection.ts";
import { refusePartlyDistributed } from "../store/distributed/cluster.ts";
import { settingsOfRestore } from "../store/distributed/differences.ts";
import { quoted, selectRoleNames } from "../store/roles.ts";
import { openConnection } from "../store/session.ts";
import { storeError } from "../store/store-error.ts";
import { lockWholeStore } from "../store/store-lock.ts";
import { altered, type BackupFile, openBackup } from "./backup-file.ts";
import { readTables, type TableOfBackup } from "./read-backup.ts";
import { type StoreTable, selectMigrations, selectTables } from "./store-tables.ts";
import type { TableDigest } from "./write-backup.ts";

/** Fills the store and returns the manifest; `settings` log in as the login that migrates. The chains
 * of an older store are verified once it is migrated. */
export async function restoreBackup(
  settings: ConnectionSettings,
  masterKey: Buffer,
  path: string,
  isOlder = false,
): Promise<TableDigest[]> {
  const vault = openVault(masterKey);
  const backup = await openBackup(path, vault.backupKey, keyCheckValue(vault));
  let client: pg.Client | undefined;
  try {
    client = await openConnection(settings, { statement_timeout: "0" });
    const { owner } = await selectRoleNames(client);
    const wanted = settingsOfRestore(await refusePartlyDistributed(clientReader(client)));
    for (const [name, value] of Object.entries(wanted)) {
      await client.query(`set ${name} = ${quoted(value)}`);
    }
    await client.query(`set role ${quoted(owner)}`);
    await client.query("begin");
    await lockWholeStore(client);
    const manifest = await fill(client, backup);
    await renewEpoch(client);
    if (!isOlder) await checkChains(client, masterKey, "nothing was restored");
    await client.query("commit");
    return manifest;
  } catch (error) {
    throw storeError(error);
  } finally {
    await client?.end().catch(() => {}); // an open transaction ends with it
    await backup.close();
  }
}

/** Verifies the chains of a store that was restored and migrated. */
export async function verifyRestored(
  settings: ConnectionSettings,
  masterKey: Buffer,
): Promise<void> {
  const client = await openConnection(settings, { statement_timeout: "0" });
  try {
    await client.query(`set role ${quoted((await selectRoleNames(client)).owner)}`);
    await checkChains(client, masterKey, "the store is restored with it");
  } catch (error) {
    throw storeError(error);
  } finally {
    await client.end().catch(() => {});
  }
}

async function fill(client: pg.Client, backup: BackupFile): Promise<TableDigest[]> {
  const reader = clientReader(client);
  const tables = await selectTables(reader);
  const names = tables.map(({ name }) => quoted(name)).join(", ");
  await client.query(`lock table ${names} in access exclusive mode`);
  await checkMigrations(client, backup);
  await checkEmpty(client, tables, backup.header.masterKeyCheck);
  const manifest = await readTables(backup, (table) => {
    const known = tables.find(({ name }) => name === table.name);
    if (String(known?.columns) !== String(table.columns))
      throw altered(backup.path, `in table ${table.name}`);
    return fillTable(client, table);
  });
  if (manifest.length !== tables.length) throw altered(backup.path);
  return manifest;
}

async function fillTable(client: pg.Client, { name, columns, rows }: TableOfBackup): Promise<void> {
  const list = columns.map(quoted).join(", ");
  const copy = client.query(copyFrom(`copy ${quoted(name)} (${list}) from stdin`));
  await pipeline(Readable.from(rows, { highWaterMark: 1 }), copy);
  await client.query(`analyze ${quoted(name)}`);
}

async function checkMigrations(client: pg.Client, { header }: BackupFile): Promise<void> {
  const ours = await selectMigrations(clientReader(client));
  if (JSON.stringify(ours) === JSON.stringify(header.migrations)) return;
  const last = header.migrations.at(-1)?.name ?? "none";
  throw new StoreFault(
    `The back-up is of a store with other migrations (the last is ${last}): ` +
      "restore it with the version that made it, then migrate.",
  );
}

/** Requires an empty store. Exempt are the time of a back-up, the number of terms, the position of
 * events, and the check of the same master key, which any command stores when it is first run. */
async function checkEmpty(
  client: pg.Client,
  tables: readonly StoreTable[],
  masterKeyCheck: string,
): Promise<void> {
  await client.query(
    `delete from store_property
      where name = 'master_key_check' and value = $1
        or name in ('last_backup', 'leader_epoch')
        or name in ('event_position', 'event_expired', 'event_epoch')`,
    [masterKeyCheck],
  );
  for (const { name } of tables) {
    const { rows } = await client.query(`select from ${quoted(name)} limit 1`);
    if (rows.length === 0) continue;
    throw new StoreFault(`The store is not empty (table ${name}): restore into an empty one.`);
  }
}

/** Positions that readers have from after the back-up would skip events of the restored store. */
async function renewEpoch(client: pg.Client): Promise<void> {
  await client.query(
    "update store_property set value = gen_random_uuid()::text where name = 'event_epoch'",
  );
}

async function checkChains(
  client: pg.Client,
  masterKey: Buffer,
  consequence: string,
): Promise<void> {
  const reader = clientReader(client);
  const { auditKey } = await withAuditKey(reader, masterKey);
  const { faults } = await verifyAudit(reader, auditKey);
  const [first] = faults;
  if (first === undefined) return;
  throw new StoreFault(
    `The audit chain of ${first.subject} is broken at entry ${first.sequence}: ${consequence}.`,
  );
}
