// The second person of an event: who has had part in it, and who posts or reverses it.
// (docs/corporate-events.md, "Two persons")
import { type Caller, hadPart, requireDecider } from "../../../platform/change/context.ts";
import { type Problem, ruleProblem } from "../../../values/problem.ts";
import type { Announced } from "./announced.ts";
import { announcementErrors } from "./errors.ts";
import type { EventStatus } from "./life-cycle.ts";

/** A step of an event from one status to another. */
interface Step {
  readonly from: EventStatus;
  readonly to: EventStatus;
}

/** Whether lines are only tried again: whoever has this done decides on lines, and posts nothing new. */
export function isRetry({ from, to }: Step): boolean {
  return from === "POSTED" && to === "POSTING";
}

/** Whether a step takes part in the event, so that another person posts and reverses it. Neither an
 * entitlement by hand does, which the sweep would compute alike, nor the steps of the second person. */
export function isPart(step: Step): boolean {
  return step.to === "ANNOUNCED" || isRetry(step);
}

/** Problems of a caller who posts or reverses an event: one of the persons who requested, changed or announced it,
 * or decided on its lines. Whoever has posted it may reverse it. Refuses with 403 a caller who is no person. */
export function problemsWithPerson(was: Announced, to: EventStatus, caller: Caller): Problem[] {
  const step = { from: was.status, to };
  if (isRetry(step) || (to !== "POSTING" && to !== "REVERSING")) return [];
  requireDecider(caller, announcementErrors.person);
  return hadPart(caller, was.persons) ? [ruleProblem(announcementErrors.person)] : [];
}

/** The persons who have had part in an event, with another. */
export function withPerson({ persons }: Announced, person: string | null): readonly string[] {
  return person === null || persons.includes(person) ? persons : [...persons, person];
}
