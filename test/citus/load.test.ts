// Loads and books on a cluster: what a load stores is the same as on one server.
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { verifySeries } from "../../src/brokerage/books/performance/verify-series.ts";
import { loadOrder } from "../../src/loading/load-order.ts";
import { loadFolder } from "../../src/platform/bulk/apply/load-folder.ts";
import { newDatabase, type TestDatabase } from "../database.ts";
import { openTestService, type TestService } from "../harness.ts";
import { fillSample, lastDayOfSample, testContext, testNow } from "../sample-template.ts";
import { root } from "../source-files.ts";
import { onNode } from "./nodes.ts";

let given: TestDatabase;
let loaded: TestDatabase;
beforeAll(async () => {
  // Its records were loaded before it was distributed.
  given = await newDatabase("sample");
  loaded = await newDatabase("empty");
});
afterAll(() => Promise.all([given.drop(), loaded.drop()]));

async function ask<Row extends object>(store: TestDatabase, text: string): Promise<Row[]> {
  let found: Row[] = [];
  await onNode(store.admin, async (client) => {
    found = (await client.query<Row>(text)).rows;
  });
  return found;
}

/** The rows of every table of accounts, without what is sealed and drawn anew each time, and without
 * the list of loads itself. */
async function contentOf(store: TestDatabase): Promise<Map<string, string>> {
  const tables = await ask<{ table: string; columns: string }>(
    store,
    `select relname as "table", string_agg(quote_ident(attname), ', ' order by attnum) as "columns"
     from pg_class join pg_attribute on attrelid = pg_class.oid
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition and attnum > 0
       and not attisdropped and attname !~ '(_sealed|_hash|mac|seal|caller|detail)$'
       and (relname, attname) not in (('event', 'id'), ('firm_stored_bytes', 'part'),
         ('drawn_document', 'document_oid'), ('statement_item', 'document_oid'))
       and relname not in
         ('store_property', 'api_credential', 'sealed_version', 'migration', 'folder_load')
     group by relname order by relname`,
  );
  const contents = new Map<string, string>();
  for (const { table, columns } of tables) {
    const rows = await ask<{ row: string }>(
      store,
      `select (${columns.includes(",") ? columns : `${columns}, 0`})::text as "row" from ${table}`,
    );
    contents.set(
      table,
      rows
        .map(({ row }) => row)
        .toSorted()
        .join("\n"),
    );
  }
  return contents;
}

test("the sample firm is stored as on one server, its books included", async () => {
  await fillSample(loaded.settings);
  const here = await contentOf(loaded);
  const there = await contentOf(given);
  expect(here.size).toBeGreaterThan(50);
  for (const [table, rows] of there) expect(here.get(table), table).toBe(rows);
  // A text in which an account is searched has several lines.
  expect(here.get("account")?.match(/^\(/gm)).toHaveLength(28);
});

test("the same folder again changes nothing", async () => {
  const before = await contentOf(loaded);
  const report = await loadFolder(
    testContext(loaded.database, testNow),
    loadOrder,
    join(root, "test/fixtures/sample-firm"),
    {
      allowPrivileges: true,
      today: lastDayOfSample,
    },
  );
  expect(report.map(({ added, changed }) => added + changed)).toEqual(report.map(() => 0));
  expect(await contentOf(loaded)).toEqual(before);
});

test("what a load changes and withdraws is changed on its node, and its quarter with it", async () => {
  const service = await openTestService();
  const number = "RA00000002";
  const day = "2025-10-02";
  const countOf = async () =>
    (await service.admin("select count(*)::integer as n from unit_value")).rows[0].n;
  const before = await countOf();
  const header = "accountNumber,folioNumber,date,grossUnitValue,netUnitValue,withdrawn";
  await service.load({ "unit-values.csv": `${header}\n${number},,${day},,,Y` });
  expect(await countOf()).toBe(before - 1);
  await service.load({
    "unit-values.csv": `${header}\n${number},,${day},200.00000,100.00000,`,
  });
  const { rows } = await service.admin(
    "select gross::text from unit_value where account_number = $1 and folio_number = '' and valued_on = $2",
    [number, day],
  );
  expect(Number(rows[0].gross)).toBe(200);
  const { faults, days } = await verifySeries(service.db);
  expect(faults).toEqual([]);
  expect(days).toBeGreaterThan(0);
  await service.close();
});

test("the owners of an account change places, and one that was the first becomes the second", async () => {
  const service = await openTestService();
  const ada = "ada.whitfield";
  const ben = "ben.whitfield";
  for (const owners of [[ben, ada], [ada], [ben, ada]]) {
    const list = `"${JSON.stringify(owners).replaceAll('"', '""')}"`;
    await service.load({
      "accounts.csv": [
        "accountNumber,accountName,accountType,owners,billingPlanOid,openedOn",
        `RA00000003,House fund,J,${list},3001,2019-06-17`,
      ].join("\n"),
    });
    const { body } = await service.call("adviser", "GET", "/restapi/accounts/RA00000003");
    expect(body.owners).toEqual(owners);
  }
  await service.close();
});

describe("a constraint of the store", () => {
  const head = "accountNumber,date,breakId,kind,custodian,books,amount,cause,since";
  const cash = "cash,4334.30,3834.30,500.00,missingTransaction,2026-02-27";
  const placed = "021,SO,,2026-02-12T10:30:00-05:00";
  let service: TestService;
  beforeAll(async () => {
    service = await openTestService();
  });
  afterAll(() => service.close());
  // A unique index, another that is a constraint, and a check: all are asked before rows go to
  // their node, so that the line is named as well.
  test.each([
    {
      file: "restrictions.csv",
      rows: [
        "accountNumber,accountRestrictionId,reason.code,type.code,inceptionInfo,creationTs",
        ...["9001", "9002"].map((id) => `RA00000002,${id},${placed}`),
      ],
      problem: {
        column: "reason.code",
        reason: "A restriction of this type and reason is already in force.",
      },
    },
    {
      file: "reconciliation-breaks.csv",
      rows: [head, ...["9001", "9002"].map((id) => `RA00000002,2026-03-02,${id},${cash}`)],
      problem: { column: "kind", reason: "The day has this break already." },
    },
    {
      file: "reconciliation-breaks.csv",
      rows: [head, `RA00000002,2026-02-02,9001,${cash}`],
      problem: { column: "since", reason: "It is after the day." },
    },
  ])("is reported by the same sentence as on one server: $problem.reason", async (refused) => {
    const { file, rows, problem } = refused;
    await expect(service.load({ [file]: rows.join("\n") })).rejects.toMatchObject({
      problems: [{ file, line: expect.any(Number), ...problem }],
    });
  });
});
