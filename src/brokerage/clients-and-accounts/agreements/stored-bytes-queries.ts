// How many bytes a firm has stored: its signatures, counted as they are stored, and the documents of
// its offers.

import type { Id } from "@bursar/values/ids";
import { type Reader, type Sender, sql } from "../../../platform/store/db.ts";

/** More bytes that a firm wants to store, and the most that it may have then. */
export interface MoreBytes {
  readonly firmOid: Id;
  readonly size: number;
  readonly most: number;
}

/** Whether the firm may store the given bytes as well. Changes that run at once may each see the same capacity. */
export async function hasRoomFor(db: Reader, { firmOid, size, most }: MoreBytes): Promise<boolean> {
  const row = await db.first(sql<{ hasRoom: boolean }>`
    select (select coalesce(sum(bytes), 0) from firm_stored_bytes where firm_oid = ${firmOid})
      + (select coalesce(sum(length(content)), 0) from offer_document
         where issuing_firm_oid = ${firmOid})
      + ${size}::bigint <= ${most}::bigint as "hasRoom"`);
  return row?.hasRoom === true;
}

/** Counts the bytes of a signature of the firm, in the part of the connection: signatures that share a
 * transaction lock one row then, and could wait for each other's otherwise. */
export function addStoredBytes(
  sender: Sender,
  { firmOid, size }: Pick<MoreBytes, "firmOid" | "size">,
): void {
  sender.send(sql`
    insert into firm_stored_bytes as stored (firm_oid, part, bytes)
    values (${firmOid}, pg_backend_pid() & 15, ${size})
    on conflict (firm_oid, part) do update set bytes = stored.bytes + excluded.bytes`);
}

/** The bytes that all firms have stored, and those of the firm that has stored most. */
export interface StoredBytes {
  readonly total: string;
  readonly ofFullest: string;
}

/** How much is stored, for the monitor. */
export async function selectStoredBytes(db: Reader): Promise<StoredBytes | undefined> {
  return db.first(sql<StoredBytes>`
    select coalesce(sum(bytes), 0)::text as total, coalesce(max(bytes), 0)::text as "ofFullest"
    from (
      select sum(bytes) as bytes from (
        select firm_oid, bytes from firm_stored_bytes
        union all
        select issuing_firm_oid, length(content) from offer_document) as stored
      group by firm_oid) as firm`);
}
