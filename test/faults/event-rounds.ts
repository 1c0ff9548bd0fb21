// Rounds in which the service is killed while it works out, books and takes back what a corporate event gives
// thousands of holders: no account gets it twice, and none is left out.
import assert from "node:assert/strict";
import { feesRound, statementsRound } from "./billing-rounds.ts";
import { commandRounds, type Site } from "./command-rounds.ts";
import { announceDividend, holdersLeftOut, loadHolders, setStatus, storeRows } from "./holders.ts";
import { driven, killsOnTheWay } from "./killed-sweeps.ts";

/** Each round other than a kill in the middle of mixed writes, by its name. */
export const otherRounds: Readonly<Record<string, (site: Site) => Promise<string>>> = {
  ...commandRounds,
  events: eventsRound,
  fees: feesRound,
  statements: statementsRound,
};

/** How many accounts hold what the event is of, about. */
const holders = Number(process.env.FAULT_HOLDERS ?? 2_000);

let isLoaded = false;
let events = 0;

const statusOf = (eventId: string) =>
  `select status from corporate_event where event_id = ${eventId}`;

/** One dividend, from its announcement until it is reversed. */
async function eventsRound(site: Site): Promise<string> {
  const { dataDir } = site;
  if (!isLoaded) await loadHolders(dataDir, holders);
  isLoaded = true;
  events += 1;
  const eventId = String(7_000_000 + events);
  const before = await booksOf(site);
  await announceDividend(dataDir, eventId);
  await driven(site, statusOf(eventId), "ENTITLED");
  await setStatus(dataDir, eventId, "POSTING");
  await driven(site, statusOf(eventId), "POSTED");
  const lines = await checkPosted(site, eventId);
  await setStatus(dataDir, eventId, "REVERSING");
  await driven(site, statusOf(eventId), "REVERSED");
  assert.deepEqual(await booksOf(site), before, "a reversal leaves other books");
  await site.check();
  return `${lines} lines worked out, booked and taken back, over ${3 * killsOnTheWay} kills`;
}

/** Each line has the rows that it names, each holder has a line, and what is paid adds up. */
async function checkPosted(site: Site, eventId: string): Promise<number> {
  const [counts] = await storeRows(
    site.dataDir,
    `select count(*)::text as lines,
       count(*) filter (where status not in ('POSTED', 'NONE'))::text as open,
       count(*) filter (where cardinality(transaction_ids) <> (
         select count(*) from account_transaction as t
         where t.account_number = l.account_number and t.event_id = l.event_id::text))::text as other,
       ${holdersLeftOut(eventId)}::text as lost,
       (sum((select sum((paid->>'gross')::numeric)
           from jsonb_array_elements(entitlement->'payments') as paid))
         = (select sum(amount) from account_transaction as t
           where t.event_id = ${eventId}::text and t.transaction_type = 'DIV'))::text as adds
     from corporate_event_line as l where event_id = ${eventId}`,
  );
  const { lines, ...rest } = counts ?? {};
  assert.deepEqual(rest, { open: "0", other: "0", lost: "0", adds: "true" });
  return Number(lines);
}

/** A digest of what all folios have. */
async function booksOf(site: Site): Promise<unknown> {
  return storeRows(
    site.dataDir,
    `select
       (select md5(string_agg(concat_ws(' ', account_number, folio_number, amount), ',' order by folio_number))
         from folio_cash where amount <> 0) as cash,
       (select md5(string_agg(concat_ws(' ', folio_number, security_id, share_quantity), ','
           order by folio_number, security_id)) from folio_position) as positions,
       (select md5(string_agg(tax_lot_id::text, ',' order by account_number, tax_lot_id))
         from open_lot) as lots`,
  );
}
