// The method and the tax rates with which a staged disposal is accepted: those of its account, unless the
// row states them or replaces one that has them. (docs/tax-lots.md, "Methods")

import type { Id } from "@bursar/values/ids";
import { query, run } from "../../../platform/bulk/kinds/load-sql.ts";
import type { SqlPart, Tx } from "../../../platform/store/db.ts";
import { declared, joined } from "../../../platform/store/declared-sql.ts";
import { added, isLoading } from "./queries.ts";

/** Columns of a staged disposal that are not the file's. */
const settings = ["default_method", "short_term_tax_rate", "long_term_tax_rate"] as const;

/** Gives each staged disposal the method and rates with which it was first accepted: those of the
 * account now, else of what it replaces, else its own where it was accepted before. A row that states with
 * what it was accepted keeps that, and so do those that replace it. */
export async function updateStagedSettings(tx: Tx, stage: string): Promise<void> {
  await noteAccepted(tx, stage);
  await run(
    tx,
    declared`update ${stage} as staged set default_method = account.default_tax_lot_selection,
       short_term_tax_rate = account.short_term_tax_rate,
       long_term_tax_rate = account.long_term_tax_rate
     from account where account.account_number = staged.account_number
       and staged.transaction_type in (${disposalTypes})
       and ${isNotAccepted("staged")}`,
  );
  const take = joined(settings.map((column) => declared`${column} = known.${column}`));
  await run(
    tx,
    declared`with recursive origin as (
       select account_number, transaction_id, replaces as origin_id
       from ${stage} where replaces is not null
       union
       select origin.account_number, origin.transaction_id, staged.replaces
       from origin join ${stage} as staged on staged.account_number = origin.account_number
         and staged.transaction_id = origin.origin_id
       where staged.replaces is not null)
     update ${stage} as staged set ${take}
     from origin join account_transaction as known
       on known.account_number = origin.account_number
         and known.transaction_id = origin.origin_id
     where staged.account_number = origin.account_number
       and staged.transaction_id = origin.transaction_id
       and staged.default_method is not null and known.default_method is not null
       and ${isNotAccepted("staged")}`,
  );
  await run(
    tx,
    declared`update ${stage} as staged set ${take} from account_transaction as known
     where staged.account_number = known.account_number
       and staged.transaction_id = known.transaction_id
       and staged.default_method is not null and ${isNotAccepted("staged")}`,
  );
}

/** The condition that a row, by its alias, does not state with what it was accepted. */
function isNotAccepted(alias: string): SqlPart {
  return declared`not exists (select from load_accepted as accepted
    where accepted.account_number = ${alias}.account_number
      and accepted.transaction_id = ${alias}.transaction_id)`;
}

/** Notes which staged rows state with what they were accepted, or replace such a row. */
async function noteAccepted(tx: Tx, stage: string): Promise<void> {
  let noted = await run(
    tx,
    declared`create temporary table load_accepted on commit drop as
     select account_number, transaction_id from ${stage} where default_method is not null`,
  );
  const take = joined(settings.map((column) => declared`${column} = origin.${column}`));
  while (noted > 0) {
    noted = await run(
      tx,
      declared`with renewed as (
         update ${stage} as staged set ${take} from ${stage} as origin, load_accepted as accepted
         where origin.account_number = accepted.account_number
           and origin.transaction_id = accepted.transaction_id
           and staged.account_number = origin.account_number
           and staged.replaces = origin.transaction_id
           and staged.transaction_type in (${disposalTypes}) and ${isNotAccepted("staged")}
         returning staged.account_number, staged.transaction_id)
       insert into load_accepted select account_number, transaction_id from renewed`,
    );
  }
}

/** The types of transactions whose lots leave by the account's method. */
const disposalTypes = declared`'SLE', 'RDM', 'EXP', 'CIL', 'TOT', 'LMV'`;

/** Gives the disposals that the running load adds to some accounts the settings of these once
 * more, save those that replace a disposal accepted before. */
export async function updateAddedSettings(
  tx: Tx,
  accountNumbers: readonly string[],
): Promise<void> {
  if (!(await isLoading(tx))) return;
  type Key = { readonly number: string; readonly id: Id };
  const qualifiedColumns = (keys: readonly Key[]) => [
    keys.map(({ number }) => number),
    keys.map(({ id }) => id),
  ];
  const replacing = await query<Key>(
    tx,
    declared`select added.account_number as "number", added.transaction_id::text as "id"
     from ${added} as added join account_transaction as known
       on known.account_number = added.account_number and known.transaction_id = added.replaces
     where added.account_number = any($1::text[]) and known.default_method is not null`,
    [accountNumbers],
  );
  // Staged rows lie on one server, even if the store does not.
  const own = await query<Key>(
    tx,
    declared`with recursive own as (
       select account_number, transaction_id from ${added} as added
       where account_number = any($1::text[]) and default_method is not null
         and ${isNotAccepted("added")}
         and not exists (
           select from unnest($2::text[], $3::bigint[]) as replacing (number, id)
           where (number, id) = (account_number, transaction_id))
       union
       select added.account_number, added.transaction_id
       from ${added} as added join own on own.account_number = added.account_number
         and own.transaction_id = added.replaces
       where added.default_method is not null and ${isNotAccepted("added")})
     select account_number as "number", transaction_id::text as "id" from own`,
    [accountNumbers, ...qualifiedColumns(replacing)],
  );
  await query(
    tx,
    declared`update account_transaction as t set default_method = account.default_tax_lot_selection,
       short_term_tax_rate = account.short_term_tax_rate,
       long_term_tax_rate = account.long_term_tax_rate
     from unnest($1::text[], $2::bigint[]) as own (account_number, transaction_id)
       join account on account.account_number = own.account_number
     where t.account_number = own.account_number and t.transaction_id = own.transaction_id`,
    qualifiedColumns(own),
  );
}
