// Compares what was answered to callers with what is in the store: nothing acknowledged is lost,
// nothing is half made, and nothing refused was made at all.
import type pg from "pg";
import type { ConnectionSettings } from "../../src/platform/store/connection.ts";
import { lookInto } from "./store-client.ts";
import { type Attempt, auditMarker, isAcknowledged, isRefused } from "./writers.ts";

interface Entry {
  readonly marker: string;
  readonly operation: string;
  readonly id: string | null;
}

const isOfWriters = `operation in ('updateAccount', 'createRestriction', 'createOffer',
  'signCustomerAgreement', 'createItemForAttention', 'bookTransactions')`;

const entriesOfFaults = `
  select operation, case operation
      when 'updateAccount' then substr(detail->'after'->>'accountName', 7)
      when 'createRestriction' then substr(detail->'after'->'restriction'->>'inceptionInfo', 7)
      when 'createOffer' then substr(detail->'after'->'offer'->>'ticker', 6)
      when 'createItemForAttention' then substr(detail->'after'->'item'->>'title', 7)
      when 'bookTransactions' then detail->'detail'->'transactionIds'->>0
      else detail->'detail'->>'sha256' end as marker,
    coalesce(detail->'after'->'restriction'->>'id', detail->'after'->'offer'->>'offerOid',
      detail->'after'->'item'->>'id', detail->'detail'->>'id') as id
  from audit_entry
  where ${isOfWriters} and (operation = 'createOffer' or subject not like '%:%')`;

/** Each statement lists what is half made; none may return a row. */
const halves: Readonly<Record<string, string>> = {
  "an entry without its events": `
    select subject, sequence from audit_entry as a
    where ${isOfWriters} and (operation <> 'createItemForAttention' or subject not like '%:%')
      and not exists (select from event as e where e.subject = a.subject
        and e.sequence = a.sequence)`,
  "an event without its entry": `
    select e.subject, e.sequence from event as e left join audit_entry as a using (subject, sequence)
    where a.subject is null`,
  "a booking without its rows, or a row without its one booking": `
    select coalesce(b.subject, t.account_number), b.id from (
        select subject, json_array_elements_text(detail->'detail'->'transactionIds') as id
        from audit_entry where operation in ('bookTransactions', 'postCorporateEventLine',
          'postFeeItem', 'reverseFeeItem')) as b
      full join (select * from account_transaction where transaction_id >= 7000000000) as t
        on t.account_number = b.subject and t.transaction_id = b.id::bigint
    where b.id is null or t.transaction_id is null`,
  "an item without its entry, or an entry without its item": `
    select coalesce(a.id, i.ifa_id::text) from (
        select detail->'after'->'item'->>'id' as id from audit_entry
        where operation = 'createItemForAttention' and subject not like '%:%') as a
      full join (select * from item_for_attention where title like 'Fault %') as i
        on i.ifa_id = a.id::bigint
    where a.id is null or i.ifa_id is null`,
  "an entry of a restriction without its row": `
    select a.subject, a.sequence from audit_entry as a
      left join restriction as r on r.account_number = a.subject
        and r.restriction_id = (a.detail->'after'->'restriction'->>'id')::bigint
        and r.created_at = a.occurred_at
        and r.inception_info = a.detail->'after'->'restriction'->>'inceptionInfo'
    where a.operation = 'createRestriction' and r.restriction_id is null`,
  "a restriction without its one entry": `
    select r.restriction_id from restriction as r where r.inception_info like 'fault %'
      and 1 <> (select count(*) from audit_entry as a where a.subject = r.account_number
        and a.detail->'after'->'restriction'->>'id' = r.restriction_id::text)`,
  "an entry of a signature without its row": `
    select a.subject, a.sequence from audit_entry as a
      left join customer_agreement as c on c.account_number = a.subject
        and c.agreement_id = (a.detail->'detail'->>'id')::bigint
        and encode(c.content_sha256, 'hex') = a.detail->'detail'->>'sha256'
        and c.request_id = a.request_id
    where a.operation = 'signCustomerAgreement' and c.agreement_id is null`,
  "a signature without its one entry": `
    select c.agreement_id from customer_agreement as c
    where 1 <> (select count(*) from audit_entry as a where a.subject = c.account_number
      and a.operation = 'signCustomerAgreement' and a.detail->'detail'->>'id' = c.agreement_id::text)`,
  "an entry that lifts a restriction which was not lifted then": `
    select a.subject, a.sequence from audit_entry as a,
      json_array_elements_text(a.detail->'detail'->'restrictionsLifted') as lifted (id)
      left join restriction as r on r.restriction_id = lifted.id::bigint
    where a.operation = 'signCustomerAgreement'
      and (r.account_number, r.lifted_at) is distinct from (a.subject, a.occurred_at)`,
  "a restriction lifted by no entry": `
    select r.restriction_id from restriction as r
    where r.inception_info like 'fault %' and r.lifted_at is not null
      and not exists (select from audit_entry as a where a.subject = r.account_number
        and a.operation = 'signCustomerAgreement'
        and (a.detail->'detail'->'restrictionsLifted')::jsonb ? r.restriction_id::text)`,
  "an entry of an offer without its rows": `
    select a.subject from audit_entry as a
      left join offer as o on o.offer_oid = (a.detail->'after'->'offer'->>'offerOid')::bigint
        and o.ticker = a.detail->'after'->'offer'->>'ticker'
    where a.operation = 'createOffer' and (o.offer_oid is null or 1 <> (
      select count(*) from offer_participating_firm as f where f.offer_oid = o.offer_oid))`,
  "an offer without its one entry": `
    select o.offer_oid from offer as o where o.offer_name like 'Fault %'
      and 1 <> (select count(*) from audit_entry as a
        where a.subject = 'offer:' || o.offer_oid and a.operation = 'createOffer')`,
  "an account whose name is not that of its last entry": `
    select distinct on (a.subject) a.subject, n.account_name from audit_entry as a
      join account as n on n.account_number = a.subject
    where a.operation = 'updateAccount' and (
      n.account_name <> (select b.name from (
          select subject, sequence, case operation
              when 'updateAccount' then detail->'after'->>'accountName'
              when 'loadFolder' then detail->'after'->'accounts'->0->>'accountName' end as name
          from audit_entry) as b
        where b.subject = a.subject and b.name is not null
        order by b.sequence desc limit 1)
      or not exists (select from account_name as f where f.account_number = a.subject
        and f.folded_name = lower(n.account_name)))`,
  "a head that is not its chain's last entry": `
    select h.subject from audit_head as h
    where h.sequence <> (select max(e.sequence) from audit_entry as e
      where e.subject = h.subject)`,
};

/** Copies the tables of a distributed store into temporary ones of the same names, which PostgreSQL finds
 * first: its nodes would refuse to join some of them. */
async function copyRows(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ tables: string[] | null }>(
    "select to_regclass('pg_catalog.pg_dist_partition')::text as tables",
  );
  if (rows[0]?.tables === null) return;
  await client.query("set local citus.max_adaptive_executor_pool_size = 1");
  for (const table of checkedTables) {
    await client.query(
      `create temporary table ${table} on commit drop as select * from public.${table}`,
    );
    await client.query(`analyze ${table}`);
  }
}

const checkedTables = [
  "audit_head",
  "audit_entry",
  "idempotency_result",
  "account",
  "account_name",
  "restriction",
  "customer_agreement",
  "offer",
  "offer_participating_firm",
  "event",
  "account_transaction",
  "item_for_attention",
];

/** Everything in the store that differs from the responses, in sentences. */
export async function faultsOf(
  store: ConnectionSettings,
  attempts: readonly Attempt[],
): Promise<string[]> {
  return lookInto(store, async (client) => {
    // One snapshot for all queries: an abandoned transaction may still be ending.
    await client.query("begin isolation level repeatable read");
    await copyRows(client);
    const { rows: entries } = await client.query<Entry>(entriesOfFaults);
    const { rows: kept } = await client.query<{ key: string }>(
      "select idempotency_key as key from idempotency_result",
    );
    const found: string[] = [];
    for (const [what, statement] of Object.entries(halves)) {
      const { rows } = await client.query(statement);
      if (rows.length > 0) found.push(`${what}: ${JSON.stringify(rows.slice(0, 3))}`);
    }
    return [...found, ...faultsOfAttempts(attempts, entries, new Set(kept.map(({ key }) => key)))];
  });
}

function faultsOfAttempts(
  attempts: readonly Attempt[],
  entries: readonly Entry[],
  kept: ReadonlySet<string>,
): string[] {
  const byMarker = Map.groupBy(entries, ({ marker }) => marker);
  const keys = new Set(attempts.map(({ key }) => key));
  const strays = [...kept].filter((key) => !keys.has(key));
  return [
    ...strays.map((key) => `a stored response of nobody's key ${key}`),
    ...attempts.flatMap((attempt) => {
      const { operation, marker, key, location, status } = attempt;
      const own = byMarker.get(auditMarker(attempt)) ?? [];
      const name = `${operation} ${marker} (answered ${status ?? "nothing"})`;
      const wrong: string[] = [];
      if (own.length > 1) wrong.push(`${name} happened ${own.length} times`);
      if (isAcknowledged(attempt) && own.length === 0) wrong.push(`${name} is lost`);
      if (isRefused(attempt) && own.length > 0) wrong.push(`${name} happened all the same`);
      if (status === 500) wrong.push(`${name} is a defect`);
      if (key !== undefined && kept.has(key) !== own.length > 0) {
        wrong.push(`${name} and its stored response are not both there`);
      }
      const [entry] = own;
      const isElsewhere = entry?.id && location && !location.endsWith(`/${entry.id}`);
      if (isElsewhere) wrong.push(`${name} is not at ${location} but has the id ${entry.id}`);
      return wrong;
    }),
  ];
}
