// SQL for restrictions.
import { type Reader, type Sender, sql, type Tx } from "../../../platform/store/db.ts";

/** A restriction in force. */
export interface RestrictionRow {
  readonly id: string;
  readonly reasonCode: string;
  readonly typeCode: string;
  readonly inceptionInfo: string | null;
  readonly createdAt: Date;
}

/** The restrictions of an account that are in force, oldest first. */
export async function selectRestrictionsInForce(
  db: Reader,
  accountNumber: string,
): Promise<RestrictionRow[]> {
  return db.rows(sql<RestrictionRow>`
    select restriction_id as id, reason_code as "reasonCode", type_code as "typeCode",
      inception_info as "inceptionInfo", created_at as "createdAt"
    from restriction where account_number = ${accountNumber} and lifted_at is null
    order by created_at, restriction_id`);
}

/** One restriction in force by its id, or undefined. */
export async function selectRestriction(
  db: Reader,
  accountNumber: string,
  id: string,
): Promise<RestrictionRow | undefined> {
  return db.first(sql<RestrictionRow>`
    select restriction_id as id, reason_code as "reasonCode", type_code as "typeCode",
      inception_info as "inceptionInfo", created_at as "createdAt"
    from restriction
    where account_number = ${accountNumber} and restriction_id = ${id} and lifted_at is null`);
}

/** Places a restriction; `restriction_in_force_key` rejects a second of the same kind. */
export function insertRestriction(
  sender: Sender,
  accountNumber: string,
  row: RestrictionRow,
): void {
  const { id, reasonCode, typeCode, inceptionInfo, createdAt } = row;
  sender.send(sql`
    insert into restriction
      (account_number, restriction_id, reason_code, type_code, inception_info, created_at)
    values (${accountNumber}, ${id}, ${reasonCode}, ${typeCode}, ${inceptionInfo}, ${createdAt})`);
}

/** Lifts one restriction. */
export function updateRestrictionLifted(
  sender: Sender,
  accountNumber: string,
  id: string,
  liftedAt: Date,
): void {
  sender.send(sql`
    update restriction set lifted_at = ${liftedAt}
    where account_number = ${accountNumber} and restriction_id = ${id}`);
}

/** Lifts every restriction in force for a reason, and returns which these were. */
export async function updateRestrictionsLifted(
  tx: Tx,
  accountNumber: string,
  reasonCode: string,
  liftedAt: Date,
): Promise<Pick<RestrictionRow, "id" | "reasonCode" | "typeCode">[]> {
  return tx.rows(sql<Pick<RestrictionRow, "id" | "reasonCode" | "typeCode">>`
    update restriction set lifted_at = ${liftedAt}
    where account_number = ${accountNumber} and reason_code = ${reasonCode} and lifted_at is null
    returning restriction_id as id, reason_code as "reasonCode", type_code as "typeCode"`);
}
