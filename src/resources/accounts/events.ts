// What accounts and their folios tell those who listen. Subject: the account.
import Type from "typebox";
import { eventShape } from "../../platform/change/event.ts";

const fields = Type.Array(Type.String());
const account = { accountNumber: Type.String(), fields };
const folio = { folioNumber: Type.String(), fields };

/** An account was opened. */
export const accountOpened = eventShape("account.opened", account);
/** An account was changed; `fields` names what. */
export const accountUpdated = eventShape("account.updated", account);
/** A folio was made. */
export const folioCreated = eventShape("folio.created", folio);
/** A folio was changed. */
export const folioUpdated = eventShape("folio.updated", folio);
