// SQL that reads the parties of a tax form, payer and recipient, and what they inherited.
import { type Reader, sql } from "../../../platform/store/db.ts";

/** The payer of the proceeds of an account, and their recipients. */
export interface Parties {
  /** The firm that operates the service, if there is one. */
  readonly payer: Payer | null;
  /** The minor of a custodial account. */
  readonly minor: PersonName | null;
  /** In order, the primary owner first. */
  readonly owners: readonly Owner[];
}

/** A firm that pays. */
interface Payer {
  readonly firmOid: string;
  readonly name: string;
  readonly state: string | null;
  /** The sealed tax id in hexadecimal. */
  readonly tidSealed: string | null;
  readonly address: Readonly<Record<string, string>> | null;
  /** The number under which it withholds tax for its state. */
  readonly stateNumber: string | null;
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
    select account.minor as "minor",
      (select json_build_object('firmOid', firm_oid::text, 'name', name, 'state', state,
          'tidSealed', encode(tid_sealed, 'hex'), 'address', address,
          'stateNumber', state_number)
        from firm where kind = 'operator' order by firm_oid limit 1) as "payer",
      (select json_agg(json_build_object('firstName', member.first_name,
          'lastName', member.last_name, 'tidLast4', member.tid_last4,
          'address', member.primary_address) order by owner.position)
        from account_owner as owner join member using (login_id)
        where owner.account_number = ${accountNumber}) as "owners"
    from account where account_number = ${accountNumber}`);
}

/** The transactions of an account that brought inherited shares alone; of a transfer in with others too it is
 * not known which of its lots was sold. */
export async function selectInherited(db: Reader, accountNumber: string): Promise<string[]> {
  const rows = await db.rows(sql<{ id: string }>`
    select transaction_id as "id" from account_transaction
    where account_number = ${accountNumber} and (transaction_type = 'INH'
      or (transaction_type = 'TIN' and not exists (
        select from jsonb_array_elements(lots::jsonb) as lot
        where coalesce((lot->>'inherited')::boolean, false) = false)))`);
  return rows.map(({ id }) => id);
}
