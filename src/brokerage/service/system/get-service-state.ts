// Reading how the service stands. (docs/operations.md)

import { encodeDay, encodeInstant } from "@bursar/values/dates";
import type { Context } from "../../../platform/change/context.ts";
import { selectLastBackup } from "../../../platform/maintenance/last-backup.ts";
import { scheduledJobFigures } from "../scheduled-jobs/reads.ts";
import { webhookFigures } from "../webhooks/reads.ts";
import { countBehind, selectComputing } from "./queries.ts";
import type { ServiceState } from "./schema.ts";

/** Facts of the process, which the store lacks. */
export interface Surroundings {
  /** Whether the store takes changes. */
  readonly takesChanges: () => Promise<boolean>;
  readonly isSandbox: () => Promise<boolean>;
  readonly lastCheckpoint: () => Promise<Date | undefined>;
}

/** Returns how the service stands: what is late, what waits, and what was last done for it. */
export async function getServiceState(
  { db, now }: Context,
  surroundings: Surroundings,
): Promise<ServiceState> {
  const [takesChanges, isSandbox, checkpoint] = await Promise.all([
    surroundings.takesChanges(),
    surroundings.isSandbox(),
    surroundings.lastCheckpoint(),
  ]);
  const sweep = await scheduledJobFigures(db, now);
  const webhooks = await webhookFigures(db);
  return {
    status: takesChanges ? "ready" : "reads only",
    isSandbox,
    now: encodeInstant(now),
    lastBackupTS: instantOf(await selectLastBackup(db)),
    lastCheckpointTS: instantOf(checkpoint),
    computing: await computingState(db),
    sweep: sweep.map(({ operation, due, late }) => ({
      operation,
      due: String(due),
      late: String(late),
    })),
    webhooks: {
      disabled: webhooks.disabled,
      failing: webhooks.failing,
      waiting: webhooks.waiting,
      oldestTS: instantOf(webhooks.oldestAt),
    },
  };
}

async function computingState(db: Context["db"]): Promise<ServiceState["computing"]> {
  const row = await selectComputing(db);
  const newest = row?.newest ?? null;
  return {
    accounts: row?.accounts ?? "0",
    accountsValued: row?.valued ?? "0",
    newestDate: newest && encodeDay(newest),
    oldestDate: row?.oldest ? encodeDay(row.oldest) : null,
    accountsBehind: await countBehind(db, newest),
    closesUntil: row?.closesUntil ? encodeDay(row.closesUntil) : null,
  };
}

function instantOf(at: Date | null | undefined): string | null {
  return at ? encodeInstant(at) : null;
}
