// Rows that have an audit chain each: accounts, firms, members, offers and models.
import { type Reader, sql } from "../../../platform/store/db.ts";

/** The subjects of rows whose chain is missing, or does not begin with the entry that created the
 * row: a chain that was removed is found even when a later change has begun another. */
export async function selectUnrecorded(db: Reader): Promise<{ subject: string }[]> {
  return db.rows(sql<{ subject: string }>`
    with recorded (subject, kind, field, key) as (
      select account_number, 'accounts', 'accountNumber', account_number from account
      union all
      select 'firm:' || firm_oid, 'firms', 'firmOid', firm_oid::text from firm
      union all
      select 'member:' || login_id, 'members', 'loginId', login_id from member
      union all
      select 'offer:' || offer_oid, 'offers', 'privatePlacementOfferOid', offer_oid::text from offer
      union all
      select 'model:' || model_oid, 'models', 'modelOid', model_oid::text from model)
    select recorded.subject from recorded
      left join audit_entry as first on first.subject = recorded.subject and first.sequence = 1
    where not coalesce(
      operation in ('createFirm', 'createOffer', 'createMember', 'createTrustee', 'createModel')
      -- A new account's billing plan may change those of other accounts, which say only that.
      or (operation = 'createAccount' and detail -> 'after' -> 'account' is not null)
      or (operation = 'loadFolder' and exists (
      select from json_array_elements(
        case json_typeof(detail -> 'after' -> kind) when 'array' then detail -> 'after' -> kind end)
        as row
      where row ->> field = recorded.key)), false)
    order by recorded.subject`);
}
