// The statements of loading terms and exclusions, over what the load has noted of them.
import { query } from "../../../platform/bulk/kinds/load-sql.ts";
import { sql, type Tx } from "../../../platform/store/db.ts";
import { declared } from "../../../platform/store/declared-sql.ts";

/** An account with a line of the load that concerns it. */
export interface LoadedAccount {
  readonly accountNumber: string;
  readonly line: number;
}

/** The accounts whose terms or exclusions a load has added or changed, with the first line of each. */
export async function selectLoadedAccounts(tx: Tx, kind: string): Promise<LoadedAccount[]> {
  return tx.rows(sql<LoadedAccount>`
    select subject as "accountNumber", min(line)::integer as line
    from load_change where kind = ${kind} group by subject order by 2`);
}

/** The given accounts that have two terms on one day. */
export async function selectWithTwoTerms(
  tx: Tx,
  accountNumbers: readonly string[],
): Promise<string[]> {
  const rows = await tx.rows(sql<{ number: string }>`
    select distinct own.account_number as "number"
    from billing_term as own join billing_term as later using (account_number)
    where own.account_number = any(${accountNumbers}::text[])
      and later.from_on > own.from_on
      and later.from_on <= coalesce(own.to_on, 'infinity')
      and later.from_on <= coalesce(later.to_on, 'infinity')
    order by 1`);
  return rows.map(({ number }) => number);
}

/** The given accounts that exclude the same security twice on one day. */
export async function selectExcludedTwice(
  tx: Tx,
  accountNumbers: readonly string[],
): Promise<string[]> {
  const rows = await tx.rows(sql<{ number: string }>`
    select distinct own.account_number as "number"
    from billing_exclusion as own join billing_exclusion as later using (account_number, excluded)
    where own.account_number = any(${accountNumbers}::text[])
      and later.from_on > own.from_on
      and later.from_on <= coalesce(own.to_on, 'infinity')
      and later.from_on <= coalesce(later.to_on, 'infinity')
    order by 1`);
  return rows.map(({ number }) => number);
}

/** A term with the account and what of its plan and payer its rules need. */
export interface TermToCheck {
  readonly accountNumber: string;
  readonly accountType: string;
  readonly isOwnPlan: boolean;
  readonly payerAccountNumber: string | null;
  /** Null where there is no such account of the firm. */
  readonly payerType: string | null;
  readonly hasCommonOwner: boolean;
}

/** The terms of some accounts that name a payer, or a plan that may be another firm's. */
export async function selectTermsToCheck(
  tx: Tx,
  accountNumbers: readonly string[],
): Promise<TermToCheck[]> {
  const terms = await tx.rows(sql<TermToCheck & { firmOid: string }>`
    select term.account_number as "accountNumber", account.account_type as "accountType",
      account.firm_oid as "firmOid",
      exists (select from billing_plan as plan
        where plan.billing_plan_oid = term.billing_plan_oid and plan.firm_oid = account.firm_oid
          and plan.kind = 'advisory') as "isOwnPlan",
      term.payer_account_number as "payerAccountNumber", null as "payerType",
      false as "hasCommonOwner"
    from billing_term as term join account using (account_number)
    where term.account_number = any(${accountNumbers}::text[])
      and coalesce(term.to_on, 'infinity') >= term.from_on
    order by term.account_number, term.from_on`);
  const payers = terms.flatMap(({ payerAccountNumber }) => payerAccountNumber ?? []);
  if (payers.length === 0) return terms;
  const numbers = [...new Set([...payers, ...terms.map(({ accountNumber }) => accountNumber)])];
  const found = await selectOwners(tx, numbers);
  return terms.map((term) => {
    const own = found.get(term.accountNumber);
    const payer = found.get(term.payerAccountNumber ?? "");
    const isOfFirm = payer?.firmOid === term.firmOid;
    const hasCommonOwner = payer?.owners.some((owner) => own?.owners.includes(owner)) ?? false;
    return { ...term, payerType: isOfFirm ? payer.accountType : null, hasCommonOwner };
  });
}

interface Owned {
  readonly number: string;
  readonly firmOid: string;
  readonly accountType: string;
  readonly owners: readonly string[];
}

async function selectOwners(tx: Tx, numbers: readonly string[]): Promise<Map<string, Owned>> {
  const rows = await tx.rows(sql<Owned>`
    select account_number as "number", firm_oid as "firmOid", account_type as "accountType",
      array(select login_id from account_owner as o
        where o.account_number = account.account_number order by position) as "owners"
    from account where account_number = any(${numbers}::text[])`);
  return new Map(rows.map((row) => [row.number, row]));
}

/** The lines of staged exclusions whose security is not in the store. */
export async function selectUnknownSecurities(tx: Tx, stage: string): Promise<number[]> {
  const rows = await query<{ line: number }>(
    tx,
    declared`select load_line::integer as line from ${stage} as staged
     where excluded <> 'cash'
       and not exists (select from security where security_id::text = staged.excluded)
     order by load_line`,
  );
  return rows.map(({ line }) => line);
}
