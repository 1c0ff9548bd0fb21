// The version of an account's facts with which a row is accepted: the one that the change has brought the
// facts to, so that the rows up to a version are what the books knew then. (docs/activity.md)

import { query } from "../../../platform/bulk/kinds/load-sql.ts";
import { sql, type Tx } from "../../../platform/store/db.ts";
import { declared } from "../../../platform/store/declared-sql.ts";
import { added, isLoading } from "./queries.ts";

/** Columns of new rows in addition to those of the file. */
export const acceptedColumns = ["accepted_version", "accepted_at"];

const stamp = "load_accepted_version";

/** Makes the table of the version that a load will bring each account of its new rows to, if nothing
 * else is booked into it meanwhile; returns its name. */
export async function stampAccepted(
  tx: Tx,
  changed: string,
  { now }: { readonly now: Date },
): Promise<string> {
  const accounts = await query<{ number: string }>(
    tx,
    declared`select distinct account_number as "number" from ${changed}`,
  );
  const numbers = accounts.map(({ number }) => number);
  // The facts of accounts may lie on other nodes, unlike what is staged.
  const known = await tx.rows(sql<{ number: string; next: string }>`
    select account_number as "number", version + 1 as "next" from account_facts
    where account_number = any(${numbers}::text[])`);
  await query(
    tx,
    declared`create temporary table if not exists ${stamp} (
       account_number text collate "C" primary key, accepted_version bigint, accepted_at timestamptz)
     on commit delete rows`,
  );
  await query(
    tx,
    declared`insert into ${stamp}
     select number, coalesce(next, 1), $4::timestamptz from unnest($1::text[]) as own (number)
       left join unnest($2::text[], $3::bigint[]) as known (number, next) using (number)`,
    [numbers, known.map(({ number }) => number), known.map(({ next }) => next), now],
  );
  await query(tx, declared`analyze ${stamp}`);
  return stamp;
}

/** Gives the rows that the running load adds the version that their accounts have now, where something
 * else was booked into these meanwhile; the caller holds their locks. */
export async function updateAcceptedVersions(tx: Tx): Promise<void> {
  // A load without new rows has made none.
  const made = await tx.first(sql<{ isThere: boolean }>`
    select to_regclass('pg_temp.load_accepted_version') is not null as "isThere"`);
  if (made?.isThere !== true) return;
  const stamped = await query<{ number: string; version: string }>(
    tx,
    declared`select account_number as "number", accepted_version as "version" from ${stamp}`,
  );
  const numbers = stamped.map(({ number }) => number);
  const versions = new Map(stamped.map(({ number, version }) => [number, version]));
  const now = await tx.rows(sql<{ number: string; version: string }>`
    select account_number as "number", version from account_facts
    where account_number = any(${numbers}::text[])`);
  const moved = now.filter(({ number, version }) => versions.get(number) !== version);
  if (moved.length === 0) return;
  const rows = await query<{ number: string; id: string; version: string }>(
    tx,
    declared`select account_number as "number", transaction_id::text as "id", moved.version
     from ${added} join unnest($1::text[], $2::bigint[]) as moved (number, version)
       on moved.number = account_number where is_new`,
    [moved.map(({ number }) => number), moved.map(({ version }) => version)],
  );
  await tx.execute(sql`
    update account_transaction as t set accepted_version = moved.version
    from unnest(${rows.map(({ number }) => number)}::text[],
      ${rows.map(({ id }) => id)}::bigint[],
      ${rows.map(({ version }) => version)}::bigint[]) as moved (number, id, version)
    where t.account_number = moved.number and t.transaction_id = moved.id`);
}

/** Notes of moves of lots, and of what takes them back, among new rows the version that the account at the
 * other end has now; the caller has brought it there and holds its lock. */
export async function updateReceiverVersions(
  tx: Tx,
  accountNumbers: readonly string[],
  transactionIds: readonly string[],
): Promise<void> {
  const moves = await tx.rows(sql<ReceiverOfRow>`
    select t.account_number as "number", t.transaction_id::text as "id",
      t.to_account_number as "receiver", back.to_account_number as "former"
    from unnest(${accountNumbers}::text[], ${transactionIds}::bigint[]) as own (number, id)
      join account_transaction as t on t.account_number = own.number and t.transaction_id = own.id
      left join account_transaction as back on back.account_number = t.account_number
        and back.transaction_id = t.takes_back
    where t.to_account_number is not null or back.to_account_number is not null`);
  if (moves.length === 0) return;
  const named = moves.flatMap(({ receiver, former }) => [receiver, former]);
  const facts = await tx.rows(sql<{ number: string; version: string }>`
    select account_number as "number", version from account_facts
    where account_number = any(${named.filter((each) => each !== null)}::text[])`);
  const versions = new Map(facts.map(({ number, version }) => [number, version]));
  const versionOf = (number: string | null) => versions.get(number ?? "") ?? null;
  await tx.execute(sql`
    update account_transaction as t set receiver_accepted_version = moved.receiver,
      former_receiver_accepted_version = moved.former
    from unnest(${moves.map(({ number }) => number)}::text[],
      ${moves.map(({ id }) => id)}::bigint[],
      ${moves.map(({ receiver }) => versionOf(receiver))}::bigint[],
      ${moves.map(({ former }) => versionOf(former))}::bigint[])
      as moved (number, id, receiver, former)
    where t.account_number = moved.number and t.transaction_id = moved.id`);
}

interface ReceiverOfRow {
  readonly number: string;
  readonly id: string;
  readonly receiver: string | null;
  readonly former: string | null;
}

/** Notes the same of the rows that the running load adds. */
export async function updateReceiverVersionsOfLoad(tx: Tx): Promise<void> {
  if (!(await isLoading(tx))) return;
  const rows = await query<{ number: string; id: string }>(
    tx,
    declared`select account_number as "number", transaction_id::text as "id"
     from ${added}
     where is_new and (to_account_number is not null or takes_back is not null)`,
  );
  if (rows.length === 0) return;
  await updateReceiverVersions(
    tx,
    rows.map(({ number }) => number),
    rows.map(({ id }) => id),
  );
}
