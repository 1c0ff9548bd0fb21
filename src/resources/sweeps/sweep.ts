// The sweep: makes every change that time alone brings, each in a transaction of its own. Where
// several sweeps meet, the lock of the subject lets one change it and the others find nothing due.
import { sweepActor, type WriteContext } from "../../platform/change/context.ts";
import type { SweepStep } from "../../platform/change/sweep-step.ts";
import { sweepSteps } from "./steps.ts";

/** How many are looked up at once. */
const batch = 500;

/** How many changes were made, by operation. */
export type Swept = Readonly<Record<string, number>>;

/** Makes every change that is due; one that fails holds up no other, and is thrown at the end. */
export async function sweep(
  ctx: WriteContext,
  isOver: () => boolean = () => false,
  steps: readonly SweepStep[] = sweepSteps,
): Promise<Swept> {
  const swept: Record<string, number> = {};
  const failures: unknown[] = [];
  const own: WriteContext = {
    ...ctx,
    actor: sweepActor,
    ...{ repeat: undefined, signature: undefined },
  };
  for (const step of steps) {
    swept[step.operation] = 0;
    for (let changed = 1; changed > 0 && !isOver(); ) {
      changed = 0;
      for (const due of await step.due(ctx.db, ctx.now, batch)) {
        if (isOver()) break;
        try {
          if (await step.change(own, due)) changed += 1;
        } catch (error) {
          failures.push(error);
        }
      }
      swept[step.operation] = (swept[step.operation] ?? 0) + changed;
    }
  }
  if (failures.length > 0) throw failures[0];
  return swept;
}
