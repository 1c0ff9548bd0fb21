// The stores that can be distributed, and those that are refused because they lie on their nodes in part.
import { expect, test } from "vitest";
import { tablePlaces } from "./table-places.ts";
import { compareTables, type FoundTable, isDistributed, placementFault } from "./table-states.ts";

const local: readonly FoundTable[] = tablePlaces.map(({ table }) => ({
  table,
  kind: "local",
  column: null,
  group: null,
}));

/** The tables of a store that was distributed. */
const distributed: readonly FoundTable[] = tablePlaces.map(({ table, place, column = null }) => {
  if (place === "local") return { table, kind: "local", column, group: null };
  if (place === "reference") return { table, kind: "reference", column, group: 1 };
  return { table, kind: "hash", column, group: place === "account" ? 2 : 3 };
});

function butFor(table: string, other: Partial<FoundTable>): FoundTable[] {
  return distributed.map((each) => (each.table === table ? { ...each, ...other } : each));
}

const standingIn = (found: readonly FoundTable[], table: string) =>
  compareTables(found).tables.find((each) => each.table === table)?.standing;

test("a store on one server is whole, and all but those of one node wait to be distributed", () => {
  const states = compareTables(local);
  expect([isDistributed(states), placementFault(states)]).toEqual([false, undefined]);
  const placed = states.tables.filter(({ standing }) => standing === "placed");
  expect(placed.map(({ table }) => table)).toEqual([
    "event_position",
    "webhook",
    "webhook_delivery",
    "console_link",
    "console_session",
    "console_identity",
    "folder_load",
    "custodian_import",
    "import_answer",
    "prepared_import",
    "prepared_import_file",
    "firm_stored_bytes",
    "migration",
    "store_property",
  ]);
  expect([states.unknown, states.missing]).toEqual([[], []]);
});

test("a store of which every table lies where it belongs is distributed", () => {
  const states = compareTables(distributed);
  expect([isDistributed(states), placementFault(states)]).toEqual([true, undefined]);
});

test("a distributed store with a table left out is refused by its name", () => {
  const one = butFor("transfer", { kind: "local", column: null, group: null });
  expect(placementFault(compareTables(one))).toBe(
    "Table transfer does not lie where it belongs in a store that is distributed over several nodes: " +
      "run `bursar distribute`.",
  );
  const two = one.filter(({ table }) => table !== "folio");
  two.push({ table: "folio", kind: "local", column: null, group: null });
  expect(placementFault(compareTables(two))).toMatch(/^Table folio, and 1 more, does not lie/);
});

test("a table waits, or was put where it never should be", () => {
  const standings = [
    standingIn(butFor("folio", { kind: "local", column: null, group: null }), "folio"),
    standingIn(butFor("folio", { kind: "reference", column: null, group: 1 }), "folio"),
    standingIn(butFor("folio", { column: "folio_number" }), "folio"),
    standingIn(butFor("folio", { group: 9 }), "folio"),
    standingIn(butFor("folio", { kind: "other" }), "folio"),
    standingIn(butFor("firm", { kind: "hash", column: "firm_oid" }), "firm"),
    standingIn(butFor("account_name", { group: 2 }), "account_name"),
    standingIn(butFor("migration", { kind: "reference" }), "migration"),
  ];
  expect(standings).toEqual(["waiting", ...Array.from({ length: 7 }, () => "misplaced")]);
});

test("tables that the list lacks, and tables that are absent, are named", () => {
  const found = [...local.filter(({ table }) => table !== "folio")];
  found.push({ table: "notes", kind: "local", column: null, group: null });
  expect(compareTables(found)).toMatchObject({ unknown: ["notes"], missing: ["folio"] });
});
