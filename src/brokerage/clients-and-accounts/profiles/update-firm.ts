// Updating a corporate firm, and what follows for its accounts and its offers.
import { isDeepStrictEqual } from "node:util";
import { newYorkDay } from "@bursar/values/dates";
import type { Id } from "@bursar/values/ids";
import type { NoteOf } from "../../../platform/change/audit-entry.ts";
import type { Context } from "../../../platform/change/context.ts";
import { write } from "../../../platform/change/write.ts";
import type { Tx } from "../../../platform/store/db.ts";
import { ruleProblem } from "../../../values/problem.ts";
import {
  accountErrors,
  accountUpdated,
  lockAccountsOfClientFirm,
  replaceFirstOwner,
} from "../accounts/changes.ts";
import { addItems, itemCreated } from "../agreements/changes.ts";
import { changeFirm } from "../firms/changes.ts";
import type { FirmUpdate } from "../firms/reads.ts";
import { updateFirmEntry } from "./entries.ts";

/** Updates a corporate firm: absent fields stay, null empties. Another representative becomes the
 * first owner of the firm's accounts, and is asked to sign for each. */
export async function updateFirm(ctx: Context, firmOid: Id, request: FirmUpdate): Promise<void> {
  await write(
    ctx,
    updateFirmEntry,
    async (tx) => {
      const { named, note } = await changeFirm(tx, ctx, firmOid, request);
      const ofAccounts = named === null ? [] : await changeOwners(ctx, tx, firmOid, named);
      return { value: null, audit: [note, ...ofAccounts] };
    },
    { refusals: { account_name_key: ruleProblem(accountErrors.uniqueName) } },
  );
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
