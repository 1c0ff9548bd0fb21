// The lock of the whole store: serving and changing processes share it; a restore and a change of
// the master key hold it exclusively. Also the numbers of every advisory lock on the store.
import type pg from "pg";
import { StoreFault } from "../process/store-fault.ts";

// Any numbers will do, as long as every version of the service takes the same ones.

/** The advisory lock of a migration. */
export const migrationLock = "6271907205";

/** The advisory lock of a load. */
export const loadLock = "6271907206";

/** The advisory lock of the process that leads. */
export const leaderLock = "6271907209";

const useLock = "6271907207";

/** The function by which a reader, who may take no other lock, marks its connection; as SQL that its
 * owner runs. */
export const useFunction = `
  create or replace function use_store() returns void language sql security definer
    set search_path = pg_catalog, pg_temp as 'select pg_advisory_lock_shared(${useLock})'`;

/** Marks a connection of the reader as one that uses the store, until it closes. */
export async function useStoreAsReader(client: pg.ClientBase): Promise<void> {
  await client.query("select use_store()");
}

/** Marks a connection as one that uses the store, until it closes. */
export async function useStore(client: pg.ClientBase): Promise<void> {
  await client.query("select pg_advisory_lock_shared($1)", [useLock]);
}

/** Takes the store exclusively until the transaction ends; refuses while another process uses it. */
export async function lockWholeStore(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ isFree: boolean }>(
    `select pg_try_advisory_xact_lock($1) as "isFree"`,
    [useLock],
  );
  if (!rows[0]?.isFree) {
    throw new StoreFault("Another process is using the store: stop the service and try again.");
  }
}
