// The worklist in rows: the same work in several accounts, such as a vote of all holders, is one row.
import type { Shapes } from "./service.ts";

type Entry = Shapes["WorklistEntry"];

/** Entries that say the same of different accounts. */
export interface WorklistGroup {
  readonly key: string;
  readonly first: Entry;
  readonly entries: readonly Entry[];
  /** Since when the oldest has been open. */
  readonly since: string | null;
}

/** Entries of the same kind, title, code and due date as one group, in the order of their first ones. */
export function groupWorklist(entries: readonly Entry[]): readonly WorklistGroup[] {
  const groups = Map.groupBy(entries, ({ kind, title, code, due }) =>
    JSON.stringify([kind, title, code, due]),
  );
  return [...groups].flatMap(([key, own]) => {
    const [first] = own;
    if (first === undefined) return [];
    const days = own.flatMap(({ since }) => (since === null ? [] : [since])).toSorted();
    return [{ key, first, entries: own, since: days[0] ?? null }];
  });
}
