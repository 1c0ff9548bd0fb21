// The statements that lock an offer and change it.

import type { Id } from "@bursar/values/ids";
import { sql, type Tx } from "../../../platform/store/db.ts";
import type { OfferRow } from "./queries.ts";

/** Locks an offer until the transaction ends. */
export async function lockOffer(tx: Tx, offerOid: Id): Promise<void> {
  await tx.execute(sql`select from offer where offer_oid = ${offerOid} for update`);
}

/** Stores the terms of an offer, its status and the instant of the change. */
export function updateOfferRow(tx: Tx, row: OfferRow): void {
  tx.send(sql`
    update offer set
      offer_status = ${row.offerStatus}, blue_skyed_states = ${row.blueSkyedStates},
      clients_have_access = ${row.clientsHaveAccess}, closing_on = ${row.closingOn},
      days_from_closing_cash_is_required = ${row.daysFromClosingCashIsRequired},
      maximum_investment_amount = ${row.maximumInvestmentAmount},
      offer_minimum = ${row.offerMinimum}, offer_size = ${row.offerSize},
      published = ${row.published}, published_on = ${row.publishedOn},
      ira_approved = ${row.iraApproved}, price_discount_amount = ${row.priceDiscountAmount},
      natural_person_accreditation = ${row.naturalPersonAccreditation},
      corporate_accreditation = ${row.corporateAccreditation},
      minimum_annual_income_range = ${row.minimumAnnualIncomeRange},
      minimum_liquid_net_worth_range = ${row.minimumLiquidNetWorthRange},
      minimum_net_worth_range = ${row.minimumNetWorthRange},
      previous_experience = ${row.previousExperience},
      minimum_investment_amount = ${row.minimumInvestmentAmount},
      execution_type = ${row.executionType}, documentation_external = ${row.documentationExternal},
      physical_signature_required = ${row.physicalSignatureRequired},
      offer_name = ${row.offerName}, previous_closing_price = ${row.previousClosingPrice},
      creating_firm_representative_oid = ${row.creatingFirmRepresentativeOid},
      modified_at = ${row.modifiedAt}
    where offer_oid = ${row.offerOid}`);
}

/** Replaces the participants of an offer by those of its row. */
export function replaceParticipants(
  tx: Tx,
  { offerOid, participatingFirms: firms }: OfferRow,
): void {
  tx.send(sql`delete from offer_participating_firm where offer_oid = ${offerOid}`);
  tx.send(sql`
    insert into offer_participating_firm
      (offer_oid, position, participating_firm_id, participating_firm_status)
    select ${offerOid}, position, firm_id, status
    from unnest(${firms.map((firm) => firm.participatingFirmId)}::text[],
      ${firms.map((firm) => firm.participatingFirmStatus)}::text[])
      with ordinality as firm (firm_id, status, position)`);
}
