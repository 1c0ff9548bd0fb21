// Asking for a member's attention. (interface 6.3)

import { newYorkDay } from "@bursar/values/dates";
import type { AccountNumber, Id } from "@bursar/values/ids";
import { type Context, kindOfCaller } from "../../../platform/change/context.ts";
import { write } from "../../../platform/change/write.ts";
import { refuseFor } from "../../../values/problem.ts";
import { lockAccountsOwnedBy } from "../accounts/changes.ts";
import { lockMemberForCaller } from "../members/changes.ts";
import { createItemForAttentionEntry } from "./entries.ts";
import { itemCreated } from "./events.ts";
import { type ItemRow, insertItem } from "./item-queries.ts";
import { problemsWithNewItem } from "./item-rules.ts";
import type { NewItemForAttention } from "./item-schema.ts";

/** Makes an item about an account that the member owns, and returns its id. */
export async function createItemForAttention(
  ctx: Context,
  loginId: string,
  request: NewItemForAttention,
): Promise<Id> {
  return write(ctx, createItemForAttentionEntry, async (tx) => {
    await lockMemberForCaller(tx, ctx.caller, loginId);
    const owned = await lockAccountsOwnedBy(tx, loginId);
    refuseFor(problemsWithNewItem(request, { owned, by: kindOfCaller(ctx.caller) }));

    const item = itemOf(ctx, loginId, request);
    insertItem(tx, item);
    const { id, accountNumber, ifaType, ifaStatus, title, targetOid, startOn, expiresOn } = item;
    const after = {
      item: { id, accountNumber, loginId, ifaType, title, targetOid, startOn, expiresOn },
    };
    const events = [itemCreated({ id, loginId, ifaType, ifaStatus })];
    return {
      value: id,
      audit: [
        { subject: `member:${loginId}`, after },
        { subject: accountNumber, after, events },
      ],
    };
  });
}

function itemOf(ctx: Context, loginId: string, request: NewItemForAttention): ItemRow {
  const { accountNumber, ifaType, title, text, targetOid, viewsRemaining } = request;
  return {
    accountNumber: accountNumber as AccountNumber,
    id: ctx.newId(),
    loginId,
    ifaType,
    ifaStatus: "I",
    title,
    text: text ?? null,
    // Of a bank link only the caller knows the id.
    targetOid: targetOid ?? (ifaType === "BV" ? null : accountNumber),
    forceView: request.forceView ?? false,
    forceResponse: request.forceResponse ?? null,
    viewsRemaining: viewsRemaining === undefined ? null : Number.parseInt(viewsRemaining, 10),
    numberOfViews: 0,
    startOn: request.startDate ?? newYorkDay(ctx.now),
    expiresOn: request.expirationDate ?? null,
    viewedAt: null,
    actedAt: null,
    actorOid: null,
  };
}
