// Viewing, agreeing to or rejecting what needs a member's attention. (interface 6.3)
import { createHash } from "node:crypto";
import { newYorkDay } from "@bursar/values/dates";
import { isId } from "@bursar/values/ids";
import { type Context, kindOfCaller } from "../../../platform/change/context.ts";
import { write } from "../../../platform/change/write.ts";
import type { Tx } from "../../../platform/store/db.ts";
import type { Mover } from "../../../values/life-cycle.ts";
import { notFound, refuseFor } from "../../../values/problem.ts";
import { lockAccount } from "../accounts/changes.ts";
import { selectAccountOwners } from "../accounts/reads.ts";
import { lockMemberForCaller } from "../members/changes.ts";
import { liftOnceAgreed, selectAgreed } from "./agreed-members.ts";
import { updateItemForAttentionEntry } from "./entries.ts";
import { itemErrors } from "./errors.ts";
import { itemResolved, itemViewed } from "./events.ts";
import {
  type ItemRow,
  type ItemSignatureRow,
  insertItemSignature,
  selectItems,
  updateItem,
} from "./item-queries.ts";
import { problemsWithAction } from "./item-rules.ts";
import type { ItemAction } from "./item-schema.ts";
import { statusAfter } from "./life-cycle.ts";
import { problemsOfStorage } from "./reads.ts";
import { addStoredBytes } from "./stored-bytes-queries.ts";

/** Acts on an item of a member; 404 when the member has none with this id. */
export async function updateItemForAttention(
  ctx: Context,
  { loginId, id }: { readonly loginId: string; readonly id: string },
  request: ItemAction,
  most = Number.MAX_SAFE_INTEGER,
): Promise<void> {
  const by = kindOfCaller(ctx.caller);
  const size = request.parameterMap?.signatureData.bytes.length ?? 0;
  const stored = { firmOid: ctx.caller.firm.oid, size };
  await write(ctx, updateItemForAttentionEntry, async (tx) => {
    await lockMemberForCaller(tx, ctx.caller, loginId);
    const item = await lockItem(tx, loginId, id);
    if (item === undefined) throw notFound(itemErrors.notFound);
    const ofStorage = size > 0 ? await problemsOfStorage(tx, { ...stored, most }) : [];
    const problems = problemsWithAction(request, item, { by, today: newYorkDay(ctx.now) });
    refuseFor([...problems, ...ofStorage]);

    const changed = itemAfter(ctx, item, request.action, by);
    updateItem(tx, changed);
    const signature = signatureOf(ctx, request.parameterMap);
    if (signature !== undefined) {
      insertItemSignature(tx, item, signature);
      addStoredBytes(tx, stored);
    }
    const lifted = await liftWhenAgreed(tx, changed, ctx.now);
    const { accountNumber, ifaType } = changed;
    const data = { id: item.id, loginId, ifaType, ifaStatus: changed.ifaStatus };
    const event = request.action === "V" ? itemViewed(data) : itemResolved(data);
    const note = {
      before: statusOf(item),
      after: statusOf(changed),
      detail: {
        id: item.id,
        sha256: signature?.sha256.toString("hex") ?? null,
        restrictionsLifted: [...lifted.ids],
      },
    };
    return {
      value: null,
      audit: [
        { subject: `member:${loginId}`, ...note },
        { subject: accountNumber, ...note, events: [event, ...lifted.events] },
      ],
    };
  });
}

/** The item as it stands once its account is locked. */
async function lockItem(tx: Tx, loginId: string, id: string): Promise<ItemRow | undefined> {
  if (!isId(id)) return undefined;
  const [found] = await selectItems(tx, loginId, id);
  if (found === undefined) return undefined;
  lockAccount(tx, found.accountNumber);
  const [item] = await selectItems(tx, loginId, id);
  return item;
}

function itemAfter({ now, caller }: Context, item: ItemRow, action: string, by: Mover): ItemRow {
  const ifaStatus = statusAfter(action, by);
  if (action !== "V") {
    return { ...item, ifaStatus, actedAt: now, actorOid: caller.member?.memberOid ?? null };
  }
  const { viewsRemaining, numberOfViews } = item;
  return {
    ...item,
    ifaStatus,
    viewsRemaining: viewsRemaining === null ? null : viewsRemaining - 1,
    numberOfViews: numberOfViews + 1,
    viewedAt: now,
  };
}

function signatureOf(ctx: Context, sent: ItemAction["parameterMap"]): ItemSignatureRow | undefined {
  if (sent === undefined) return undefined;
  const content = sent.signatureData.bytes;
  const isImage = sent.signatureMethod === "SIGNATURE_IMAGE";
  const withholding = sent.backupWithholdingType;
  return {
    method: sent.signatureMethod,
    imageEncoding: isImage ? (sent.signatureImageEncoding ?? null) : null,
    content,
    sha256: createHash("sha256").update(content).digest(),
    backupWithholding: withholding === undefined ? null : withholding === "Yes",
    apiUserId: ctx.caller.apiUserId,
    callerLoginId: (ctx.caller.member ?? ctx.caller.actingFor)?.loginId ?? null,
    requestId: ctx.requestId,
    address: ctx.address,
    signedAt: ctx.now,
  };
}

/** An agreement signed on paper counts as the owner's signature. */
async function liftWhenAgreed(tx: Tx, { accountNumber, ifaType, ifaStatus }: ItemRow, at: Date) {
  if (ifaType !== "SA" || ifaStatus !== "O") return { ids: [], events: [] };
  const [owners, agreed] = await Promise.all([
    selectAccountOwners(tx, accountNumber),
    selectAgreed(tx, accountNumber),
  ]);
  return liftOnceAgreed(tx, accountNumber, { owners, agreed, at });
}

function statusOf({ ifaStatus, numberOfViews }: ItemRow) {
  return { ifaStatus, numberOfViews };
}
