// Stored accounts that a request could not have opened: a load takes them as a custodian has them.

import type { Day } from "@bursar/values/dates";
import { type Reader, sql } from "../../../platform/store/db.ts";
import { accountTypes } from "../../../reference/codes.ts";
import { ownersOfKind } from "../../clients-and-accounts/account-opening/reads.ts";
import { type Counted, most } from "./anomaly-queries.ts";

/** An account, and which rule of opening it does not meet. */
export interface UnopenedAccount {
  readonly accountNumber: string;
  readonly fault: keyof typeof openingFaults;
}

/** Sentences about an account that could not be opened as it is. */
export const openingFaults = {
  owners: "has not as many owners as its type",
  client: "has an owner who is no client of its firm",
  verification: "has an owner who failed verification",
  firm: "is of a corporate type, and of no corporate firm",
  minor: "is custodial, and has no minor with a date of birth and a tax id",
  age: "is custodial for someone who is 21 or older",
  trustees: "is a trust's, and has no trustee",
  trustee: "has a trustee of another firm",
  plan: "has a billing plan that is not advisory",
} as const;

/** Accounts of advisers' firms, which alone open accounts, that could not be opened as they are on a day, once for each reason, in order of number. */
export async function selectUnopened(db: Reader, today: Day): Promise<Counted<UnopenedAccount>[]> {
  const rows = accountTypes.rows.map(({ code, holder, owners }) => ({
    code,
    isCorporate: holder === "corporate",
    ...ownersOfKind(owners),
  }));
  return db.rows(sql<Counted<UnopenedAccount>>`
    with type as (
      select * from unnest(${rows.map(({ code }) => code)}::text[],
        ${rows.map(({ least }) => least)}::int[], ${rows.map((row) => row.most)}::int[],
        ${rows.map(({ isCorporate }) => isCorporate)}::boolean[])
        as type (account_type, least, most, is_corporate)),
    owner as (
      select o.account_number, count(*) as owners,
        bool_or(m.membership_type <> 'client' or m.firm_oid <> a.firm_oid) as has_stranger,
        bool_or(m.cip_status = 'FAILED') as has_failed
      from account_owner as o join account as a using (account_number)
        join member as m using (login_id)
      group by o.account_number),
    trustee as (
      select t.account_number, bool_or(m.firm_oid <> a.firm_oid) as has_stranger
      from account_trustee as t join account as a using (account_number)
        join member as m using (login_id)
      group by t.account_number)
    select account_number as "accountNumber", fault, count(*) over ()::int as "count"
    from (
      select account_number, unnest(array_remove(array[
        case when coalesce(owner.owners, 0) not between type.least and type.most then 'owners' end,
        case when owner.has_stranger then 'client' end,
        case when owner.has_failed then 'verification' end,
        case when type.is_corporate and client_firm_oid is null then 'firm' end,
        case when account_type = 'U'
          and (minor ->> 'dateOfBirth' is null or minor_ssn_hash is null) then 'minor' end,
        case when account_type = 'U'
          and (minor ->> 'dateOfBirth')::date <= ${today}::date - interval '21 years'
          then 'age' end,
        case when account_type in ('X', 'D') and trustee.account_number is null
          then 'trustees' end,
        case when trustee.has_stranger then 'trustee' end,
        case when plan.kind <> 'advisory' then 'plan' end], null)) as fault
      from account join type using (account_type)
        join firm on firm.firm_oid = account.firm_oid and firm.kind = 'institutional'
        left join owner using (account_number) left join trustee using (account_number)
        left join billing_plan as plan using (billing_plan_oid)) as found
    order by account_number, array_position(${Object.keys(openingFaults)}::text[], fault)
    limit ${most}`);
}
