// SQL of who holds the security of an event, and of what their accounts and folios say. (docs/corporate-events.md)
import type { Day } from "@bursar/values/dates";
import type { Decimal } from "@bursar/values/decimal";
import type { AccountNumber, FolioNumber, Id } from "@bursar/values/ids";
import { type Reader, sql } from "../../../platform/store/db.ts";

/** An account that may be entitled, by the facts of a version. */
export interface PossibleHolder {
  readonly accountNumber: AccountNumber;
  readonly factsVersion: string;
  /** Whether what it holds now is what it held at the opening of the day. */
  readonly isStill: boolean;
  /** The present holdings of the account. */
  readonly positions: readonly { readonly folioNumber: FolioNumber; readonly shares: Decimal }[];
}

/** Behind every number of an account. */
export const lastOfAll = "S";

/** The next accounts, in order of number, that hold a security now or have moved it since a day: those that hold
 * it say how far movers are looked for, so that all pages together read each row once. */
export async function selectPossibleHolders(
  db: Reader,
  { securityId, day }: { readonly securityId: Id; readonly day: Day },
  { after, most }: { readonly after: string; readonly most: number },
): Promise<PossibleHolder[]> {
  const end = await db.first(sql<{ until: string }>`
    select account_number as "until" from folio_position
    where security_id = ${securityId} and account_number > ${after}
    group by account_number order by account_number limit 1 offset ${most - 1}`);
  const until = end?.until ?? lastOfAll;
  return db.rows(sql<PossibleHolder>`
    with mover as (
      (select distinct account_number from account_transaction
        where security_id = ${securityId} and trade_on >= ${day}
          and account_number > ${after} and account_number <= ${until}
        order by account_number limit ${most})
      union
      (select distinct account_number from account_transaction
        where into_security_id = ${securityId} and trade_on >= ${day}
          and account_number > ${after} and account_number <= ${until}
        order by account_number limit ${most})
      union
      -- The account to which lots move lists the row, and has none of its own.
      (select distinct to_account_number from account_transaction
        where security_id = ${securityId} and trade_on >= ${day}
          and to_account_number > ${after} and to_account_number <= ${until}
        order by to_account_number limit ${most})),
    candidate as (
      select account_number, bool_or(has_moved) as has_moved
      from (
        select account_number, true as has_moved from mover
        union all select distinct account_number, false from folio_position
        where security_id = ${securityId}
          and account_number > ${after} and account_number <= ${until}) as either_way
      group by account_number order by account_number limit ${most})
    select own.account_number as "accountNumber",
      coalesce((select version from account_facts as f
        where f.account_number = own.account_number), 0)::text as "factsVersion",
      not has_moved as "isStill",
      coalesce((select json_agg(json_build_object('folioNumber', folio_number,
            'shares', share_quantity::text) order by folio_number)
        from folio_position as held
        where held.account_number = own.account_number
          and held.security_id = ${securityId}), '[]'::json) as "positions"
    from account as own join candidate on candidate.account_number = own.account_number
    order by own.account_number`);
}

/** The same of one account. */
export async function selectPossibleHolder(
  db: Reader,
  accountNumber: AccountNumber,
  { securityId, day }: { readonly securityId: Id; readonly day: Day },
): Promise<PossibleHolder> {
  const row = await db.first(sql<PossibleHolder>`
    with received as materialized (
      select t.transaction_id from account_transaction as t
      where t.to_account_number = ${accountNumber} and t.trade_on >= ${day}
        and t.security_id = ${securityId} limit 1)
    select account_number as "accountNumber",
      coalesce((select version from account_facts as f
        where f.account_number = own.account_number), 0)::text as "factsVersion",
      not exists (select from account_transaction as moved
        where moved.account_number = own.account_number and moved.trade_on >= ${day}
          and ${securityId}::bigint in (moved.security_id, moved.into_security_id))
        and not exists (select 1 from received) as "isStill",
      coalesce((select json_agg(json_build_object('folioNumber', folio_number,
            'shares', share_quantity::text) order by folio_number)
        from folio_position as held
        where held.account_number = own.account_number
          and held.security_id = ${securityId}), '[]'::json) as "positions"
    from account as own where account_number = ${accountNumber}`);
  return row ?? { accountNumber, factsVersion: "0", isStill: true, positions: [] };
}

/** The settings that decide what an account is given. */
export interface HolderSettings {
  readonly accountNumber: string;
  readonly accountType: string;
  readonly isUnderBackup: boolean;
  readonly isRestricted: boolean;
  /** Whether its custodian books what events give it. */
  readonly isBookedElsewhere: boolean;
  /** Whether the account may not have the security on the booking day. */
  readonly isExcluded: boolean;
  readonly folios: readonly {
    readonly folioNumber: FolioNumber;
    readonly reinvests: boolean;
    readonly paysToAccount: boolean;
    readonly isClosed: boolean;
  }[];
}

/** The settings of accounts. */
export async function selectHolderSettings(
  db: Reader,
  accountNumbers: readonly string[],
  { securityId, day }: { readonly securityId: Id; readonly day: Day },
): Promise<HolderSettings[]> {
  return db.rows(sql<HolderSettings>`
    select account_number as "accountNumber", account_type as "accountType",
      w9_backup_withholding as "isUnderBackup",
      exists (select from restriction as r
        where r.account_number = account.account_number and r.lifted_at is null) as "isRestricted",
      exists (select from firm
        where firm.firm_oid = account.firm_oid and post_firms = 'none') as "isBookedElsewhere",
      exists (select from exclusion as e join security on security_id = ${securityId}
        where e.account_number = account.account_number and e.kind in ('SECURITY', 'OWNER')
          and upper(e.value) = upper(security.ticker)
          and (e.start_on is null or e.start_on <= ${day})
          and (e.end_on is null or e.end_on >= ${day})) as "isExcluded",
      (select json_agg(json_build_object('folioNumber', folio_number,
          'reinvests', dividend_reinvest, 'paysToAccount', dividend_pay_to_account,
          'isClosed', status = 'C') order by folio_number)
        from folio where folio.account_number = account.account_number) as "folios"
    from account where account_number = any(${accountNumbers}::text[])`);
}

/** The elections of a holder for an event, in the order of its answers. */
export interface ElectionRow {
  readonly accountNumber: string;
  readonly optionId: string;
  readonly shares: Decimal;
}

/** The elections of accounts for an event, by its notice. */
export async function selectElections(
  db: Reader,
  accountNumbers: readonly string[],
  notifId: string,
): Promise<ElectionRow[]> {
  return db.rows(sql<ElectionRow>`
    select account_number as "accountNumber", choice_id as "optionId", shares_elected as "shares"
    from corporate_action_answer
    where account_number = any(${accountNumbers}::text[]) and notif_id = ${notifId}
      and choice_id is not null and shares_elected > 0
    order by account_number, position`);
}

/** A transaction in force that an event would book, and nobody marked so. */
export interface FoundRow {
  readonly accountNumber: string;
  readonly transactionId: Id;
  readonly type: string;
}

/** Of accounts the transactions in force of a type and security, without an event, of an ex-date or traded within
 * five days of a day. */
export async function selectFound(
  db: Reader,
  accountNumbers: readonly string[],
  {
    securityId,
    types,
    exOn,
    day,
  }: {
    readonly securityId: Id;
    readonly types: readonly string[];
    readonly exOn: Day | null;
    readonly day: Day;
  },
): Promise<FoundRow[]> {
  return db.rows(sql<FoundRow>`
    select t.account_number as "accountNumber", t.transaction_id as "transactionId",
      t.transaction_type as "type"
    from account_transaction as t
    where t.account_number = any(${accountNumbers}::text[]) and t.event_id is null
      and t.security_id = ${securityId} and t.transaction_type = any(${types}::text[])
      and (t.ex_on = ${exOn} or abs(t.trade_on - ${day}::date) <= 5)
      and not exists (select from account_transaction as later
        where later.account_number = t.account_number
          and later.account_number = any(${accountNumbers}::text[])
          and later.takes_back = t.transaction_id)
    order by t.account_number, t.trade_on, t.entry_order`);
}
