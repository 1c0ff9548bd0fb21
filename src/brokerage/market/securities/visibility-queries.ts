// The callers that see a security: everybody, unless it is private. A private one is seen by the
// operator, its issuer, whoever sees an offer of it, and whoever sees the details of an account
// that has had it. (docs/securities.md)
import type { Caller } from "../../../platform/change/context.ts";
import { clientsInView, kindOfCaller } from "../../../platform/change/context.ts";
import { part } from "../../../platform/store/db.ts";
import { tickersEver } from "../../../reference/securities/queries.ts";
import { type Viewer, viewerOf } from "../../clients-and-accounts/accounts/reads.ts";
import {
  isInView,
  type OfferViewer,
  viewerOf as offerViewerOf,
} from "../../placements/offers/reads.ts";

/** A viewer of securities: private ones are seen through accounts and offers. */
export interface SecurityViewer {
  readonly accounts: Viewer;
  readonly offers: OfferViewer;
  /** The operator for itself sees every security. */
  readonly seesAll: boolean;
}

/** The columns that say whether a security is private. */
interface PrivacyColumns {
  readonly instrumentType: string;
  readonly issuingFirmOid: string | null;
}

/** The sight of a caller. */
export function securityViewerOf(caller: Caller): SecurityViewer {
  const accounts = viewerOf(caller, "detail");
  const seesAll = kindOfCaller(caller) === "operator" && clientsInView(caller).length === 0;
  return { accounts, offers: offerViewerOf(caller), seesAll };
}

/** Whether a security is private; `isPrivate` says the same in SQL. */
export function isPrivateSecurity({ instrumentType, issuingFirmOid }: PrivacyColumns): boolean {
  return instrumentType === "PR" || issuingFirmOid !== null;
}

const isPrivate = part`(s.instrument_type = 'PR' or s.issuing_firm_oid is not null)`;

/** Whether the viewer in `asked` has the details of an account `a`. */
export const isDetailed = part`
  coalesce(asked.firm_oid, a.firm_oid) in (a.firm_oid, a.client_firm_oid)
  and (asked.login_ids = '{}' or asked.login_ids <@ (array(
      select o.login_id from account_owner as o where o.account_number = a.account_number
      union all
      select p.login_id from account_permitted_login as p
      where p.account_number = a.account_number and p.permission = any(asked.levels))
    || case when 'AC' = any(asked.levels) then a.opened_by_login_id end))`;

/** The beginning of a statement that selects securities `s` in sight, behind `asked`, which has the
 * viewer, and `candidate`, which has the rows of the securities in question: joined again, all
 * might be read. */
export const visibleCandidates = part`
  viewer as (
    select firm.firm_oid, kind, partner_code, asked.is_client
    from firm cross join asked where firm.firm_oid = asked.offer_firm_oid),
  private as (
    select s.security_id from candidate as s where ${isPrivate}),
  offered as (
    select distinct on (o.offer_oid) known.security_id
    from offer as o cross join viewer join ${tickersEver} as known on known.symbol = upper(o.ticker)
    where ${isInView} order by o.offer_oid, known.until desc),
  had as (
    select t.security_id from account_transaction as t join account as a using (account_number), asked
    where t.security_id in (select security_id from private) and ${isDetailed}
    union
    select t.into_security_id from account_transaction as t join account as a using (account_number), asked
    where t.into_security_id in (select security_id from private) and ${isDetailed}
    union
    -- Lots from another account are rows of that account, and positions of this one.
    select p.security_id from folio_position as p join account as a using (account_number), asked
    where p.security_id in (select security_id from private) and ${isDetailed})`;

/** Whether a security `s` of the candidates is in sight. */
export const isSecuritySeen = part`
  (not ${isPrivate} or (select sees_all from asked)
    or (s.issuing_firm_oid = (select offer_firm_oid from asked where not is_client))
    or s.security_id in (select security_id from offered)
    or s.security_id in (select security_id from had))`;
