// Emptying a sandbox, so that it can be filled again; any other store is refused. It bypasses the
// audit log because the log goes as well.
import type pg from "pg";
import { LoadBusy } from "../bulk/kinds/load-problem.ts";
import { StoreFault } from "../process/store-fault.ts";
import { clientReader } from "../store/client-reader.ts";
import type { ConnectionSettings } from "../store/connection.ts";
import { quoted, selectRoleNames } from "../store/roles.ts";
import { openConnection } from "../store/session.ts";
import { sqlState, storeError } from "../store/store-error.ts";
import { loadLock } from "../store/store-lock.ts";
import { selectTables } from "./store-tables.ts";

/** Removes every row of a sandbox, sets its clock to real time, and begins a new life of its events;
 * `settings` log in as the login that migrates. A running service goes on. Throws LoadBusy while a
 * load runs. */
export async function emptySandbox(settings: ConnectionSettings): Promise<void> {
  let client: pg.Client | undefined;
  try {
    client = await openConnection(settings, { lock_timeout: "5000" });
    const { owner } = await selectRoleNames(client);
    await client.query(`set role ${quoted(owner)}`);
    await client.query("begin");
    await lockMark(client);
    await refuseLoading(client);
    const tables = await selectTables(clientReader(client));
    const emptied = tables.filter(({ name }) => name !== "store_property");
    await client.query(`truncate ${emptied.map(({ name }) => quoted(name)).join(", ")}`);
    await client.query(
      `update store_property set value = '0' where name = 'sandbox_days_ahead';
       update store_property set value = gen_random_uuid()::text where name = 'event_epoch';
       delete from store_property where name in ('last_load', 'last_backup', 'sample_awaited')`,
    );
    await client.query("commit");
  } catch (error) {
    throw sqlState(error) === mayNot ? mayNotEmpty() : storeError(error);
  } finally {
    await client?.end().catch(() => {}); // an open transaction ends with it
  }
}

/** PostgreSQL rejects what a login has no right to. */
const mayNot = "42501";

function mayNotEmpty(): StoreFault {
  return new StoreFault(
    "The login of the store may not empty it: MIGRATE_DATABASE_URL names one that may.",
  );
}

async function refuseLoading(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ isFree: boolean }>(
    `select pg_try_advisory_xact_lock($1) as "isFree"`,
    [loadLock],
  );
  if (!rows[0]?.isFree) throw new LoadBusy();
}

async function lockMark(client: pg.Client): Promise<void> {
  const { rows } = await client.query(
    "select from store_property where name = 'sandbox_days_ahead' for update",
  );
  if (rows.length > 0) return;
  throw new StoreFault("The store is no sandbox: only one that was made as a sandbox is emptied.");
}
