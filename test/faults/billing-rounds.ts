// Rounds in which the service is killed while it computes, bills, takes and gives back the fees of a firm, and while it
// draws statements and releases them: no account pays twice, or has a paper twice.
import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { addDays, type Day, newYorkDay, quarterOf } from "@bursar/values/dates";
import { done, inFolder, type Site } from "./command-rounds.ts";
import { storeRows } from "./holders.ts";
import { driven, killsOnTheWay, send } from "./killed-sweeps.ts";
import { untilSampleIsWhole } from "./service-process.ts";

/** How many accounts are billed, and get statements. */
const accounts = Number(process.env.FAULT_ACCOUNTS ?? 300);

/** How long before the end of the last quarter the deposits were made: statements are of months since. */
const daysOfDeposits = 800;
const months = 24;

const loaded = new Map<string, Promise<string>>();

/** The firm with most accounts, each of which has a deposit, and none of whose runs is under way. */
function firmOf(site: Site): Promise<string> {
  const { dataDir } = site;
  const firm = loaded.get(dataDir) ?? loadFirm(site);
  loaded.set(dataDir, firm);
  return firm;
}

async function loadFirm(site: Site): Promise<string> {
  // Two loads at once would wait for each other.
  await untilSampleIsWhole(site.service());
  const firm = await loadDeposits(site.dataDir, accounts, daysOfDeposits);
  await endSampleRuns(site, firm);
  return firm;
}

const patienceMs = 120_000;

/** Waits until the sample has taken the fees of its quarters, and discards the run that it leaves to be approved, which
 * bills the same period as a round does. */
async function endSampleRuns(site: Site, firm: string): Promise<void> {
  const end = performance.now() + patienceMs;
  for (;;) {
    await send(site, "PUT", "/restapi/sweeps", {}).catch(() => delay(1_000));
    const runs = await storeRows(
      site.dataDir,
      `select fee_run_oid::text as run, run_status as status from fee_run
       where firm_oid = ${firm} and run_status in ('COMPUTING', 'PREVIEW', 'APPROVED', 'POSTING')`,
    );
    for (const { run, status } of runs) {
      if (status !== "PREVIEW") continue;
      const path = `/restapi/firms/${firm}/feeruns/${run}`;
      await send(site, "PUT", path, { runStatus: "DISCARDED" });
    }
    const areEnded = runs.every(({ status }) => status === "PREVIEW");
    if (areEnded && (runs.length > 0 || performance.now() > end)) return;
    await delay(500);
  }
}

/** The last day of the quarter that has ended. */
export function lastQuarterEnd(): Day {
  return addDays(quarterOf(newYorkDay(new Date())), -1);
}

/** Loads a firm of so many accounts with a deposit each, so many days before the end of the last quarter; returns the
 * firm with most of them. */
export async function loadDeposits(
  dataDir: string,
  count: number,
  daysBefore: number,
): Promise<string> {
  await inFolder(async (folder) => {
    const records = join(folder, "records");
    await done(folder, "sample", "--out", records, "--accounts", `${count}`, "--days", "20");
    await done(dataDir, "load", "--allow-privileges", records);
  });
  const rows = await storeRows(dataDir, "select account_number as account from account order by 1");
  const day = addDays(lastQuarterEnd(), -daysBefore);
  const header =
    "accountNumber,transactionId,transactionType,entryOrder,folioNumber,tradeDate,amount";
  const lines = rows.map(
    // Behind all that the sample may have on that day.
    ({ account }, at) => `${account},${8_000_000 + at},DEP,9000,${account}01,${day},${10_000 + at}`,
  );
  await inFolder(async (folder) => {
    await writeFile(join(folder, "transactions.csv"), [header, ...lines, ""].join("\n"));
    await done(dataDir, "load", folder);
  });
  const [most] = await storeRows(
    dataDir,
    `select firm_oid::text as firm from account where billing_plan_oid is not null
     group by 1 order by count(*) desc limit 1`,
  );
  assert(most?.firm, "no account has a billing plan");
  return most.firm;
}

const statusOfFees = (run: string) =>
  `select run_status as status from fee_run where fee_run_oid = ${run}`;

/** Gives a run a status for which the interface asks two persons. */
export async function setRunStatus(dataDir: string, run: string, status: string): Promise<void> {
  await storeRows(
    dataDir,
    `update fee_run set run_status = '${status}', post_on = '${newYorkDay(new Date())}'
     where fee_run_oid = ${run}`,
  );
}

/** The fees of a quarter, from the creation of the run until it is reversed. */
export async function feesRound(site: Site): Promise<string> {
  const { dataDir } = site;
  const firm = await firmOf(site);
  const cash = await cashOf(dataDir);
  // The sample has billed some.
  const before = await daysBilled(dataDir);
  const at = await send(site, "POST", `/restapi/firms/${firm}/feeruns`, {
    periodEnd: lastQuarterEnd(),
  });
  const run = at.split("/").at(-1) ?? "";
  await driven(site, statusOfFees(run), "PREVIEW");
  await setRunStatus(dataDir, run, "APPROVED");
  await driven(site, statusOfFees(run), "POSTED");
  const items = await checkPosted(dataDir, run, before);
  await setRunStatus(dataDir, run, "REVERSING");
  await driven(site, statusOfFees(run), "REVERSED");
  assert.deepEqual(await cashOf(dataDir), cash, "a reversal leaves other cash");
  assert.equal(await daysBilled(dataDir), before, "a reversal leaves other days billed");
  await site.check();
  return `${items} fees computed, billed, taken and given back, over ${3 * killsOnTheWay} kills`;
}

/** Each item is taken whole, once, and has one bill; the days of its parts are billed. An account that waits for its
 * owners is excluded, and nothing of that holds; of an invoice nothing is taken. */
async function checkPosted(dataDir: string, run: string, daysBefore: number): Promise<number> {
  const [counts] = await storeRows(
    dataDir,
    `select count(*)::text as items,
       count(*) filter (where state <> case when state = 'EXCLUDED' then state
         when collect = 'invoice' then 'DUE' else 'POSTED' end)::text as open,
       count(*) filter (where posted <> expected)::text as other,
       count(*) filter (where (expected <> 0)::integer <> (
         select count(*) from account_transaction as t
         where t.account_number = i.account_number and t.transaction_type = 'FEE'
           and t.transaction_id = any(i.transaction_ids)))::text as fees,
       count(*) filter (where (billed <> 0)::integer <> (
         select count(*) from document as d
         where d.subject = i.account_number and d.run_oid = ${run}))::text as bills,
       (sum(posted) = (select sum(amount) from fee_payment as p
         where p.fee_run_oid = ${run}))::text as adds,
       (select sum(to_on - from_on + 1)::text from fee_part
         where fee_run_oid = ${run} and takes_days) as days
     from (
       select *, case when state = 'EXCLUDED' then 0 else computed end as billed,
         case when state = 'EXCLUDED' or collect = 'invoice' then 0 else computed end as expected
       from fee_item where fee_run_oid = ${run}) as i`,
  );
  const { items, days, ...rest } = counts ?? {};
  assert.deepEqual(rest, { open: "0", other: "0", fees: "0", bills: "0", adds: "true" });
  const billed = (await daysBilled(dataDir)) - daysBefore;
  assert.equal(billed, Number(days), "other days are billed than those of the run");
  return Number(items);
}

async function daysBilled(dataDir: string): Promise<number> {
  const [row] = await storeRows(
    dataDir,
    "select coalesce(sum(bit_count(days::bit(64))), 0)::text as days from fee_billed where kind <> 'R'",
  );
  return Number(row?.days);
}

async function cashOf(dataDir: string): Promise<unknown> {
  return storeRows(
    dataDir,
    `select md5(string_agg(concat_ws(' ', folio_number, amount), ',' order by folio_number)) as cash
     from folio_cash where amount <> 0`,
  );
}

let statementRuns = 0;

/** The statements of a month, drawn and released. */
export async function statementsRound(site: Site): Promise<string> {
  const { dataDir } = site;
  const firm = await firmOf(site);
  const periodEnd = monthEnd(statementRuns % months);
  statementRuns += 1;
  const runs = `/restapi/firms/${firm}/statementruns`;
  const at = await send(site, "POST", runs, { reportType: "M", periodEnd, months: "1" });
  const run = at.split("/").at(-1) ?? "";
  const status = `select run_status as status from statement_run where run_oid = ${run}`;
  await driven(site, status, "REVIEW");
  await checkDrawn(dataDir, run, "drawn_document");
  const token = await secondPerson(dataDir);
  for (let kill = 0; kill < killsOnTheWay; kill += 1) {
    const released = send(site, "PUT", `${runs}/${run}`, { runStatus: "RELEASED" }, token);
    const ended = Promise.allSettled([released]);
    await delay(site.random() * 300);
    await site.service().kill();
    await ended;
    await site.start();
    const [found] = await storeRows(dataDir, status);
    const isReleased = found?.status === "RELEASED";
    await checkDrawn(dataDir, run, isReleased ? "document" : "drawn_document");
  }
  const [found] = await storeRows(dataDir, status);
  if (found?.status === "REVIEW") {
    await send(site, "PUT", `${runs}/${run}`, { runStatus: "RELEASED" }, token);
  }
  const drawn = await checkDrawn(dataDir, run, "document");
  await site.check();
  return `${drawn} statements drawn and released, over ${2 * killsOnTheWay} kills`;
}

/** Each item has its one paper in a table, and the other table has none of the run. */
async function checkDrawn(
  dataDir: string,
  run: string,
  table: "document" | "drawn_document",
): Promise<number> {
  const other = table === "document" ? "drawn_document" : "document";
  const [counts] = await storeRows(
    dataDir,
    `select count(document_oid)::text as drawn,
       count(*) filter (where not is_drawn)::text as left,
       count(*) filter (where document_oid is not null and (
         select count(*) from ${table} as d
         where d.subject = i.subject and d.document_oid = i.document_oid) <> 1)::text as lost,
       ((select count(*) from ${table} where run_oid = ${run}) - count(document_oid))::text as more,
       (select count(*) from ${other} where run_oid = ${run})::text as other
     from statement_item as i where run_oid = ${run}`,
  );
  const { drawn, ...rest } = counts ?? {};
  assert.deepEqual(rest, { left: "0", lost: "0", more: "0", other: "0" });
  assert(Number(drawn) > 0, "nothing was drawn");
  return Number(drawn);
}

/** The last day of a month before this one, so many months back. */
function monthEnd(back: number): Day {
  let end = lastQuarterEnd();
  for (let month = 0; month < back; month += 1) end = addDays(`${end.slice(0, 8)}01` as Day, -1);
  return end;
}

const tokens = new Map<string, string>();

/** The token of a person of the operator's. */
async function secondPerson(dataDir: string): Promise<string> {
  const known = tokens.get(dataDir);
  if (known !== undefined) return known;
  const ofSample = ["5004", "--member", "bursar.ops"];
  const out = await done(dataDir, "keys", "create", ...ofSample, "--json");
  const { token } = (JSON.parse(out) as { result: { token: string } }).result;
  tokens.set(dataDir, token);
  return token;
}
