// Updating a corporate firm, and what follows for its accounts and its offers.
import { isDeepStrictEqual } from "node:util";
import type { NoteOf } from "../../platform/change/audit-entry.ts";
import type { Context } from "../../platform/change/context.ts";
import { write } from "../../platform/change/write.ts";
import type { Tx } from "../../platform/store/db.ts";
import { newYorkDay } from "../../values/dates.ts";
import type { Id } from "../../values/ids.ts";
import { forbidden, refuseFor, ruleProblem } from "../../values/problem.ts";
import {
  accountErrors,
  accountUpdated,
  lockAccountsOfClientFirm,
  replaceFirstOwner,
} from "../accounts/changes.ts";
import { addItems, itemCreated } from "../agreements/changes.ts";
import { lockMembers } from "../members/changes.ts";
import { clientsOfFirm } from "../members/reads.ts";
import { lockFirm, selectFirm, updateFirmFields } from "./change-queries.ts";
import { updateFirmEntry } from "./entries.ts";
import { firmUpdated } from "./events.ts";
import { encodeFirm, type FirmRow, typeOfFirm, withSent } from "./firm-row.ts";
import { firmInView } from "./queries.ts";
import { problemsOfType, problemsWithFirm } from "./rules.ts";
import type { FirmUpdate } from "./schema.ts";

/** Updates a corporate firm: absent fields stay, null empties. Another representative becomes the
 * first owner of the firm's accounts, and is asked to sign for each. */
export async function updateFirm(ctx: Context, firmOid: Id, request: FirmUpdate): Promise<void> {
  await write(
    ctx,
    updateFirmEntry,
    async (tx) => {
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
      const ofAccounts = named === null ? [] : await changeOwners(ctx, tx, firmOid, named);
      return { value: null, audit: [note, ...ofAccounts] };
    },
    { refusals: { account_name_key: ruleProblem(accountErrors.uniqueName) } },
  );
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

/** Makes the representative the first owner of the firm's accounts, and asks it to sign for each. */
async function changeOwners(
  ctx: Context,
  tx: Tx,
  firmOid: Id,
  loginId: string,
): Promise<NoteOf<typeof updateFirmEntry>[]> {
  const numbers = await lockAccountsOfClientFirm(tx, firmOid);
  const replaced = await replaceFirstOwner(tx, numbers, loginId);
  const asked = replaced.map((account) => ({ ...account, id: ctx.newId() }));
  const ifaType = "SA";
  const startOn = newYorkDay(ctx.now);
  addItems(
    tx,
    asked.map(({ number, id }) => ({ accountNumber: number, id, loginId, ifaType, startOn })),
  );
  return asked.map(({ number, id, former, before, after }) => {
    const names = Object.keys(after) as (keyof typeof after)[];
    const fields = names.filter((name) => !isDeepStrictEqual(before[name], after[name]));
    return {
      subject: number,
      before,
      after,
      detail: { itemCreated: id },
      events: [
        accountUpdated({ accountNumber: number, fields }, { formerLogins: [former] }),
        itemCreated({ id, loginId, ifaType, ifaStatus: "I" }),
      ],
    };
  });
}
