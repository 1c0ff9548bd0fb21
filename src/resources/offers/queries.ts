// Every SQL statement of private placement offers.
import { type Reader, type Statement, sql, type Tx } from "../../platform/db.ts";
import type { Day } from "../../values/dates.ts";
import type { Decimal } from "../../values/decimal.ts";
import type { Id } from "../../values/ids.ts";

/** A firm that takes part in an offer, as it is answered. */
export interface Participant {
  readonly participatingFirmId: string;
  readonly participatingFirmStatus: string;
}

/** A new offer as it is stored. */
export interface NewOfferRow {
  readonly offerOid: Id;
  readonly creatingFirmOid: Id;
  readonly creatingFirmRepresentativeOid: Id;
  readonly creatingMemberOid: Id | null;
  readonly issuingFirmOid: Id;
  readonly issuingFirmRepresentativeOid: Id;
  readonly offerName: string;
  readonly offerStatus: string;
  readonly exemption: string;
  readonly industry: string;
  readonly issuerSize: string;
  readonly securityType: string;
  readonly ticker: string;
  readonly previousClosingPrice: Decimal;
  readonly executionType: string;
  readonly offerSize: Decimal;
  readonly offerMinimum: Decimal | null;
  readonly minimumInvestmentAmount: Decimal;
  readonly maximumInvestmentAmount: Decimal | null;
  readonly closingOn: Day;
  readonly daysFromClosingCashIsRequired: string;
  readonly naturalPersonAccreditation: string;
  readonly corporateAccreditation: string;
  readonly minimumAnnualIncomeRange: string;
  readonly minimumLiquidNetWorthRange: string;
  readonly minimumNetWorthRange: string;
  readonly previousExperience: string;
  readonly blueSkyedStates: readonly string[];
  readonly clientsHaveAccess: boolean;
  readonly documentationExternal: boolean;
  readonly physicalSignatureRequired: boolean;
  readonly published: boolean;
  readonly publishedOn: Day | null;
  readonly createdAt: Date;
  readonly participatingFirms: readonly Participant[];
}

/** An offer with what is known of it beside what its creator sent. */
export interface OfferRow extends NewOfferRow {
  readonly companyName: string;
  readonly cusip: string | null;
  readonly priceDiscountAmount: Decimal | null;
  readonly settlementPeriod: string;
  readonly directBuyable: boolean;
  readonly windowBuyable: boolean;
  readonly iraApproved: boolean;
  readonly modifiedAt: Date;
}

/** Whose view of offers is asked for: a firm's, and whether it is narrowed to its clients'. */
export interface OfferSight {
  readonly firmOid: Id;
  readonly isClient: boolean;
}

/** Which offers are asked for; a null offer means all. */
export interface OfferChoice {
  readonly offerOid: Id | null;
  readonly statuses: readonly string[];
}

/** The offers within sight, newest first. */
export async function selectOffersInSight(
  db: Reader,
  sight: OfferSight,
  choice: OfferChoice,
): Promise<OfferRow[]> {
  return db.rows(offersInSight(sight, choice));
}

/** The statement that answers offers, newest first; it alone decides who sees an offer. */
export function offersInSight(
  { firmOid, isClient }: OfferSight,
  { offerOid, statuses }: OfferChoice,
): Statement<OfferRow> {
  return sql<OfferRow>`
    select o.offer_oid as "offerOid", o.creating_firm_oid as "creatingFirmOid",
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
      o.created_at as "createdAt", o.modified_at as "modifiedAt",
      coalesce((select json_agg(json_build_object(
          'participatingFirmId', p.participating_firm_id,
          'participatingFirmStatus', p.participating_firm_status) order by p.position)
        from offer_participating_firm as p where p.offer_oid = o.offer_oid), '[]')
        as "participatingFirms"
    from offer as o
      join firm as issuer on issuer.firm_oid = o.issuing_firm_oid
      join firm as viewer on viewer.firm_oid = ${firmOid}
    where (${offerOid}::bigint is null or o.offer_oid = ${offerOid}::bigint)
      and o.offer_status = any(${statuses}::text[])
      and (not ${isClient}::boolean or (o.published and o.clients_have_access))
      and (viewer.kind = 'operator'
        or viewer.firm_oid in (o.creating_firm_oid, o.issuing_firm_oid)
        or (o.published and exists (
          select from offer_participating_firm as p
          where p.offer_oid = o.offer_oid and p.participating_firm_status in ('A', 'P')
            and (p.partner_code = viewer.partner_code
              or p.participating_firm_id = 'DEFAULT'
              or (p.participating_firm_id = 'IAFIRM' and viewer.kind = 'institutional')))))
    order by o.created_at desc, o.offer_oid desc`;
}

/** A document of an offer in its latest version. */
export interface DocumentRow {
  readonly id: string;
  readonly name: string;
  readonly title: string;
  readonly required: boolean;
  readonly signable: boolean;
  readonly version: string;
}

/** The latest version of each document of the offer's security, in the order of their ids. */
export async function selectLatestDocuments(db: Reader, offerOid: Id): Promise<DocumentRow[]> {
  return db.rows(sql<DocumentRow>`
    select distinct on (d.document_id) d.document_id as id, d.name, d.title, d.required,
      d.signable, d.version
    from offer as o
      join offer_document as d
        on d.issuing_firm_oid = o.issuing_firm_oid and upper(d.ticker) = upper(o.ticker)
    where o.offer_oid = ${offerOid}
    order by d.document_id, d.version_major desc, d.version_minor desc`);
}

/** What a new offer names, as far as the store can tell about it. */
export interface NamedInOffer {
  readonly issuingFirmOid: Id;
  readonly issuingFirmRepresentativeOid: Id;
  readonly creatingFirmOid: Id;
  readonly creatingFirmRepresentativeOid: Id;
  readonly ticker: string;
  readonly participatingFirmIds: readonly string[];
}

/** What is known of what a new offer names; the issuer's name is null where there is none. */
export interface KnownOfOffer {
  readonly issuerName: string | null;
  readonly issuerState: string | null;
  readonly isUnderContract: boolean | null;
  readonly isIssuersRepresentative: boolean;
  readonly isCreatorsRepresentative: boolean;
  readonly isTickerTaken: boolean;
  readonly partnerCodes: readonly string[];
  readonly approvedOn: Day | null;
  readonly hasDocumentToSign: boolean;
}

/** Everything the rules of a new offer ask the store, in one statement. */
export async function selectKnownOfOffer(
  db: Reader,
  named: NamedInOffer,
): Promise<KnownOfOffer | undefined> {
  const { issuingFirmOid, creatingFirmOid, ticker, participatingFirmIds } = named;
  return db.first(sql<KnownOfOffer>`
    select issuer.name as "issuerName", issuer.state as "issuerState",
      issuer.under_contract as "isUnderContract",
      exists (select from member as m
        where m.member_oid = ${named.issuingFirmRepresentativeOid}
          and m.firm_oid = issuer.firm_oid
          and (exists (select from account_owner as w
              where w.account_number = issuer.issuer_account_number and w.login_id = m.login_id)
            or exists (select from account_permitted_login as w
              where w.account_number = issuer.issuer_account_number
                and w.login_id = m.login_id))) as "isIssuersRepresentative",
      exists (select from member as m
        where m.member_oid = ${named.creatingFirmRepresentativeOid}
          and m.firm_oid = ${creatingFirmOid}
          and m.membership_type = 'staff') as "isCreatorsRepresentative",
      exists (select from offer where upper(offer.ticker) = upper(${ticker})) as "isTickerTaken",
      array(select partner_code from firm
        where partner_code = any(${participatingFirmIds}::text[])) as "partnerCodes",
      (select approved_on from offer_approval as a
        where a.issuing_firm_oid = issuer.firm_oid and upper(a.ticker) = upper(${ticker}))
        as "approvedOn",
      exists (select from (
          select distinct on (d.document_id) d.required, d.signable from offer_document as d
          where d.issuing_firm_oid = issuer.firm_oid and upper(d.ticker) = upper(${ticker})
          order by d.document_id, d.version_major desc, d.version_minor desc) as latest
        where latest.required and latest.signable) as "hasDocumentToSign"
    from (select) as always
      left join firm as issuer on issuer.firm_oid = ${issuingFirmOid} and issuer.kind = 'issuing'`);
}

/** Stores a new offer with its participants; `offer_ticker_key` refuses a ticker that is taken. */
export async function insertOffer(tx: Tx, row: NewOfferRow): Promise<void> {
  await tx.execute(sql`
    insert into offer (offer_oid, creating_firm_oid, creating_firm_representative_oid,
      creating_member_oid, issuing_firm_oid, issuing_firm_representative_oid, offer_name,
      offer_status, exemption, industry, issuer_size, security_type, ticker,
      previous_closing_price, execution_type, offer_size, offer_minimum,
      minimum_investment_amount, maximum_investment_amount, closing_on,
      days_from_closing_cash_is_required, natural_person_accreditation, corporate_accreditation,
      minimum_annual_income_range, minimum_liquid_net_worth_range, minimum_net_worth_range,
      previous_experience, blue_skyed_states, clients_have_access, documentation_external,
      physical_signature_required, published, published_on, created_at, modified_at)
    values (${row.offerOid}, ${row.creatingFirmOid}, ${row.creatingFirmRepresentativeOid},
      ${row.creatingMemberOid}, ${row.issuingFirmOid}, ${row.issuingFirmRepresentativeOid},
      ${row.offerName}, ${row.offerStatus}, ${row.exemption}, ${row.industry},
      ${row.issuerSize}, ${row.securityType}, ${row.ticker}, ${row.previousClosingPrice},
      ${row.executionType}, ${row.offerSize}, ${row.offerMinimum},
      ${row.minimumInvestmentAmount}, ${row.maximumInvestmentAmount}, ${row.closingOn},
      ${row.daysFromClosingCashIsRequired}, ${row.naturalPersonAccreditation},
      ${row.corporateAccreditation}, ${row.minimumAnnualIncomeRange},
      ${row.minimumLiquidNetWorthRange}, ${row.minimumNetWorthRange},
      ${row.previousExperience}, ${row.blueSkyedStates}, ${row.clientsHaveAccess},
      ${row.documentationExternal}, ${row.physicalSignatureRequired}, ${row.published},
      ${row.publishedOn}, ${row.createdAt}, ${row.createdAt})`);
  const firms = row.participatingFirms;
  await tx.execute(sql`
    insert into offer_participating_firm
      (offer_oid, position, participating_firm_id, participating_firm_status)
    select ${row.offerOid}, position, firm_id, status
    from unnest(${firms.map((firm) => firm.participatingFirmId)}::text[],
      ${firms.map((firm) => firm.participatingFirmStatus)}::text[])
      with ordinality as firm (firm_id, status, position)`);
}

/** The lines of a load of documents that would alter the bytes of a stored version. */
export async function selectAlteredDocuments(tx: Tx): Promise<{ line: number }[]> {
  return tx.rows(sql<{ line: number }>`
    select s.load_line::integer as line
    from load_offer_documents as s
      join offer_document as d using (issuing_firm_oid, ticker, document_id, version)
    where d.content_sha256 <> s.content_sha256
    order by s.load_line`);
}
