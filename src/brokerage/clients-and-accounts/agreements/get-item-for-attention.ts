// Reading one item of a member. (interface 6.3)

import { encodeDay, encodeInstant } from "@bursar/values/dates";
import { isId } from "@bursar/values/ids";
import type { Context } from "../../../platform/change/context.ts";
import { ifaTypes } from "../../../reference/codes.ts";
import { notFound } from "../../../values/problem.ts";
import { itemErrors } from "./errors.ts";
import { type ItemRow, selectItems } from "./item-queries.ts";
import type { ItemForAttention } from "./item-schema.ts";

/** An item; 404 when the member has none with this id. */
export async function getItemForAttention(
  { db }: Context,
  loginId: string,
  id: string,
): Promise<ItemForAttention> {
  const [row] = isId(id) ? await selectItems(db, loginId, id) : [];
  if (row === undefined) throw notFound(itemErrors.notFound);
  return encodeItem(row);
}

/** An item in the interface's terms; what it does not say of itself, its type says. */
export function encodeItem(row: ItemRow): ItemForAttention {
  const type = ifaTypes.find(row.ifaType);
  return {
    id: row.id,
    accountNumber: row.accountNumber,
    ifaType: row.ifaType,
    ifaStatus: row.ifaStatus,
    title: row.title ?? type?.title ?? "",
    text: row.text,
    targetOid: row.targetOid,
    targetOidType: typeOfTarget(row),
    forceView: row.forceView,
    forceResponse: row.forceResponse ?? type?.needsResponse ?? false,
    viewsRemaining: row.viewsRemaining === null ? "-100" : String(row.viewsRemaining),
    numberOfViews: String(row.numberOfViews),
    startDate: encodeDay(row.startOn),
    expirationDate: row.expiresOn && encodeDay(row.expiresOn),
    viewDateTime: row.viewedAt && encodeInstant(row.viewedAt),
    actionDateTime: row.actedAt && encodeInstant(row.actedAt),
    actorOid: row.actorOid,
  };
}

/** The kind of target: a bank link, a document that was sent, else the account. */
function typeOfTarget({ ifaType, targetOid, accountNumber }: ItemRow): "A" | "B" | "D" {
  if (ifaType === "BV") return "B";
  return ifaType === "DU" && targetOid !== accountNumber && isId(targetOid ?? "") ? "D" : "A";
}
