// How the store finds the rows of lists: by the indexes that have them in their order, whatever the size of an
// account, with the plan that is made once for all values.

import type { Id } from "@bursar/values/ids";
import { expect, test } from "vitest";
import { useTestService } from "../../../../test/harness.ts";
import type { Reader, Statement } from "../../../platform/store/db.ts";
import { plansOfRequests } from "../../../platform/store/distributed/differences.ts";
import { selectRows } from "./page-queries.ts";
import { type RowFilter, selectActiveAccounts } from "./queries.ts";
import { readPage } from "./read-page.ts";

const service = useTestService();

/** The plan of the first statement that a read sends; no plan depends on the values of its parameters. */
async function planOf(read: (db: Reader) => Promise<unknown>): Promise<string> {
  let sent: Statement<unknown> | undefined;
  const note = (statement: Statement<unknown>) => {
    sent ??= statement;
  };
  const rows = async <Row>(statement: Statement<Row>): Promise<Row[]> => {
    note(statement);
    return [];
  };
  await read({ rows, first: async (statement) => (await rows(statement))[0] });
  const settings = Object.entries(plansOfRequests(false)).map(
    ([name, value]) => `set local ${name} = ${value};`,
  );
  // A small store may be read and sorted whole: what counts is that an index has the order.
  const byIndex = ["sort", "seqscan", "bitmapscan"].map((way) => `set local enable_${way} = off;`);
  const values = sent?.values.map(() => "null").join(", ");
  const results = await service.admin(`begin; ${[...settings, ...byIndex].join(" ")}
    prepare read as ${sent?.text}; explain execute read (${values}); deallocate read; rollback`);
  const explained = [results].flat().find(({ command }) => command === "EXPLAIN");
  return (explained?.rows ?? []).map((row) => row["QUERY PLAN"]).join("\n");
}

const filter: RowFilter = {
  from: "2026-01-01" as RowFilter["from"],
  to: "2026-12-31" as RowFilter["to"],
  types: undefined,
  securityIds: undefined,
  eventId: undefined,
  folioNumber: undefined,
  status: "inforce",
};

test.each([
  ["one account", ["RA00000006"]],
  ["several", ["RA00000006", "RA00000007"]],
])(
  "a page of %s reads the rows in the order of facts, and sorts none of them",
  async (_, numbers) => {
    const plan = await planOf((db) => selectRows(db, numbers, filter, {}, 52));
    const rows =
      /Index Scan Backward using account_transaction_order on account_transaction t(_\d)? /;
    expect(plan).toMatch(rows);
    const above = plan.slice(0, plan.search(rows));
    expect(above).not.toMatch(/Sort .*\n\s+Sort Key: t(_\d)?\.trade_on/);
  },
);

test("the next accounts with a row are looked up one by one", async () => {
  const next = { after: "", limit: 100 };
  const plan = await planOf((db) =>
    selectActiveAccounts(db, { firmOid: "1002" as Id }, filter, next),
  );
  // Whichever of the indexes by account and day: what counts is one look for each account.
  expect(plan).toMatch(/Limit .*\n\s+-> {2}Index Scan using account_transaction_(order|day) on /);
  expect(plan).not.toContain("Join");
});

test("what is rare among many rows is found by few statements", async () => {
  const account = "RA00000006";
  await service.admin(
    `insert into account_transaction
       (account_number, transaction_id, transaction_type, folio_number, entry_order, trade_on, amount)
     select $1, 970000 + place, 'DEP', $1 || '01', place, '2026-02-04', 1
     from generate_series(1, 1000) as place`,
    [account],
  );
  let statements = 0;
  const db = {
    ...service.db,
    rows: async <Row>(statement: Statement<Row>) => {
      statements += 1;
      return service.db.rows(statement);
    },
  };
  const next = async (after: string) => (after === "" ? [account] : []);
  const wanted = { filter, categories: new Set(["deposits-wire"]), limit: 1, version: undefined };
  const { entries } = await readPage({ db, now: service.now() }, next, wanted);
  expect(entries).toEqual([]);
  expect(statements).toBeLessThan(15);
});

test("a page that has read enough ends, and the next goes on behind it", async () => {
  const account = "RA00000006";
  const next = async (after: string) => (after === "" ? [account] : []);
  const wanted = { filter, limit: 100, version: undefined, mostRead: 50 };
  const walk = async (category: string | undefined) => {
    const categories = category === undefined ? undefined : new Set([category]);
    const ids: string[] = [];
    let pages = 0;
    let from: Parameters<typeof readPage>[3];
    do {
      const ctx = { db: service.db, now: service.now() };
      const page = await readPage(ctx, next, { ...wanted, categories }, from);
      ids.push(...page.entries.map(({ transactionId }) => transactionId));
      from = page.last;
      pages += 1;
    } while (from !== undefined);
    return { ids, pages };
  };
  const whole = await walk(undefined);
  expect(whole.ids.length).toBeGreaterThanOrEqual(1_000);
  const rare = await walk("deposits-wire");
  expect(rare.ids).toEqual([]);
  expect(rare.pages).toBeGreaterThan(5);
  const cash = new Set((await walk("deposits-cash")).ids);
  expect(whole.ids.filter((id) => cash.has(id))).toEqual([...cash]);
  expect(cash.size).toBeGreaterThanOrEqual(1_000);
});
