// The statements of loading members, over their staging table.
import { sql, type Tx } from "../../../platform/store/db.ts";

/** Keeps what is known of the verification of each staged member whose row does not say it. */
export async function completeVerification(tx: Tx): Promise<void> {
  await tx.execute(sql`
    update load_members as staged set cip_status = known.cip_status
    from member as known where known.login_id = staged.login_id and staged.cip_status is null`);
  await tx.execute(sql`
    update load_members set cip_status = 'PASSED' where cip_status is null`);
}

/** The lines of staff: what they may do by signing in is decided where no request reaches. */
export async function selectLinesOfStaff(tx: Tx): Promise<readonly number[]> {
  const rows = await tx.rows(sql<{ line: number }>`
    select load_line::integer as line from load_members
    where membership_type = 'staff' order by load_line`);
  return rows.map(({ line }) => line);
}

/** Takes the seals from staged addresses but from those that are stored with the same. */
export async function updateUnvouchedAddresses(tx: Tx): Promise<void> {
  // A cluster joins no staged rows with members, which every node has.
  const staged = await tx.rows(sql<{ loginId: string; hash: Buffer }>`
    select login_id as "loginId", sign_in_hash as hash from load_members
    where sign_in_hash is not null`);
  const vouched = await tx.rows(sql<{ loginId: string }>`
    select login_id as "loginId" from member
      join unnest(${staged.map(({ loginId }) => loginId)}::text[],
        ${staged.map(({ hash }) => hash)}::bytea[]) as staged (login_id, sign_in_hash)
        using (login_id, sign_in_hash)`);
  await tx.execute(sql`
    update load_members set sign_in_sealed = null, sign_in_hash = null
    where login_id <> all(${vouched.map(({ loginId }) => loginId)}::text[])`);
}
