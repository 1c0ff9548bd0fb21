// Events of accounts. Subject: the account.

import { eventShape } from "../../../platform/change/event.ts";
import { Type } from "../../../values/type.ts";

const fields = Type.Array(Type.String());
const account = { accountNumber: Type.String(), fields };

/** An account was opened. */
export const accountOpened = eventShape("account.opened", account);
/** An account was changed; `fields` names what. */
export const accountUpdated = eventShape("account.updated", account);
