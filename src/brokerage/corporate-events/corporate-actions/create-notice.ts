// Giving a holder notice of a corporate action. (interface 2.6)

import type { Decimal } from "@bursar/values/decimal";
import type { AccountNumber } from "@bursar/values/ids";
import type { NoteOf } from "../../../platform/change/audit-entry.ts";
import type { Context } from "../../../platform/change/context.ts";
import { write } from "../../../platform/change/write.ts";
import type { Tx } from "../../../platform/store/db.ts";
import { type Problem, refuseFor } from "../../../values/problem.ts";
import { lockAccountForCaller } from "../../clients-and-accounts/accounts/changes.ts";
import { createNoticeEntry } from "./entries.ts";
import { noticeCreated } from "./events.ts";
import { firstStatus } from "./life-cycle.ts";
import { encodeCorporateAction } from "./list-corporate-actions.ts";
import { selectHeld, storeNotice } from "./notice-queries.ts";
import { newNotice } from "./notice-row.ts";
import { problemsWithNotice } from "./notice-rules.ts";
import type { NewNotice } from "./schema.ts";

/** Stores a notice, and returns the id that was drawn for it. */
export async function createNotice(
  ctx: Context,
  accountNumber: string,
  request: NewNotice,
): Promise<string> {
  return write(ctx, createNoticeEntry, async (tx) => {
    const [{ number }, held] = await Promise.all([
      lockAccountForCaller(tx, ctx.caller, accountNumber, "papers"),
      selectHeld(tx, accountNumber, request.ticker),
    ]);
    const note = giveNotice(tx, { accountNumber: number, notifId: ctx.newId(), held }, request);
    return { value: note.after.notifid, audit: [note] };
  });
}

/** A holder: its locked account, the id of its notice, and what it holds; undefined where there is no
 * such security. */
export interface NoticedHolder {
  readonly accountNumber: AccountNumber;
  readonly notifId: string;
  readonly held: Decimal | undefined;
}

/** Problems of a notice whoever holds its security, if there is such a one. */
export function problemsWithNewNotice(request: NewNotice, hasSecurity: boolean): Problem[] {
  const anybody = { accountNumber: "" as AccountNumber, notifId: "", status: firstStatus };
  return problemsWithNotice(newNotice(anybody, request, "0" as Decimal), hasSecurity);
}

/** Stores the notice of one holder; returns its note for the audit. */
export function giveNotice(
  tx: Tx,
  { held, ...key }: NoticedHolder,
  request: NewNotice,
): NoteOf<typeof createNoticeEntry> & { readonly subject: AccountNumber } {
  const notice = newNotice({ ...key, status: firstStatus }, request, held ?? ("0" as Decimal));
  refuseFor(problemsWithNotice(notice, held !== undefined));

  storeNotice(tx, notice);
  const { notifId: notifid, status } = notice;
  const after = { notifid, status, record: encodeCorporateAction(notice) };
  return { subject: key.accountNumber, after, events: [noticeCreated({ notifid, status })] };
}
