// Every SQL statement of tax papers: who pays, and who receives.
import { type Reader, sql } from "../../platform/store/db.ts";

/** Who receives the proceeds of an account, and the firm that operates the service. */
export interface Parties {
  readonly payerName: string | null;
  readonly payerState: string | null;
  /** The minor of a custodial account. */
  readonly minor: PersonName | null;
  /** In order, the primary owner first. */
  readonly owners: readonly Owner[];
}

interface PersonName {
  readonly firstName: string;
  readonly lastName: string;
}

/** An owner of an account. */
interface Owner extends PersonName {
  /** The last four digits of the tax id. */
  readonly tidLast4: string | null;
  readonly address: Readonly<Record<string, string>> | null;
}

/** The parties of an account; undefined if there is no such account. */
export async function selectParties(
  db: Reader,
  accountNumber: string,
): Promise<Parties | undefined> {
  return db.first(sql<Parties>`
    select operator.name as "payerName", operator.state as "payerState", account.minor as "minor",
      (select json_agg(json_build_object('firstName', member.first_name,
          'lastName', member.last_name, 'tidLast4', member.tid_last4,
          'address', member.primary_address) order by owner.position)
        from account_owner as owner join member using (login_id)
        where owner.account_number = account.account_number) as "owners"
    from account
    left join lateral (
      select name, state from firm where kind = 'operator' order by firm_oid limit 1
    ) as operator on true
    where account_number = ${accountNumber}`);
}
