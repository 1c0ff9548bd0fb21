// The rows that loads and late corrections read. A store without statistics, as in a first load, lets a plan read all
// closes again and again; here it fails soon instead of never ending.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { addDays, type Day } from "@bursar/values/dates";
import type { Id } from "@bursar/values/ids";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestService, type TestService } from "../../../../test/harness.ts";
import { testContext } from "../../../../test/sample-template.ts";
import { loadOrder } from "../../../loading/load-order.ts";
import { loadFolder } from "../../../platform/bulk/apply/load-folder.ts";
import type { LoadEnd, LoadKind } from "../../../platform/bulk/load-kind.ts";
import { sql, type Tx } from "../../../platform/store/db.ts";
import { declared } from "../../../platform/store/declared-sql.ts";
import { selectClosesAfter } from "../../../reference/prices/queries.ts";
import { storeTouchedBooks } from "./load-books.ts";
import { keepTouched } from "./queries.ts";
import { createTouched, touchPriced, touchWorthless } from "./touch-queries.ts";

let service: TestService;
beforeAll(async () => {
  service = await openTestService();
  await service.admin("delete from security_price");
});
afterAll(() => service.close());

const securities = Array.from({ length: 100 }, (_, at) => `${7001 + at}` as Id);
const days = Array.from({ length: 100 }, (_, at) => addDays("2024-11-01" as Day, at));
const closes = securities.length * days.length;

/** How many rows and entries of indexes the transaction has visited, in any table, and how often it
 * has looked for some. Securities are left out: the check of a foreign key reads all hundred of them for
 * each close where autovacuum has counted them, and their index where it has not. */
async function visitsOf(tx: Tx): Promise<number> {
  const counted = await tx.first(sql<{ visits: number }>`
    select sum(pg_stat_get_xact_tuples_returned(oid) + pg_stat_get_xact_numscans(oid))::float8
      as "visits"
    from pg_class where relkind in ('r', 'i') and relnamespace <> 'pg_catalog'::regnamespace
      and relname not in ('security', 'security_pkey')`);
  return counted?.visits ?? 0;
}

/** The visits of a load from the time at which its first securities are applied. */
async function visitsOfLoad(files: Readonly<Record<string, readonly string[]>>): Promise<number> {
  let before = 0;
  let after = 0;
  const beforeApply = async (tx: Tx) => {
    // As if there were so many closes that their hash does not fit into the usual memory.
    await tx.execute(sql`set local work_mem = '64kB'`);
    before = await visitsOf(tx);
    return [];
  };
  const afterAll = async (tx: Tx, end: LoadEnd) => {
    await storeTouchedBooks(tx, end);
    after = await visitsOf(tx);
  };
  const kinds = loadOrder.map(
    (kind): LoadKind => ({
      ...kind,
      ...(kind.name === "securities" && { beforeApply }),
      ...(kind.afterAll && { afterAll }),
    }),
  );
  const folder = await mkdtemp(join(tmpdir(), "bursar-test-closes-"));
  try {
    for (const [name, rows] of Object.entries(files))
      await writeFile(join(folder, name), `${rows.join("\n")}\n`);
    await loadFolder(testContext(service.db), kinds, folder);
  } finally {
    await rm(folder, { recursive: true });
  }
  return after - before;
}

test("a first load of closes visits each of them a few times, however many there are", async () => {
  const visits = await visitsOfLoad({
    "securities.csv": [
      "securityId,ticker,cusip,name,instrumentType",
      ...securities.map((id) => `${id},T${id},,Security ${id},EQ`),
    ],
    "prices.csv": [
      "securityId,date,close",
      ...securities.flatMap((id) => days.map((on) => `${id},${on},10`)),
    ],
  });
  expect(visits).toBeGreaterThan(closes);
  expect(visits).toBeLessThan(50 * closes);
});

/** The visits of a piece of work in a transaction. */
function visitsDuring(work: (tx: Tx) => Promise<void>): Promise<number> {
  return service.db.transaction(async (tx) => {
    const before = await visitsOf(tx);
    await work(tx);
    return (await visitsOf(tx)) - before;
  });
}

test("the closes after a day are read without visiting those before the last one until it", async () => {
  const late = 5;
  let found: Awaited<ReturnType<typeof selectClosesAfter>> = new Map();
  const visits = await visitsDuring(async (tx) => {
    found = await selectClosesAfter(tx, securities, days.at(-late - 1) as Day);
  });
  expect([...found.values()].flat()).toHaveLength(securities.length * (late + 1));
  expect(visits).toBeLessThan(2 * securities.length * (late + 1));
});

test("who is touched and has facts is found without visiting transactions of others", async () => {
  const holder = "RA00000006";
  const other = "RA00000003";
  const [held, ...others] = securities;
  const trade = (account: string, row: string) => `${account},${row.replace("*", `${account}03`)}`;
  const bought = Array.from({ length: 800 }, (_, at) =>
    trade(other, `${980_000 + at},BUY,${at + 1},*,2024-11-01,${others[at % others.length]},1,10`),
  );
  await service.load({
    "transactions.csv": [
      "accountNumber,transactionId,transactionType,entryOrder,folioNumber,tradeDate,securityId,shares,price",
      trade(holder, `980001,BUY,1,*,2024-11-01,${held},1,10`),
      trade(holder, `980002,WLS,1,,2026-02-02,${held},,`),
      ...bought,
    ].join("\n"),
  });
  await service.admin("analyze account_transaction");
  // Neither has any fact of its own, or one that is behind those of the other account.
  const visitsToKeep = await visitsDuring(async (tx) => {
    await createTouched(tx);
    await tx.execute(sql`
      insert into touched_account (account_number, of_lots)
      select account_number, true from account where account_number <> ${other}`);
    expect(await keepTouched(tx)).toBeGreaterThan(0);
  });
  expect(visitsToKeep).toBeLessThan(bought.length);
  const touches = [
    (tx: Tx) => touchPriced(tx, declared`changed`),
    (tx: Tx) => touchWorthless(tx, "2026-12-31" as Day),
  ];
  for (const touch of touches) {
    let touched: readonly { readonly number: string }[] = [];
    const visits = await visitsDuring(async (tx) => {
      await tx.execute(sql`
        create temporary table changed on commit drop as
        select ${held}::bigint as security_id, ${days.at(-1)}::date as priced_on, false as is_new,
          false as is_withdrawn`);
      await tx.execute(sql`analyze changed`);
      await touch(tx);
      touched = await tx.rows(sql<{ number: string }>`
        select account_number as "number" from touched_account`);
    });
    expect(touched).toEqual([{ number: holder }]);
    // The few folios are all read where autovacuum has counted them, and by their key where it has not.
    expect(visits).toBeLessThan(bought.length / 4);
  }
});
