// The statements behind a change of billing plan, which may affect every account of a member.

import type { Day } from "@bursar/values/dates";
import type { AccountNumber, Id } from "@bursar/values/ids";
import { type Reader, SerializationFailure, sql, type Tx } from "../../../platform/store/db.ts";
import { keysByShard } from "../../../platform/store/distributed/shards.ts";
import { beginTerms } from "./billing-term-queries.ts";

/** A member whose accounts all have one billing plan. */
interface BilledMember {
  readonly loginId: string;
  readonly firmOid: Id;
}

/** The primary owner of the account where its firm bills per member, else undefined. */
async function selectBilledMember(db: Reader, number: string): Promise<BilledMember | undefined> {
  return db.first(sql<BilledMember>`
    select account.primary_owner_login_id as "loginId", account.firm_oid as "firmOid"
    from account join firm using (firm_oid)
    where account.account_number = ${number} and firm.billing_level = 'member'`);
}

/** Locks the member's row, so that two changes of its plan are made one after the other. */
async function lockBilledMember(tx: Tx, loginId: string): Promise<void> {
  // Not "for update": rows that refer to the member may still be written meanwhile.
  await tx.execute(sql`select from member where login_id = ${loginId} for no key update`);
}

/** An account and its billing plan. */
export interface BilledAccount {
  readonly number: AccountNumber;
  readonly billingPlanOid: Id | null;
}

/** Locks the member's accounts in order of number and returns them with their plans. */
export async function lockAccountsOfMember(
  tx: Tx,
  { loginId, firmOid }: BilledMember,
): Promise<BilledAccount[]> {
  // The lock on the member's row keeps others from giving it another plan meanwhile.
  const owned = await tx.rows(sql<{ number: AccountNumber }>`
    select account_number as "number" from account
    where primary_owner_login_id = ${loginId} and firm_oid = ${firmOid} order by account_number`);
  const numbers = owned.map(({ number }) => number);
  const accounts: BilledAccount[] = [];
  for (const keys of await keysByShard(tx, numbers)) {
    const locked = await tx.rows(sql<BilledAccount>`
      select account_number as "number", billing_plan_oid as "billingPlanOid"
      from account
      where account_number = any(${keys}::text[])
        and primary_owner_login_id = ${loginId} and firm_oid = ${firmOid}
      order by account_number for no key update`);
    accounts.push(...locked);
  }
  return accounts;
}

/** Locks the accounts that have one billing plan with this one, it among them; none where its firm
 * bills by account. Throws SerializationFailure if it gets another primary owner meanwhile. */
export async function lockAccountsBilledWith(tx: Tx, number: string): Promise<BilledAccount[]> {
  const member = await selectBilledMember(tx, number);
  if (member === undefined) return [];
  await lockBilledMember(tx, member.loginId);
  const accounts = await lockAccountsOfMember(tx, member);
  if (!accounts.some((account) => account.number === number)) {
    throw new SerializationFailure("the account has another primary owner");
  }
  return accounts;
}

/** Whether the firm has an advisory billing plan of this id. */
export async function selectHasAdvisoryPlan(
  db: Reader,
  firmOid: Id,
  billingPlanOid: Id,
): Promise<boolean> {
  const plan = await db.first(sql`
    select from billing_plan
    where billing_plan_oid = ${billingPlanOid} and firm_oid = ${firmOid} and kind = 'advisory'`);
  return plan !== undefined;
}

/** Bills the accounts, whose locks are held, by the plan from a day on. */
export async function updateBillingPlan(
  tx: Tx,
  numbers: readonly AccountNumber[],
  { billingPlanOid, today }: { readonly billingPlanOid: Id; readonly today: Day },
): Promise<void> {
  await beginTerms(tx, numbers, billingPlanOid, today);
  await tx.execute(sql`
    update account set billing_plan_oid = ${billingPlanOid}
    where account_number = any(${numbers}::text[])`);
}
