// The statements that seal the heads of chains after an upgrade.
import { type Reader, sql, type Tx } from "../store/db.ts";
import { sealLock } from "../store/store-lock.ts";

/** Whether any head has no seal. */
export async function hasUnsealedHeads(db: Reader): Promise<boolean> {
  return (await db.first(sql`select from audit_head where seal is null limit 1`)) !== undefined;
}

/** Whether any head has a seal. */
export async function hasSealedHeads(db: Reader): Promise<boolean> {
  return (await db.first(sql`select from audit_head where seal is not null limit 1`)) !== undefined;
}

/** How many heads have no seal. */
export async function countUnsealedHeads(db: Reader): Promise<number> {
  const row = await db.first(sql<{ count: number }>`
    select count(*)::int as count from audit_head where seal is null`);
  return row?.count ?? 0;
}

/** Lets one process at a time seal what an upgrade has found. */
export async function lockSealing(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${sealLock})`);
}

/** Seals heads. */
export function updateHeadSeals(
  tx: Tx,
  heads: readonly { readonly subject: string; readonly seal: Buffer }[],
): void {
  tx.send(sql`
    update audit_head set seal = given.seal
    from unnest(${heads.map(({ subject }) => subject)}::text[],
      ${heads.map(({ seal }) => seal)}::bytea[]) as given (subject, seal)
    where audit_head.subject = given.subject`);
}
