// SQL of what runs are planned from: a firm's accounts, their terms, households and days billed.
import type { Day } from "@bursar/values/dates";
import type { AccountNumber, Id } from "@bursar/values/ids";
import { type Reader, sql } from "../../../platform/store/db.ts";
import type { FeeKind } from "./billed-plan.ts";
import type { BillableAccount } from "./planned-parts.ts";

/** A firm as far as its runs depend on it. */
export interface BillingFirm {
  readonly firmOid: Id;
  readonly partnerCode: string;
  readonly billingLevel: "account" | "member" | "household";
  readonly noticeDays: number;
  readonly approvesAlone: boolean;
  readonly isBrokerageDisclosed: boolean;
  readonly kind: string;
}

/** The firm, which access has found. */
export async function selectBillingFirm(db: Reader, firmOid: string): Promise<BillingFirm> {
  const firm = await db.first(sql<BillingFirm>`
    select firm_oid as "firmOid", partner_code as "partnerCode", billing_level as "billingLevel",
      notice_days as "noticeDays", approves_alone as "approvesAlone", kind,
      brokerage_billing_disclosed as "isBrokerageDisclosed"
    from firm where firm_oid = ${firmOid}`);
  if (firm === undefined) throw new Error("access has found the firm");
  return firm;
}

/** The accounts of a firm to plan for, and how far back their billed days are read. */
export interface PlanningQuery {
  readonly firmOid: Id;
  readonly kind: FeeKind;
  /** Null for all of the firm. */
  readonly accountNumbers: readonly string[] | null;
  /** Billed days before this one are left out. */
  readonly since: Day;
  /** The run whose own days are left out, where it is planned again. */
  readonly exceptRunOid: Id | null;
  readonly after: string;
  readonly limit: number;
}

/** The next accounts of a firm by number. */
export async function selectBillableAccounts(
  db: Reader,
  { firmOid, kind, accountNumbers, since, exceptRunOid, after, limit }: PlanningQuery,
): Promise<BillableAccount[]> {
  return db.rows(sql<BillableAccount>`
    select a.account_number as "accountNumber", a.primary_owner_login_id as "primaryOwner",
      a.billing_plan_oid as "billingPlanOid",
      (select min(t.trade_on) from account_transaction as t
        where t.account_number = a.account_number) as "firstOn",
      (select coalesce(jsonb_agg(jsonb_build_object('from', term.from_on, 'to', term.to_on,
          'billingPlanOid', term.billing_plan_oid::text, 'discount', term.discount::text,
          'payerAccountNumber', term.payer_account_number, 'collect', term.collect)
          order by term.from_on), '[]')
        from billing_term as term where term.account_number = a.account_number) as "terms",
      (select coalesce(jsonb_agg(jsonb_build_object('householdOid', h.household_oid::text,
          'from', h.from_on, 'to', h.to_on) order by h.from_on), '[]')
        from household_account as h
        where h.account_number = a.account_number
          and coalesce(h.to_on, 'infinity') >= h.from_on) as "households",
      (select coalesce(jsonb_agg(jsonb_build_object('feeRunOid', p.fee_run_oid::text,
          'unitNumber', p.unit_number, 'lineKind', p.line_kind,
          'billingPlanOid', p.billing_plan_oid::text, 'from', p.from_on, 'to', p.to_on,
          'line', item.line, 'payerAccountNumber', item.payer_account_number,
          'collect', coalesce(item.collect, p.collect),
          'isPosted', r.run_status = 'POSTED', 'ofRunOid', p.of_run_oid::text,
          'ofLine', p.of_line) order by p.from_on, p.fee_run_oid, p.part), '[]')
        from fee_part as p join fee_run as r on r.fee_run_oid = p.fee_run_oid
          left join fee_item as item on item.account_number = p.account_number
            and item.fee_run_oid = p.fee_run_oid and item.unit_number = p.unit_number
        where p.account_number = a.account_number and p.takes_days and r.kind = ${kind}
          and p.to_on >= ${since} and p.fee_run_oid <> coalesce(${exceptRunOid}::bigint, 0)) as "taken",
      (select coalesce(jsonb_agg(jsonb_build_object('from', p.from_on, 'to', p.to_on)
          order by p.from_on, p.fee_run_oid, p.part), '[]')
        from fee_part as p join fee_run as r on r.fee_run_oid = p.fee_run_oid
          join fee_item as item on item.account_number = p.account_number
            and item.fee_run_oid = p.fee_run_oid and item.unit_number = p.unit_number
        where p.account_number = a.account_number and r.kind = ${kind}
          and r.run_status = 'POSTED' and r.firm_oid = ${firmOid} and p.to_on >= ${since}
          and p.line_kind in ('period', 'inception') and item.state = 'EXCLUDED'
          and not 'pending' = any(item.warnings)) as "waived"
    from account as a
    where a.firm_oid = ${firmOid} and a.account_number > ${after}
      and (${accountNumbers}::text[] is null or a.account_number = any(${accountNumbers}::text[]))
    order by a.account_number limit ${limit}::integer`);
}

/** An account of a firm whose terms name a plan of another firm. */
export interface UnbilledAccount {
  readonly accountNumber: AccountNumber;
  readonly billingPlanOid: Id;
}

/** The first accounts of a firm whose terms of a day name a plan of another firm, so that no run bills them; of some
 * accounts alone where these are named. */
export async function selectUnbilledAccounts(
  db: Reader,
  {
    firmOid,
    on,
    among,
    limit,
  }: {
    readonly firmOid: Id;
    readonly on: Day;
    readonly among: readonly string[] | null;
    readonly limit: number;
  },
): Promise<UnbilledAccount[]> {
  return db.rows(sql<UnbilledAccount>`
    select a.account_number as "accountNumber", term.billing_plan_oid as "billingPlanOid"
    from account as a join billing_term as term using (account_number)
      join billing_plan as plan on plan.billing_plan_oid = term.billing_plan_oid
    where a.firm_oid = ${firmOid} and plan.firm_oid <> ${firmOid}
      and term.from_on <= ${on} and coalesce(term.to_on, 'infinity') >= ${on}
      and (${among}::text[] is null or a.account_number = any(${among}::text[]))
    order by a.account_number limit ${limit}::integer`);
}

/** Whether a login is that of the one administrator of a firm. */
export async function isOnlyAdministrator(
  db: Reader,
  firmOid: Id,
  loginId: string,
): Promise<boolean> {
  const found = await db.first(sql<{ isOnly: boolean }>`
    select count(*) = 1 and bool_and(login_id = ${loginId}) as "isOnly" from member
    where firm_oid = ${firmOid} and staff_role = 'administrator'`);
  return found?.isOnly ?? false;
}

/** The firm of an account, which access has found. */
export async function selectFirmOfAccount(db: Reader, accountNumber: string): Promise<Id> {
  const row = await db.first(sql<{ firmOid: Id }>`
    select firm_oid as "firmOid" from account where account_number = ${accountNumber}`);
  if (row === undefined) throw new Error("access has found the account");
  return row.firmOid;
}

/** The accounts of a firm that are billed together with one on a day, it among them. */
export async function selectUnitAccounts(
  db: Reader,
  {
    accountNumber,
    billingLevel,
    on,
  }: {
    readonly accountNumber: string;
    readonly billingLevel: BillingFirm["billingLevel"];
    readonly on: Day;
  },
): Promise<string[]> {
  if (billingLevel === "account") return [accountNumber];
  const rows = await db.rows(sql<{ number: string }>`
    with own as (
      select firm_oid, primary_owner_login_id from account
      where account_number = ${accountNumber}),
    together as (
      select household_oid from household_account
      where account_number = ${accountNumber} and from_on <= ${on}
        and coalesce(to_on, 'infinity') >= ${on})
    select a.account_number as "number" from account as a join own using (firm_oid)
    where a.account_number = ${accountNumber}
      or (${billingLevel} = 'member' and a.primary_owner_login_id = own.primary_owner_login_id)
      or (${billingLevel} = 'household' and exists (
        select from household_account as h join together using (household_oid)
        where h.account_number = a.account_number and h.from_on <= ${on}
          and coalesce(h.to_on, 'infinity') >= ${on}))
    order by 1`);
  return rows.map(({ number }) => number);
}
