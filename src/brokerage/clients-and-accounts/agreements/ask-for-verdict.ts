// Asking for the verdict on a document that was sent: an item `DU` whose answer is the verdict.
import type { Id } from "@bursar/values/ids";
import type { EventNote } from "../../../platform/change/event.ts";
import type { Tx } from "../../../platform/store/db.ts";
import { itemCreated } from "./events.ts";
import { insertItem, type NewItem } from "./item-queries.ts";

/** A document to be judged: the account and the member that it is about, and its title. */
export interface JudgedDocument extends Omit<NewItem, "ifaType"> {
  readonly documentOid: Id;
  readonly title: string;
}

/** Makes the item, whose target is the document, and returns its event. */
export function askForVerdict(
  tx: Tx,
  { accountNumber, id, loginId, startOn, documentOid, title }: JudgedDocument,
): EventNote {
  const ifaType = "DU";
  const ifaStatus = "I";
  insertItem(tx, {
    accountNumber,
    id,
    loginId,
    ifaType,
    ifaStatus,
    title,
    text: null,
    startOn,
    targetOid: documentOid,
    forceView: false,
    forceResponse: null,
    viewsRemaining: null,
    numberOfViews: 0,
    expiresOn: null,
    viewedAt: null,
    actedAt: null,
    actorOid: null,
  });
  return itemCreated({ id, loginId, ifaType, ifaStatus });
}
