// Reminding a holder of a choice whose deadline is near. (docs/corporate-events.md)
import type { Id } from "@bursar/values/ids";
import type { WriteContext } from "../../../platform/change/context.ts";
import { write } from "../../../platform/change/write.ts";
import type { Reader } from "../../../platform/store/db.ts";
import { selectCalendar } from "../../../reference/settlement/queries.ts";
import { lockAccount } from "../../clients-and-accounts/accounts/changes.ts";
import { notifyMembers } from "../../clients-and-accounts/agreements/changes.ts";
import { remindHolderEntry, updateNotifiedAt } from "../corporate-actions/changes.ts";
import { type Announced, isChoice, reminderAt } from "./announced.ts";
import type { OpenChoice } from "./due-queries.ts";
import { notifIdOf } from "./entitled-lines.ts";
import type { DueLine } from "./line-queries.ts";
import { type Reminder, selectHoldersToRemind, selectNamedSecurity } from "./notice-queries.ts";
import { selectEvent } from "./queries.ts";
import { describeEvent } from "./tell-holder.ts";

/** Notifies the members of a holder again if that is still due; returns whether it was. */
export async function remindHolder(
  ctx: WriteContext,
  { accountNumber, eventId }: DueLine,
): Promise<boolean> {
  return write(ctx, remindHolderEntry, async (tx) => {
    lockAccount(tx, accountNumber);
    const event = await selectEvent(tx, eventId);
    const security = event && (await selectNamedSecurity(tx, event.securityId));
    if (event === undefined || security === undefined) return { value: false, audit: [] };
    const reminders = await remindersOf(tx, openChoices(event), ctx.now);
    const [due] = await selectHoldersToRemind(tx, reminders, { most: 1, accountNumber });
    if (due === undefined) return { value: false, audit: [] };
    const notifId = notifIdOf(eventId as Id);
    updateNotifiedAt(tx, { accountNumber, notifId }, ctx.now);
    const text = `Reminder: ${describeEvent(event, security)}`;
    const notice = { accountNumber, kind: "holdingEvent", text } as const;
    const { itemsCreated, events } = await notifyMembers(tx, ctx, notice);
    const note = { subject: accountNumber, after: { notifid: notifId }, detail: { itemsCreated } };
    return { value: true, audit: [{ ...note, events }] };
  });
}

/** An event as the choice that it gives, while it is open. */
function openChoices(event: Announced): OpenChoice[] {
  const { eventId, status, deadlineAt } = event;
  const isOpen = isChoice(event) && (status === "ANNOUNCED" || status === "ENTITLED");
  return isOpen && deadlineAt !== null ? [{ eventId, deadlineAt }] : [];
}

/** The reminders of choices that are due, of those whose deadline lies ahead. */
export async function remindersOf(
  db: Reader,
  choices: readonly OpenChoice[],
  now: Date,
): Promise<Reminder[]> {
  const open = choices.filter(({ deadlineAt }) => deadlineAt > now);
  if (open.length === 0) return [];
  const calendar = await selectCalendar(db);
  return open
    .map(({ eventId, deadlineAt }) => ({ eventId, from: reminderAt(deadlineAt, calendar) }))
    .filter(({ from }) => from <= now);
}
