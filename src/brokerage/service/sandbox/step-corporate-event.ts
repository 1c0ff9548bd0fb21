// Having a corporate event take its next step, whatever the day. (interface 4.22)
import type { Context } from "../../../platform/change/context.ts";
import { type eventSteps, stepEvent } from "../../corporate-events/announcements/changes.ts";
import type { CorporateEventStep } from "./schema.ts";

/** Moves an event by an ordinary update; the sweep books its lines. */
export async function stepCorporateEvent(
  ctx: Context,
  eventId: string,
  { step }: CorporateEventStep,
): Promise<void> {
  await stepEvent(ctx, eventId, step as keyof typeof eventSteps);
}
