// Changes of corporate events for other resources: a sandbox steps them on, whatever the day.
import { asSecondPerson, type Context } from "../../../platform/change/context.ts";
import { announcementErrors } from "./errors.ts";
import { updateCorporateEvent } from "./update-corporate-event.ts";

const { notFound, status, price, lines, security } = announcementErrors;

/** The codes of a step: those of the update that takes it, but for persons and days. */
export const eventStepErrors = [notFound, status, price, lines, security];

/** The steps of a sandbox, and the status to which each leads. */
export const eventSteps = { entitle: "ENTITLED", post: "POSTING", reverse: "REVERSING" } as const;

/** Moves an event by an ordinary update, decided by another person than the caller. */
export async function stepEvent(
  ctx: Context,
  eventId: string,
  step: keyof typeof eventSteps,
): Promise<void> {
  const decided = asSecondPerson(ctx);
  // A comment would let prices pass that are far from the last close.
  const isTakenBack = step === "reverse";
  const sent = { status: eventSteps[step], ...(isTakenBack && { comment: "Simulated" }) };
  await updateCorporateEvent(decided, eventId, sent, { onAnyDay: true });
  ctx.replayed = decided.replayed;
}
