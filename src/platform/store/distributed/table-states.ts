// Where the tables of a store lie, compared with where they belong.
import { type Place, tablePlaces } from "./table-places.ts";

/** A table as Citus knows it; one that it does not know is on the coordinator alone. */
export interface FoundTable {
  readonly table: string;
  readonly kind: "hash" | "reference" | "local" | "other";
  readonly column: string | null;
  /** Tables of one group lie together. */
  readonly group: number | null;
}

/** A table of the store, and whether it lies where it belongs. */
export interface TableState {
  readonly table: string;
  readonly place: Place;
  readonly column: string | undefined;
  /** `waiting` is on the coordinator and belongs elsewhere; `misplaced` lies where it never should. */
  readonly standing: "placed" | "waiting" | "misplaced";
}

/** The state of each table, and the tables that are unknown or missing. */
export interface TableStates {
  readonly tables: readonly TableState[];
  readonly unknown: readonly string[];
  readonly missing: readonly string[];
}

/** Compares the tables that were found with the list of all. */
export function compareTables(found: readonly FoundTable[]): TableStates {
  const byName = new Map(found.map((each) => [each.table, each]));
  const known = new Set(tablePlaces.map(({ table }) => table));
  const group = byName.get("account")?.group ?? null;
  return {
    tables: tablePlaces.flatMap(({ table, place, column }) => {
      const here = byName.get(table);
      if (here === undefined) return [];
      return [{ table, place, column, standing: comparePlace(here, { place, column }, group) }];
    }),
    unknown: [...byName.keys()].filter((table) => !known.has(table)).toSorted(),
    missing: [...known].filter((table) => !byName.has(table)),
  };
}

function comparePlace(
  found: FoundTable,
  wanted: { readonly place: Place; readonly column: string | undefined },
  groupOfAccounts: number | null,
): TableState["standing"] {
  if (found.kind === "local") return wanted.place === "local" ? "placed" : "waiting";
  if (found.kind === "reference") return wanted.place === "reference" ? "placed" : "misplaced";
  const isDistributed = found.kind === "hash" && found.column === wanted.column;
  const isTogether = (found.group === groupOfAccounts) === (wanted.place === "account");
  return isDistributed && isTogether ? "placed" : "misplaced";
}

/** Whether any table is distributed. */
export function isDistributed({ tables }: TableStates): boolean {
  return tables.some(({ place, standing }) => place !== "local" && standing !== "waiting");
}

/** Why a partly distributed store cannot be used, in a sentence; undefined if it can. */
export function placementFault(states: TableStates): string | undefined {
  if (!isDistributed(states)) return undefined;
  const left = states.tables.filter(({ standing }) => standing !== "placed");
  const [first] = left;
  if (first === undefined) return undefined;
  const others = left.length === 1 ? "" : `, and ${left.length - 1} more,`;
  return (
    `Table ${first.table}${others} does not lie where it belongs in a store that is distributed ` +
    "over several nodes: run `bursar distribute`."
  );
}
