// The stored facts about an account that subscribes, its owners, and the other subscriptions to the
// offer.

import type { Decimal } from "@bursar/values/decimal";
import type { Id } from "@bursar/values/ids";
import { type Reader, sql } from "../../../platform/store/db.ts";

/** The firm of an account, and the state of the corporate firm whose account it is. */
export interface AccountFirm {
  readonly firmOid: Id;
  readonly partnerCode: string;
  readonly kind: string;
  /** Null where it is no firm's own account, or the firm has none. */
  readonly corporateState: string | null;
}

/** The firm of an account; undefined where there is no such account. */
export async function selectAccountFirm(
  db: Reader,
  accountNumber: string,
): Promise<AccountFirm | undefined> {
  return db.first(sql<AccountFirm>`
    select firm.firm_oid as "firmOid", firm.partner_code as "partnerCode", firm.kind,
      coalesce(own.state, issuer.state) as "corporateState"
    from account
      join firm on firm.firm_oid = account.firm_oid
      left join firm as own on own.firm_oid = account.client_firm_oid
      left join firm as issuer on issuer.issuer_account_number = account.account_number
    where account.account_number = ${accountNumber}`);
}

/** An owner as far as the rules of offers ask. */
export interface OwnerRow {
  readonly loginId: string;
  /** The state of the primary address. */
  readonly state: string | null;
  readonly annualIncome: string | null;
  readonly liquidNetWorth: string | null;
  readonly netWorth: string | null;
  readonly accreditedByIncome: boolean;
  readonly accreditedByNetWorth: boolean;
  /** The industries of earlier private placements, as the member says. */
  readonly experience: readonly string[];
}

/** Some members as owners. */
export async function selectOwnerRows(
  db: Reader,
  loginIds: readonly string[],
): Promise<OwnerRow[]> {
  return db.rows(sql<OwnerRow>`
    select login_id as "loginId", primary_address ->> 'state' as state,
      annual_income_range as "annualIncome", liquid_net_worth_range as "liquidNetWorth",
      net_worth_range as "netWorth", accredited_by_income as "accreditedByIncome",
      accredited_by_net_worth as "accreditedByNetWorth",
      private_placement_experience as experience
    from member where login_id = any(${loginIds}::text[]) order by login_id`);
}

/** The industries in which some members own a subscription that was completed. */
export async function selectCompletedIndustries(
  db: Reader,
  loginIds: readonly string[],
): Promise<string[]> {
  const found = await db.rows(sql<{ industry: string }>`
    select distinct f.industry
    from private_placement_order as o
      join account_owner as w on w.account_number = o.account_number
      join offer as f on f.offer_oid = o.offer_oid
    where w.login_id = any(${loginIds}::text[]) and o.order_status = 'COMPLETE'`);
  return found.map(({ industry }) => industry);
}

/** A subscription to the same offer that is open or counts. */
export interface OtherOrder {
  readonly accountNumber: string;
  readonly orderOid: Id;
  readonly orderStatus: string;
  readonly primaryOwner: string;
  /** The approved amount, else the requested one. */
  readonly amount: Decimal;
}

/** The subscriptions to an offer, open or counted, of accounts of a primary owner. */
export async function selectOrdersOfOwner(
  db: Reader,
  offerOid: Id,
  primaryOwner: string,
): Promise<OtherOrder[]> {
  return db.rows(sql<OtherOrder>`
    select o.account_number as "accountNumber", o.order_oid as "orderOid",
      o.order_status as "orderStatus", a.primary_owner_login_id as "primaryOwner",
      coalesce(o.fill_amount, o.requested_amount) as amount
    from private_placement_order as o
      join account as a on a.account_number = o.account_number
    where o.offer_oid = ${offerOid} and a.primary_owner_login_id = ${primaryOwner}
      and o.order_status not in ('REJECTED', 'CANCELLED')`);
}

/** An owner of an account whose subscription counts. */
export interface CountedInvestor {
  readonly loginId: string;
  readonly accountNumber: string;
  readonly accountType: string;
  readonly accredited: boolean;
}

/** The owners behind the subscriptions to an offer that count. */
export async function selectCountedInvestors(db: Reader, offerOid: Id): Promise<CountedInvestor[]> {
  return db.rows(sql<CountedInvestor>`
    select w.login_id as "loginId", o.account_number as "accountNumber",
      a.account_type as "accountType", o.accredited
    from private_placement_order as o
      join account as a on a.account_number = o.account_number
      join account_owner as w on w.account_number = o.account_number
    where o.offer_oid = ${offerOid}
      and o.order_status in ('ACCEPTED', 'ORDER_CREATED', 'PROCESSING', 'COMPLETE')`);
}
