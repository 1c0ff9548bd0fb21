// Changes of firms for other resources.
import { isDeepStrictEqual } from "node:util";
import { type Id, isId } from "@bursar/values/ids";
import type { Context } from "../../../platform/change/context.ts";
import type { Tx } from "../../../platform/store/db.ts";
import { forbidden, refuseFor } from "../../../values/problem.ts";
import { lockMembers } from "../members/changes.ts";
import { clientsOfFirm } from "../members/reads.ts";
import {
  lockFirm,
  type OwningFirm,
  selectFirm,
  selectManagedFirm,
  updateFirmFields,
} from "./change-queries.ts";
import { firmUpdated } from "./events.ts";
import { encodeFirm, type FirmRow, typeOfFirm, withSent } from "./firm-row.ts";
import { firmInView } from "./queries.ts";
import { problemsOfType, problemsWithFirm } from "./rules.ts";
import type { FirmUpdate } from "./schema.ts";

export { lockFirm, type OwningFirm, updateIssuerAccount } from "./change-queries.ts";
export { firmUpdated } from "./events.ts";
export { rulesOfFirmUpdate } from "./rules.ts";
export { sealedFirmTids } from "./sealed-tid.ts";

/** Locks a corporate firm until the transaction ends; undefined where the other firm manages none of
 * that id. */
export async function lockManagedFirm(
  tx: Tx,
  firmOid: string,
  managingFirmOid: Id,
): Promise<OwningFirm | undefined> {
  if (!isId(firmOid)) return undefined;
  // Read once it is locked: its representative may have changed while the lock was waited for.
  lockFirm(tx, firmOid);
  return selectManagedFirm(tx, firmOid, managingFirmOid);
}

/** Stores what a request changes of a firm, which it locks, and returns the representative if another
 * one is named, with the note of the firm. */
export async function changeFirm(tx: Tx, ctx: Context, firmOid: Id, request: FirmUpdate) {
  const before = await lockFirmForCaller(tx, ctx, firmOid);
  refuseFor(problemsOfType(typeOfFirm(before)));
  const after = withSent(before, request);
  const changed = changedFields(before, after);
  const named = changed.includes("representativeLoginId") ? after.representativeLoginId : null;
  await lockMembers(tx, loginsOf(before, after));
  const isRepresentativeClient = named === null || (await isClientOfManager(tx, before, named));
  refuseFor(problemsWithFirm({ isRepresentativeClient, isTaxIdTaken: false }));

  if (changed.length > 0) updateFirmFields(tx, firmOid, after);
  const events = changed.length === 0 ? [] : [firmUpdated({ firmOid, fields: changed })];
  const subject = `firm:${firmOid}`;
  const shown = (row: FirmRow) => shownFields(row, changed);
  const note = { subject, before: shown(before), after: shown(after), events };
  return { named, note };
}

async function lockFirmForCaller(tx: Tx, { caller }: Context, firmOid: Id): Promise<FirmRow> {
  lockFirm(tx, firmOid);
  const [isSeen, row] = await Promise.all([
    tx.first(firmInView({ viewer: caller.firm.oid, firmOid })),
    selectFirm(tx, firmOid),
  ]);
  if (isSeen === undefined || row === undefined) throw forbidden();
  return row;
}

/** The representatives before and after, where another one is named. */
function loginsOf(before: FirmRow, after: FirmRow): string[] {
  if (before.representativeLoginId === after.representativeLoginId) return [];
  return [before.representativeLoginId, after.representativeLoginId].filter((id) => id !== null);
}

async function isClientOfManager(
  tx: Tx,
  { managingFirmOid }: FirmRow,
  loginId: string,
): Promise<boolean> {
  if (managingFirmOid === null) return false;
  return (await clientsOfFirm(tx, managingFirmOid, [loginId])).length > 0;
}

/** The names of the fields that differ, in alphabetical order. */
function changedFields(before: FirmRow, after: FirmRow): (keyof FirmRow)[] {
  const names = Object.keys(before).toSorted() as (keyof FirmRow)[];
  return names.filter(
    (name) => !isDeepStrictEqual({ ...shape(before[name]) }, { ...shape(after[name]) }),
  );
}

/** A field as it is compared: an address by its parts. */
function shape(value: FirmRow[keyof FirmRow]): object {
  return typeof value === "object" && value !== null ? value : { value };
}

function shownFields(
  row: FirmRow,
  names: readonly string[],
): Partial<ReturnType<typeof encodeFirm>> {
  const entries = Object.entries(encodeFirm(row)).filter(([name]) => names.includes(name));
  return Object.fromEntries(entries);
}
