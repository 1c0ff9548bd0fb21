// The sweep: makes every change that time alone brings, each in a transaction of its own. Where
// several sweeps meet, the lock of the subject lets one change it and the others find nothing due.
import { sweepActor, type WriteContext } from "../../../platform/change/context.ts";
import type { SweepStep } from "../../../platform/change/sweep-step.ts";
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
    repeat: undefined,
    signature: undefined,
  };
  for (const step of steps) {
    swept[step.operation] = await sweepOne(own, { step, isOver, failures });
  }
  if (failures.length > 0) throw failures[0];
  return swept;
}

interface OneStep {
  readonly step: SweepStep;
  readonly isOver: () => boolean;
  /** Takes what goes wrong. */
  readonly failures: unknown[];
}

/** Makes the changes of one step, and returns how many it made. One that cannot be made is left for
 * the next sweep, and however many are left, those behind them are looked up. */
async function sweepOne(ctx: WriteContext, { step, isOver, failures }: OneStep): Promise<number> {
  const left = new Set<string>();
  let changed = 0;
  while (!isOver()) {
    const due = await step.due(ctx.db, ctx.now, batch + left.size);
    const untried = due.filter((each) => !left.has(JSON.stringify(each)));
    if (untried.length === 0) break;
    for (const each of untried) {
      if (isOver()) break;
      let isChanged = false;
      try {
        isChanged = await step.change(ctx, each);
      } catch (error) {
        failures.push(error);
      }
      if (isChanged) changed += 1;
      else left.add(JSON.stringify(each));
    }
  }
  return changed;
}
