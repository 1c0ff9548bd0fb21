// How a new version of a reported year differs from the one before it, lot by lot.
import { bodyOf } from "../reported/encode-reported-tax-lot.ts";
import type { YearWithLots } from "../reported/queries.ts";

/** A lot that a new version adds, drops or states differently. */
export type LotChange = {
  readonly taxLotId: string;
  readonly change: "added" | "dropped" | "changed";
  /** The fields of a changed lot that differ, empty for another change. */
  readonly fields: readonly FieldChange[];
};

/** A field of the responses before and after, null where there is no value. */
export type FieldChange = {
  readonly field: string;
  readonly before: string | null;
  readonly after: string | null;
};

/** The differences between two versions, in the order of the lots before and then of those after. */
export function changesBetween(before: YearWithLots | undefined, after: YearWithLots): LotChange[] {
  return changesBetweenDocuments(before === undefined ? "[]" : bodyOf(before), bodyOf(after));
}

/** The same of the responses of two versions. */
export function changesBetweenDocuments(before: string, after: string): LotChange[] {
  const old = lotsById(before);
  const next = lotsById(after);
  const changed = [...old].flatMap(([taxLotId, lot]): LotChange[] => {
    const now = next.get(taxLotId);
    if (now === undefined) return [{ taxLotId, change: "dropped", fields: [] }];
    const fields = changedFields(lot, now);
    return fields.length === 0 ? [] : [{ taxLotId, change: "changed", fields }];
  });
  const added = [...next.keys()].filter((taxLotId) => !old.has(taxLotId));
  return [
    ...changed,
    ...added.map((taxLotId): LotChange => ({ taxLotId, change: "added", fields: [] })),
  ];
}

type Lot = Readonly<Record<string, unknown>>;

function lotsById(document: string): Map<string, Lot> {
  const lots = JSON.parse(document) as Lot[];
  return new Map(lots.map((lot) => [String(lot.taxLotId), lot]));
}

function changedFields(before: Lot, after: Lot): FieldChange[] {
  const names = Object.keys({ ...before, ...after });
  return names
    .map((field) => ({ field, before: textOf(before[field]), after: textOf(after[field]) }))
    .filter((change) => change.before !== change.after);
}

function textOf(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  return typeof value === "string" ? value : JSON.stringify(value);
}
