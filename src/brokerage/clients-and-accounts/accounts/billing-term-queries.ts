// The statements by which a change of billing plan ends the term of an account and begins another.
import { addDays, type Day } from "@bursar/values/dates";
import type { Decimal } from "@bursar/values/decimal";
import type { AccountNumber, Id } from "@bursar/values/ids";
import { type Reader, sql, type Tx } from "../../../platform/store/db.ts";

/** How an account is billed on a day: by the row in force, else by its plan. */
interface StandingTerm {
  readonly accountNumber: AccountNumber;
  /** The account's own plan. */
  readonly planOid: Id | null;
  /** Its first transaction. */
  readonly firstOn: Day | null;
  readonly hasTerms: boolean;
  /** These are null without a row in force. */
  readonly from: Day | null;
  readonly to: Day | null;
  readonly termPlanOid: Id | null;
  readonly discount: Decimal | null;
  readonly payer: string | null;
  readonly collect: string | null;
}

async function selectStanding(
  db: Reader,
  numbers: readonly string[],
  today: Day,
): Promise<StandingTerm[]> {
  return db.rows(sql<StandingTerm>`
    select account.account_number as "accountNumber", account.billing_plan_oid as "planOid",
      (select min(t.trade_on) from account_transaction as t
        where t.account_number = account.account_number
          and t.account_number = any(${numbers}::text[])) as "firstOn",
      exists (select from billing_term as own
        where own.account_number = account.account_number
          and own.account_number = any(${numbers}::text[])) as "hasTerms",
      term.from_on as "from", term.to_on as "to", term.billing_plan_oid as "termPlanOid",
      term.discount, term.payer_account_number as "payer", term.collect
    from account left join billing_term as term
      on term.account_number = account.account_number
        and term.account_number = any(${numbers}::text[]) and term.from_on <= ${today}
        and coalesce(term.to_on, 'infinity') >= ${today}
    where account.account_number = any(${numbers}::text[])
    order by account.account_number`);
}

interface Term {
  readonly accountNumber: AccountNumber;
  readonly from: Day;
  readonly to: Day | null;
  readonly planOid: Id;
  readonly discount: Decimal | null;
  readonly payer: string | null;
  readonly collect: string | null;
}

/** Bills accounts, whose locks are held, by a plan from a day on: a term in force ends the day before.
 * Days before that keep the plan by which they are billed. One without a transaction needs no row, and
 * of one whose terms have ended none begins. */
export async function beginTerms(
  tx: Tx,
  numbers: readonly string[],
  billingPlanOid: Id,
  today: Day,
): Promise<void> {
  const standing = await selectStanding(tx, numbers, today);
  const yesterday = addDays(today, -1);
  for (const each of standing) {
    const { accountNumber, from, to, termPlanOid, discount, payer, collect } = each;
    if (from !== null && termPlanOid !== null) {
      if (termPlanOid === billingPlanOid) continue;
      const terms = { accountNumber, discount, payer, collect };
      if (from < today) storeTerm(tx, { ...terms, from, to: yesterday, planOid: termPlanOid });
      storeTerm(tx, { ...terms, from: today, to, planOid: billingPlanOid });
    } else if (!each.hasTerms && each.firstOn !== null && each.planOid !== billingPlanOid) {
      const terms = { accountNumber, discount: null, payer: null, collect: null };
      const { firstOn, planOid } = each;
      if (planOid !== null && firstOn < today) {
        storeTerm(tx, { ...terms, from: firstOn, to: yesterday, planOid });
      }
      storeTerm(tx, { ...terms, from: today, to: null, planOid: billingPlanOid });
    }
  }
}

function storeTerm(tx: Tx, term: Term): void {
  tx.send(sql`
    insert into billing_term (account_number, from_on, to_on, billing_plan_oid, discount,
      payer_account_number, collect)
    values (${term.accountNumber}, ${term.from}, ${term.to}, ${term.planOid},
      coalesce(${term.discount}::numeric, 0), ${term.payer}, coalesce(${term.collect}, 'debit'))
    on conflict (account_number, from_on) do update
      set to_on = excluded.to_on, billing_plan_oid = excluded.billing_plan_oid`);
}
