// The statements that read the offers that someone may see.

import type { Id } from "@bursar/values/ids";
import { part, type Reader, type Statement, sql } from "../../../platform/store/db.ts";
import type { OfferRow } from "./queries.ts";

/** The viewer of offers: a firm, or a client of it. */
export interface OfferViewer {
  readonly firmOid: Id;
  readonly isClient: boolean;
}

/** The offers to select: those of some statuses that the viewer may see. */
export interface OfferChoice extends OfferViewer {
  readonly statuses: readonly string[];
}

/** The condition that a viewer sees an offer `o`; a statement that uses it begins with the firm and
 * the view as `viewer`. */
export const isInView = part`
  (not viewer.is_client or (o.published and o.clients_have_access))
  and (viewer.kind = 'operator'
    or viewer.firm_oid in (o.creating_firm_oid, o.issuing_firm_oid)
    or (o.published and not exists (
      select from offer_participating_firm as p cross join viewer as v
      where p.offer_oid = o.offer_oid and p.partner_code = v.partner_code
        and p.participating_firm_status = 'D')
    and exists (
      select from offer_participating_firm as p cross join viewer as v
      where p.offer_oid = o.offer_oid and p.participating_firm_status in ('A', 'P')
        and (p.partner_code = v.partner_code
          or p.participating_firm_id = 'DEFAULT'
          or (p.participating_firm_id = 'IAFIRM' and v.kind = 'institutional')))))`;

const newestFirst = part`o.created_at desc, o.offer_oid desc`;

const offerColumns = part`
  o.offer_oid as "offerOid", o.creating_firm_oid as "creatingFirmOid",
  o.creating_firm_representative_oid as "creatingFirmRepresentativeOid",
  o.creating_member_oid as "creatingMemberOid", o.issuing_firm_oid as "issuingFirmOid",
  o.issuing_firm_representative_oid as "issuingFirmRepresentativeOid",
  o.offer_name as "offerName", o.offer_status as "offerStatus", o.exemption, o.industry,
  o.issuer_size as "issuerSize", o.security_type as "securityType", o.ticker, o.cusip,
  o.previous_closing_price as "previousClosingPrice",
  o.price_discount_amount as "priceDiscountAmount", issuer.name as "companyName",
  o.settlement_period as "settlementPeriod", o.direct_buyable as "directBuyable",
  o.window_buyable as "windowBuyable", o.execution_type as "executionType",
  o.offer_size as "offerSize", o.offer_minimum as "offerMinimum",
  o.minimum_investment_amount as "minimumInvestmentAmount",
  o.maximum_investment_amount as "maximumInvestmentAmount", o.closing_on as "closingOn",
  o.days_from_closing_cash_is_required::text as "daysFromClosingCashIsRequired",
  o.natural_person_accreditation as "naturalPersonAccreditation",
  o.corporate_accreditation as "corporateAccreditation",
  o.minimum_annual_income_range as "minimumAnnualIncomeRange",
  o.minimum_liquid_net_worth_range as "minimumLiquidNetWorthRange",
  o.minimum_net_worth_range as "minimumNetWorthRange",
  o.previous_experience as "previousExperience", o.blue_skyed_states as "blueSkyedStates",
  o.clients_have_access as "clientsHaveAccess",
  o.documentation_external as "documentationExternal",
  o.physical_signature_required as "physicalSignatureRequired",
  o.ira_approved as "iraApproved", o.published, o.published_on as "publishedOn",
  o.approved_total as "approvedTotal",
  o.created_at as "createdAt", o.modified_at as "modifiedAt",
  coalesce((select json_agg(json_build_object(
      'participatingFirmId', p.participating_firm_id,
      'participatingFirmStatus', p.participating_firm_status) order by p.position)
    from offer_participating_firm as p where p.offer_oid = o.offer_oid), '[]')
    as "participatingFirms"
  from offer as o join firm as issuer on issuer.firm_oid = o.issuing_firm_oid`;

/** The statement that selects a row if the viewer may see the offer. A row with a column: a distributed
 * store that gathers rows first cannot gather rows without one. */
export function offerInView({ firmOid, isClient }: OfferViewer, offerOid: Id): Statement<unknown> {
  return sql`
    with viewer as (
      select firm_oid, kind, partner_code, ${isClient}::boolean as is_client
      from firm where firm_oid = ${firmOid})
    select o.offer_oid from offer as o cross join viewer
    where o.offer_oid = ${offerOid} and ${isInView}`;
}

/** The statement that selects a row if the viewer is the operator or created the offer. */
export function offerManaged({ firmOid, isClient }: OfferViewer, offerOid: Id): Statement<unknown> {
  return sql`
    select o.offer_oid from offer as o join firm as viewer on viewer.firm_oid = ${firmOid}
    where o.offer_oid = ${offerOid} and not ${isClient}::boolean
      and (viewer.kind = 'operator' or viewer.firm_oid = o.creating_firm_oid)`;
}

/** The statement that selects a row if the viewer is the operator or issues the security. */
export function offerIssued({ firmOid, isClient }: OfferViewer, offerOid: Id): Statement<unknown> {
  return sql`
    select from offer as o join firm as viewer on viewer.firm_oid = ${firmOid}
    where o.offer_oid = ${offerOid} and not ${isClient}::boolean
      and (viewer.kind = 'operator' or viewer.firm_oid = o.issuing_firm_oid)`;
}

/** The given offers that the viewer may see. */
export async function selectOidsInView(
  db: Reader,
  { firmOid, isClient }: OfferViewer,
  offerOids: readonly Id[],
): Promise<{ offerOid: Id }[]> {
  return db.rows(sql<{ offerOid: Id }>`
    with viewer as (
      select firm_oid, kind, partner_code, ${isClient}::boolean as is_client
      from firm where firm_oid = ${firmOid})
    select o.offer_oid as "offerOid" from offer as o cross join viewer
    where o.offer_oid = any(${offerOids}::bigint[]) and ${isInView}`);
}

/** The firms that created and issue some offers. */
export async function selectFirmsOfOffers(
  db: Reader,
  offerOids: readonly Id[],
): Promise<FirmsOfOffer[]> {
  return db.rows(sql<FirmsOfOffer>`
    select offer_oid as "offerOid", creating_firm_oid as "creatingFirmOid",
      issuing_firm_oid as "issuingFirmOid"
    from offer where offer_oid = any(${offerOids}::bigint[])`);
}

/** An offer and the firms whose own it is. */
export interface FirmsOfOffer {
  readonly offerOid: Id;
  readonly creatingFirmOid: Id;
  readonly issuingFirmOid: Id;
}

/** The offers that the viewer may see, newest first. */
export async function selectOffersInView(db: Reader, choice: OfferChoice): Promise<OfferRow[]> {
  return db.rows(sql<OfferRow>`
    with viewer as (
      select firm_oid, kind, partner_code, ${choice.isClient}::boolean as is_client
      from firm where firm_oid = ${choice.firmOid}),
    seen as (
      select o.offer_oid from offer as o cross join viewer
      where o.offer_status = any(${choice.statuses}::text[]) and ${isInView})
    select ${offerColumns} join seen using (offer_oid) order by ${newestFirst}`);
}

/** Offers by their ids. */
export async function selectOffers(db: Reader, offerOids: readonly Id[]): Promise<OfferRow[]> {
  return db.rows(sql<OfferRow>`
    select ${offerColumns} where o.offer_oid = any(${offerOids}::bigint[])`);
}
