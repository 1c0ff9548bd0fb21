// SQL that reads the firm's instructions for deposits: check address, EFT and wire.

import type { Day } from "@bursar/values/dates";
import { type Reader, sql } from "../../../platform/store/db.ts";

/** How a check is mailed. */
export type DepositKind = "express" | "standard";

/** Where checks for an account are mailed, and to whom they are made out. */
export interface CheckAddressRow {
  readonly accountType: string;
  /** Null where no address is in force; the others are read only where it is not. */
  readonly payableTo: string | null;
  readonly line1: string;
  readonly line2: string | null;
  readonly line3: string | null;
  readonly city: string;
  readonly state: string;
  readonly zipcode: string;
  readonly country: string;
}

/** The address in force for an account on a day; if there are several, the latest. */
export async function selectCheckAddress(
  db: Reader,
  accountNumber: string,
  { kind, on }: { readonly kind: DepositKind; readonly on: Day },
): Promise<CheckAddressRow | undefined> {
  return db.first(sql<CheckAddressRow>`
    select account_type as "accountType", payable_to as "payableTo",
      line1, line2, line3, city, state, zipcode, country
    from account
    left join lateral (
      select * from check_address
      where deposit_kind = ${kind} and valid_from <= ${on}::date
        and (valid_to is null or valid_to >= ${on}::date)
      order by valid_from desc
      limit 1) as address on true
    where account_number = ${accountNumber}`);
}

/** Where money for an account is sent by ACH. */
export interface EftRow {
  /** Null where no instructions are in force; the others are read only where it is not. */
  readonly bankName: string | null;
  readonly routingAbaNumber: string;
  readonly accountPrefix: string;
}

/** The ACH instructions in force for an account on a day; if there are several, the latest. */
export async function selectEftInstructions(
  db: Reader,
  accountNumber: string,
  on: Day,
): Promise<EftRow | undefined> {
  return db.first(sql<EftRow>`
    select bank_name as "bankName", routing_aba_number as "routingAbaNumber",
      account_prefix as "accountPrefix"
    from account
    left join lateral (
      select * from eft_instructions
      where valid_from <= ${on}::date and (valid_to is null or valid_to >= ${on}::date)
      order by valid_from desc
      limit 1) as instructions on true
    where account_number = ${accountNumber}`);
}

/** Where money for an account is sent by wire, and the name of its owner: the corporate firm whose
 * account it is, else the primary owner. */
export interface WireRow {
  /** Null where no instructions are in force; the others are read only where it is not. */
  readonly accountName: string | null;
  readonly bankAccountNumber: string;
  readonly routingAbaNumber: string;
  readonly owner: string;
  readonly address: {
    readonly line1: string;
    readonly line2: string | null;
    readonly line3: string | null;
    readonly city: string;
    readonly state: string;
    readonly zipcode: string;
    readonly country: string | null;
  };
}

/** The wire instructions in force for an account on a day; if there are several, the latest. */
export async function selectWireInstructions(
  db: Reader,
  accountNumber: string,
  on: Day,
): Promise<WireRow | undefined> {
  return db.first(sql<WireRow>`
    select instructions.account_name as "accountName",
      bank_account_number as "bankAccountNumber",
      routing_aba_number as "routingAbaNumber",
      coalesce((select name from firm where firm_oid = account.client_firm_oid),
        member.first_name || ' ' || member.last_name) as owner,
      jsonb_build_object('line1', line1, 'line2', line2, 'line3', line3, 'city', city,
        'state', state, 'zipcode', zipcode, 'country', country) as address
    from account
    join member on member.login_id = account.primary_owner_login_id
    left join lateral (
      select * from wire_instructions
      where valid_from <= ${on}::date and (valid_to is null or valid_to >= ${on}::date)
      order by valid_from desc
      limit 1) as instructions on true
    where account.account_number = ${accountNumber}`);
}
