// Telling a holder of an announced event, and following its terms and the position. (docs/corporate-events.md)
import { newYorkDay } from "@bursar/values/dates";
import type { Id } from "@bursar/values/ids";
import type { WriteContext } from "../../../platform/change/context.ts";
import { write } from "../../../platform/change/write.ts";
import { corporateEventKinds } from "../../../reference/codes.ts";
import { lockAccount } from "../../clients-and-accounts/accounts/changes.ts";
import { notifyMembers } from "../../clients-and-accounts/agreements/changes.ts";
import {
  followEvent,
  type NewNotice,
  tellHolderEntry,
  updateNotifiedAt,
} from "../corporate-actions/changes.ts";
import { type Announced, isChoice } from "./announced.ts";
import { notifIdOf } from "./entitled-lines.ts";
import type { DueLine } from "./line-queries.ts";
import { type NamedSecurity, selectHeldNow, selectNamedSecurity } from "./notice-queries.ts";
import { selectEvent } from "./queries.ts";

/** Gives, follows or ends the notice of a holder; returns whether anything was to be done. */
export async function tellHolder(
  ctx: WriteContext,
  { accountNumber, eventId }: DueLine,
): Promise<boolean> {
  return write(ctx, tellHolderEntry, async (tx) => {
    lockAccount(tx, accountNumber);
    const event = await selectEvent(tx, eventId);
    const security = event && (await selectNamedSecurity(tx, event.securityId));
    if (event === undefined || security === undefined) return { value: false, audit: [] };
    const shares = await selectHeldNow(tx, accountNumber, event.securityId);
    const notifId = notifIdOf(eventId as Id);
    const holder = { accountNumber, notifId, eventId, version: event.version, shares };
    const request = event.status === "ANNOUNCED" ? noticeOf(event, security) : undefined;
    const note = await followEvent(tx, holder, request, ctx.now);
    if (note === undefined) return { value: false, audit: [] };
    if (note.before !== undefined) return { value: true, audit: [note] };
    updateNotifiedAt(tx, { accountNumber, notifId }, ctx.now);
    const text = describeEvent(event, security);
    const notice = { accountNumber, kind: "holdingEvent", text } as const;
    const { itemsCreated, events } = await notifyMembers(tx, ctx, notice);
    const all = [...(note.events ?? []), ...events];
    return { value: true, audit: [{ ...note, detail: { itemsCreated }, events: all }] };
  });
}

/** An event as members are notified of it, with the last day of a choice. */
export function describeEvent(event: Announced, { ticker, name }: NamedSecurity): string {
  const { kind, deadlineAt } = event;
  const activity = corporateEventKinds.find(kind)?.name ?? kind;
  const isOpen = isChoice(event) && deadlineAt !== null;
  const until = isOpen ? ` Elections close on ${newYorkDay(deadlineAt)}.` : "";
  return `${name} (${ticker}): ${activity}.${until}`;
}

/** The notice to holders: for a choice one question, whose choices are the options. */
function noticeOf(
  { kind, terms, deadlineAt }: Announced,
  { ticker, name }: NamedSecurity,
): NewNotice {
  const { options = [], text, docs = [] } = terms;
  const question = {
    questionsId: "1",
    questionsType: "C",
    question: "How many shares under which option?",
    contested: false,
    choices: options.map((option) => ({ choiceId: option.optionId, choice: option.name })),
  };
  return {
    type: options.length > 0 ? "V" : "M",
    ticker,
    issuer: name,
    activity: corporateEventKinds.find(kind)?.name ?? kind,
    ...(text !== undefined && { description: text }),
    ...(deadlineAt !== null && { deadline: deadlineAt }),
    docs,
    questions: options.length > 0 ? [question] : [],
  };
}
