// Rows in order of key, which are bundled, are loaded as the same rows in any other order.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { useTestService } from "../../../../test/harness.ts";
import { testContext } from "../../../../test/sample-template.ts";
import { verifySeries } from "../../../brokerage/books/performance/verify-series.ts";
import { loadOrder } from "../../../loading/load-order.ts";
import type { SqlPart, Tx } from "../../store/db.ts";
import { declared } from "../../store/declared-sql.ts";
import { loadFolder } from "../apply/load-folder.ts";
import { countRows } from "../kinds/load-sql.ts";
import { isBundled } from "./bundles.ts";

const service = useTestService();

const header = "accountNumber,folioNumber,date,grossUnitValue,netUnitValue,withdrawn";
const load = (rows: readonly string[]) =>
  service.load({ "unit-values.csv": [header, ...rows, ""].join("\n") });

/** The number of bundles of a load stored as they are, without opening them. */
async function bundlesStored(rows: readonly string[]): Promise<number> {
  let stored = 0;
  const kinds = loadOrder.map((kind) => {
    if (!isBundled(kind)) return kind;
    const storeLines = async (tx: Tx, bundles: SqlPart) => {
      stored += await countRows(tx, declared`select from ${bundles}`);
      await kind.bundled.storeLines(tx, bundles);
    };
    return { ...kind, bundled: { ...kind.bundled, storeLines } };
  });
  const folder = await mkdtemp(join(tmpdir(), "bursar-bundles-"));
  await writeFile(join(folder, "unit-values.csv"), [header, ...rows, ""].join("\n"));
  await loadFolder(testContext(service.db), kinds, folder).finally(() =>
    rm(folder, { recursive: true }),
  );
  return stored;
}

/** A day of a series, and its values; without values the day is withdrawn. */
type Row = readonly [folio: string, on: string, values: readonly [string, string] | undefined];

const line = (account: string, [folio, on, values]: Row) => {
  const number = folio === "" ? "" : `${account}${folio}`;
  return `${account},${number},${on},${values?.join(",") ?? ","},${values ? "" : "Y"}`;
};

async function storedOf(account: string) {
  const select = (what: string, table: string) =>
    service.admin(
      `select replace(folio_number, account_number, '') as folio, ${what}
       from ${table} where account_number = $1 order by folio_number, 2`,
      [account],
    );
  const days = await select("valued_on::text, gross::text, net::text", "unit_value");
  const quarters = await select("quarter_on::text, days", "unit_value_quarter");
  return { days: days.rows, quarters: quarters.rows };
}

/** The summaries of an account's loads. */
async function notesOf(account: string) {
  const entries = await service.auditOf(account);
  return entries.flatMap(({ detail }) => detail?.detail?.["unit-values"] ?? []);
}

const inOrder = "RA00000005";
const mixed = "RA00000006";
const days = ["2025-03-28", "2025-03-31", "2025-04-01", "2025-06-30", "2025-07-01"];
const values = [
  ["100.000005", "99"],
  ["100.10", "100.1"],
  ["0.123456789012345678", "0"],
] as const;
const rows = fc.uniqueArray(
  fc.tuple(
    fc.constantFrom("", "03"),
    fc.constantFrom(...days),
    fc.option(fc.constantFrom(...values), { freq: 12, nil: undefined }),
  ),
  { selector: ([folio, on]) => `${folio} ${on}`, minLength: 1 },
);

test("one load after another, in order and in the opposite order", async () => {
  await fc.assert(
    fc.asyncProperty(rows, async (some) => {
      const sorted = some.toSorted((a, b) => (`${a[0]} ${a[1]}` < `${b[0]} ${b[1]}` ? -1 : 1));
      const noted = (await notesOf(inOrder)).length;
      const [bundled] = await load(sorted.map((row) => line(inOrder, row)));
      const [single] = await load(sorted.toReversed().map((row) => line(mixed, row)));
      expect(bundled).toEqual(single);
      expect(await storedOf(inOrder)).toEqual(await storedOf(mixed));
      const notes = [await notesOf(inOrder), await notesOf(mixed)];
      const [one, other] = notes.map((each) => each.map(({ sha256: _, ...rest }) => rest));
      expect(one).toEqual(other);
      const { added = 0, changed = 0, withdrawn = 0 } = bundled ?? {};
      expect(notes[0]?.length).toBe(noted + (added + changed + withdrawn > 0 ? 1 : 0));
    }),
    { numRuns: 40 },
  );
  expect((await verifySeries(service.db)).faults).toEqual([]);
});

test("the digest of a load is the same in whatever order its rows come", async () => {
  const account = "RA00000007";
  const loaded = days.map((on): Row => ["", on, ["100.50", "99.123456789012345678"]]);
  const written = loaded.map((row) => line(account, row));
  await load(written);
  await load(days.map((on) => line(account, ["", on, undefined])));
  await load(written.toReversed());
  // The lines of a bundle follow one another.
  await load(days.map((on) => line(account, ["", on, undefined])));
  await load([...written.slice(0, 1), "", ...written.slice(1)]);
  const notes = await notesOf(account);
  expect(notes).toHaveLength(5);
  expect(new Set([0, 2, 4].map((at) => notes[at].sha256)).size).toBe(1);
});

test("rows in order of key are stored a quarter at a time where nothing of it is stored", async () => {
  const account = "RA00000008";
  const written = (...some: readonly string[]) =>
    some.map((on) => line(account, ["", on, ["100", "99"]]));
  const [inMarch = "", lastOfMarch = "", ...later] = days;
  expect(await bundlesStored(written(inMarch))).toBe(1);
  // The first quarter has a day already: its other one is stored by itself.
  expect(await bundlesStored(written(inMarch, lastOfMarch, ...later))).toBe(2);
  expect(await bundlesStored(written(...days))).toBe(0);
  expect((await storedOf(account)).days).toHaveLength(days.length);

  expect(await bundlesStored(days.map((on) => line(account, ["", on, undefined])))).toBe(0);
  expect(await bundlesStored(written(...days.toReversed()))).toBe(0);
});

describe("faults of rows in order are reported of each row", () => {
  const all = (account: string, folio = "") =>
    days.map((on) => line(account, [folio, on, ["1", "1"]]));
  const known = days.map((on) => line("RA00000004", ["", on, ["1", "1"]]));
  const cases = [
    ["an absent account", "accountNumber", all("RA99999999")],
    ["an absent folio", "folioNumber", all("RA00000005", "77")],
  ] as const;
  test.each(cases)("%s", async (_, column, wrong) => {
    const lines = (times: number) =>
      [7, 8, 9].map((at) => ({ line: at, column, ...(at === 9 && { alike: times - 3 }) }));
    await expect(load([...known, ...wrong])).rejects.toMatchObject({
      count: wrong.length,
      problems: lines(wrong.length),
    });
  });

  test("a bad cell and a broken reference in one file", async () => {
    const bad = line("RA99999999", ["", "2025-07-02", ["x", "1"]]);
    const fault = await load([...known, ...all("RA99999999"), bad]).catch((error) => error);
    expect(fault).toMatchObject({ count: 7 });
  });
});
