// The sweep of a leader: at the start of its term, and each minute.
import type { FastifyBaseLogger } from "fastify";
import { sweepActor } from "../../../platform/change/context.ts";
import { selectDaysAhead } from "../../../platform/change/sandbox-queries.ts";
import { contextOfTerm, type LedParts } from "../../../platform/change/term-context.ts";
import type { Term } from "../../../platform/store/leader.ts";
import { inTurn } from "./in-turn.ts";
import { runScheduledJobs } from "./run-scheduled-jobs.ts";

/** How often it runs, in milliseconds. */
const intervalMs = 60_000;

/** Regular runs that go on until they are stopped. */
export interface RegularRuns {
  /** Settles once the change under way is done. */
  stop(): Promise<void>;
  /** When it last did all that was due. */
  lastAt(): Date | undefined;
}

/** Starts the runs of a leader, whose changes are committed only while its term lasts. */
export function runJobsRegularly(
  of: LedParts,
  term: Pick<Term, "transaction">,
  log: Pick<FastifyBaseLogger, "info" | "warn">,
): RegularRuns {
  let lastAt: Date | undefined;
  let isOver = false;
  let running: Promise<void> | undefined;
  const run = async () => {
    try {
      const swept = await inTurn(of.db, async () => {
        const daysAhead = await selectDaysAhead(of.db);
        return runScheduledJobs(contextOfTerm(of, term, sweepActor, daysAhead), () => isOver);
      });
      if (!isOver) lastAt = of.clock();
      if (Object.values(swept).some((count) => count > 0)) log.info({ swept }, "sweep");
    } catch (error) {
      if (!isOver) log.warn({ err: error }, "the sweep failed; it will be repeated");
    }
  };
  const begin = () => {
    running ??= run().finally(() => {
      running = undefined;
    });
  };
  begin();
  const timer = setInterval(begin, intervalMs);
  timer.unref();
  return {
    stop: async () => {
      isOver = true;
      clearInterval(timer);
      await running;
    },
    lastAt: () => lastAt,
  };
}
