// SQL that creates an offer, with the facts its rules need; the other *-queries.ts have the rest.

import type { Day } from "@bursar/values/dates";
import type { Decimal } from "@bursar/values/decimal";
import type { Id } from "@bursar/values/ids";
import { type Reader, type Sender, sql, type Tx } from "../../../platform/store/db.ts";

/** A participating firm of an offer, as it is returned. */
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

/** An offer with everything that is known besides what its creator sent. */
export interface OfferRow extends NewOfferRow {
  readonly companyName: string;
  readonly cusip: string | null;
  readonly priceDiscountAmount: Decimal | null;
  readonly settlementPeriod: string;
  readonly directBuyable: boolean;
  readonly windowBuyable: boolean;
  readonly iraApproved: boolean;
  /** The sum of what is approved of its subscriptions. */
  readonly approvedTotal: Decimal;
  readonly modifiedAt: Date;
}

/** The values that an offer gets by default. */
export const offerPresets = {
  cusip: null,
  priceDiscountAmount: null,
  settlementPeriod: "0",
  directBuyable: false,
  windowBuyable: false,
  iraApproved: false,
  approvedTotal: "0" as Decimal,
};

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
export async function selectLatestDocuments(db: Reader, offerOid: string): Promise<DocumentRow[]> {
  return db.rows(sql<DocumentRow>`
    select distinct on (d.document_id) d.document_id as id, d.name, d.title, d.required,
      d.signable, d.version
    from offer as o
      join offer_document as d
        on d.issuing_firm_oid = o.issuing_firm_oid and upper(d.ticker) = upper(o.ticker)
    where o.offer_oid = ${offerOid}
    order by d.document_id, d.version_major desc, d.version_minor desc`);
}

/** The stored records that a new offer names. */
export interface NamedInOffer {
  readonly issuingFirmOid: Id;
  readonly issuingFirmRepresentativeOid: Id;
  readonly creatingFirmOid: Id;
  readonly creatingFirmRepresentativeOid: Id;
  readonly ticker: string;
  /** The ticker that no other offer may have; of an offer that stands, its own. */
  readonly claimedTicker: string;
  readonly participatingFirmIds: readonly string[];
}

/** The facts about the records that a new offer names; the issuer's name is null if there is no
 * issuer. */
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

/** Everything that the rules of a new offer need from the store, in one statement. */
export async function selectKnownOfOffer(
  tx: Tx,
  named: NamedInOffer,
): Promise<KnownOfOffer | undefined> {
  const { issuingFirmOid, creatingFirmOid, ticker, claimedTicker, participatingFirmIds } = named;
  // Two statements, sent together: the issuer's account may lie on another node than its firm.
  const [isIssuersRepresentative, known] = await Promise.all([
    selectIsIssuersRepresentative(tx, named),
    tx.first(sql<Omit<KnownOfOffer, "isIssuersRepresentative">>`
    select issuer.name as "issuerName", issuer.state as "issuerState",
      issuer.under_contract as "isUnderContract",
      exists (select from member as m
        where m.member_oid = ${named.creatingFirmRepresentativeOid}
          and m.firm_oid = ${creatingFirmOid}
          and m.membership_type = 'staff') as "isCreatorsRepresentative",
      exists (select from offer
        where coalesce(rehearsed_as, upper(offer.ticker)) = upper(${claimedTicker})) as "isTickerTaken",
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
      left join firm as issuer
        on issuer.firm_oid = ${issuingFirmOid} and issuer.kind = 'issuing'`),
  ]);
  return known && { ...known, isIssuersRepresentative };
}

/** Whether the member is the issuer's, or represents it, and owns the issuer's account or is
 * permitted to use it. */
async function selectIsIssuersRepresentative(
  tx: Tx,
  { issuingFirmOid, issuingFirmRepresentativeOid }: NamedInOffer,
): Promise<boolean> {
  const found = await tx.first(sql`
    with representative as materialized (
      select firm.issuer_account_number as account_number, member.login_id
      from firm join member
        on member.firm_oid = firm.firm_oid or member.login_id = firm.representative_login_id
      where firm.firm_oid = ${issuingFirmOid} and firm.kind = 'issuing'
        and member.member_oid = ${issuingFirmRepresentativeOid})
    select from (
      select account_number, login_id from account_owner
      union all
      select account_number, login_id from account_permitted_login) as own
    where (account_number, login_id) in (select account_number, login_id from representative)
    limit 1`);
  return found !== undefined;
}

/** An offer as it is added; one that is rehearsed has something in place of its ticker. */
export type AddedOffer = NewOfferRow & { readonly rehearsedAs: string | null };

/** Stores a new offer with its participants; `offer_ticker_key` rejects a ticker that is in use. */
export function insertOffer(sender: Sender, row: AddedOffer): void {
  const firms = row.participatingFirms;
  sender.send(sql`
    insert into offer (offer_oid, creating_firm_oid, creating_firm_representative_oid,
      creating_member_oid, issuing_firm_oid, issuing_firm_representative_oid, offer_name,
      offer_status, exemption, industry, issuer_size, security_type, ticker,
      previous_closing_price, execution_type, offer_size, offer_minimum,
      minimum_investment_amount, maximum_investment_amount, closing_on,
      days_from_closing_cash_is_required, natural_person_accreditation, corporate_accreditation,
      minimum_annual_income_range, minimum_liquid_net_worth_range, minimum_net_worth_range,
      previous_experience, blue_skyed_states, clients_have_access, documentation_external,
      physical_signature_required, published, published_on, created_at, modified_at, rehearsed_as)
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
      ${row.publishedOn}, ${row.createdAt}, ${row.createdAt}, ${row.rehearsedAs})`);
  if (firms.length === 0) return;
  sender.send(sql`
    insert into offer_participating_firm
      (offer_oid, position, participating_firm_id, participating_firm_status)
    select ${row.offerOid}, position, firm_id, status
    from unnest(${firms.map((firm) => firm.participatingFirmId)}::text[],
      ${firms.map((firm) => firm.participatingFirmStatus)}::text[])
      with ordinality as firm (firm_id, status, position)`);
}
