// The content of the audit entries of reconciliations.

import {
  entryCount,
  entryDay,
  entryId,
  entryInstant,
  entryShape,
  ofAccount,
  ofStore,
} from "../../../platform/change/audit-entry.ts";
import { Type } from "../../../values/type.ts";
import { nullable, nullableText } from "../../../values/wire.ts";

/** An account's breaks of a day: those that are new and gone, and how many stand. The store's entry
 * says how many accounts a statement had. */
export const reconcileAccountsEntry = entryShape("reconcileAccounts", {
  subject: Type.Union([ofAccount, ofStore]),
  detail: Type.Union([
    Type.Object({
      date: entryDay,
      opened: Type.Array(entryId),
      closed: Type.Array(entryId),
      standing: entryCount,
    }),
    Type.Object({ date: entryDay, accounts: entryCount }),
  ]),
});

const Note = Type.Object({ note: nullableText(), notedAt: nullable(entryInstant) });

/** A break that a note resolves. */
export const resolveBreakEntry = entryShape("resolveBreak", {
  subject: ofAccount,
  before: Note,
  after: Note,
  detail: Type.Object({ breakId: entryId, date: entryDay }),
});

const Assignee = Type.Object({ assignee: nullableText() });

/** The person who works on a break. */
export const assignBreakEntry = entryShape("assignBreak", {
  subject: ofAccount,
  before: Assignee,
  after: Assignee,
  detail: Type.Object({ breakId: entryId, date: entryDay }),
});
