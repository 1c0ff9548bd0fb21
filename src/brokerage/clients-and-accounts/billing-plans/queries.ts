// SQL that reads billing plans; the accounts that they bill are in accounts/billing-queries.ts.

import type { Decimal } from "@bursar/values/decimal";
import type { Id } from "@bursar/values/ids";
import type { FirmKind } from "../../../platform/change/context.ts";
import { part, type Reader, sql } from "../../../platform/store/db.ts";

/** The kind of a firm's plans, as its code list names them. */
export type PlanKind = "advisory" | "platform" | "brokerage";

/** A firm, as far as its billing is shown. */
export interface BillingFirm {
  readonly kind: FirmKind;
  readonly isBrokerageDisclosed: boolean;
}

/** The firm, which access has found. */
export async function selectBillingFirm(db: Reader, firmOid: string): Promise<BillingFirm> {
  const [firm] = await db.rows(sql<BillingFirm>`
    select kind, brokerage_billing_disclosed as "isBrokerageDisclosed"
    from firm where firm_oid = ${firmOid}`);
  if (firm === undefined) throw new Error("access has found the firm");
  return firm;
}

/** The plans of a firm with their kinds, by id. */
export async function selectPlansOfFirm(
  db: Reader,
  firmOid: string,
): Promise<{ oid: Id; kind: PlanKind }[]> {
  return db.rows(sql<{ oid: Id; kind: PlanKind }>`
    select billing_plan_oid as oid, kind from billing_plan
    where firm_oid = ${firmOid} order by billing_plan_oid`);
}

/** The charges of a plan. */
export interface PlanRow {
  readonly kind: PlanKind;
  readonly description: string | null;
  readonly commissionFees: Decimal | null;
  readonly folioFees: Decimal | null;
  readonly tierType: string | null;
  readonly billMode: string | null;
  readonly billPeriodVal: Decimal | null;
  readonly basis: string | null;
  readonly flatFee: Decimal | null;
  readonly minimumFee: Decimal | null;
  readonly maximumFee: Decimal | null;
  readonly maximumRate: Decimal | null;
  readonly excludeCash: boolean | null;
  readonly flowFrom: Decimal | null;
  readonly insufficient: string | null;
  readonly splits: readonly { readonly payee: string; readonly percent: Decimal }[];
  readonly assetFees: readonly { readonly fromAmount: Decimal; readonly annualRate: Decimal }[];
}

const planColumns = part`
  kind, description, commission_fees as "commissionFees", folio_fees as "folioFees",
  tier_type as "tierType", bill_mode as "billMode", bill_period_val as "billPeriodVal", basis,
  flat_fee as "flatFee", minimum_fee as "minimumFee", maximum_fee as "maximumFee",
  maximum_rate as "maximumRate", exclude_cash as "excludeCash", flow_from as "flowFrom",
  insufficient,
  coalesce((
    select jsonb_agg(jsonb_build_object('payee', payee, 'percent', percent::text)
      order by position)
    from billing_plan_split as split
    where split.billing_plan_oid = plan.billing_plan_oid), '[]') as splits,
  coalesce((
    select jsonb_agg(jsonb_build_object(
      'fromAmount', from_amount::text, 'annualRate', annual_rate::text) order by position)
    from billing_plan_asset_fee as fee
    where fee.billing_plan_oid = plan.billing_plan_oid), '[]') as "assetFees"`;

/** A plan of a firm, or undefined. */
export async function selectPlan(
  db: Reader,
  firmOid: string,
  billingPlanOid: string,
): Promise<PlanRow | undefined> {
  return db.first(sql<PlanRow>`
    select ${planColumns} from billing_plan as plan
    where billing_plan_oid = ${billingPlanOid} and firm_oid = ${firmOid}`);
}

/** A plan with its id. */
export interface BillingPlanRow extends PlanRow {
  readonly billingPlanOid: Id;
}

/** The charges of all plans of a firm, by id. */
export async function selectPlansWithFees(db: Reader, firmOid: Id): Promise<BillingPlanRow[]> {
  return db.rows(sql<BillingPlanRow>`
    select billing_plan_oid as "billingPlanOid", ${planColumns} from billing_plan as plan
    where firm_oid = ${firmOid} order by billing_plan_oid`);
}
