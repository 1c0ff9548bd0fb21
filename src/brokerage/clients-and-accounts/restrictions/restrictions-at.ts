// The restrictions in force on an account as its audit entries record them.
import {
  type AuditedChange,
  loadedRows,
  notedInstant,
} from "../../../platform/change/audited-change.ts";
import { encodeRestriction } from "./get-restriction.ts";
import type { RestrictionRow } from "./queries.ts";
import type { Restriction } from "./schema.ts";

/** The restrictions in force after these changes, oldest first; one that was lifted stays lifted. */
export function restrictionsAfter(
  accountNumber: string,
  changes: readonly AuditedChange[],
): Restriction[] {
  const known = new Map<string, RestrictionRow>();
  const lifted = new Set<string>();
  for (const change of changes) {
    for (const row of rowsOf(change)) known.set(row.id, row);
    const ids = change.detail.restrictionsLifted as string[] | undefined;
    for (const id of ids ?? []) lifted.add(id);
  }
  return [...known.values()]
    .filter(({ id }) => !lifted.has(id))
    .map((row) => encodeRestriction(accountNumber, row));
}

function rowsOf(change: AuditedChange): RestrictionRow[] {
  const loaded = loadedRows(change, "restrictions").map((row) => ({
    id: row.accountRestrictionId,
    reasonCode: row["reason.code"],
    typeCode: row["type.code"],
    inceptionInfo: row.inceptionInfo,
    createdAt: notedInstant(row.creationTs),
  }));
  const placed = change.after.restriction as { readonly createdAt: string } | undefined;
  const rows = placed ? [{ ...placed, createdAt: notedInstant(placed.createdAt) }] : [];
  return [...loaded, ...rows] as RestrictionRow[];
}
