// Judges all that a load has staged before anything is stored.
import type { Tx } from "../../store/db.ts";
import { openProblemLog, type ProblemLog } from "../kinds/load-problem.ts";
import { isBundled, stageAllRows } from "./bundles.ts";
import { checkFirm } from "./check-firm.ts";
import { checkPrivileges, checkStages, type StagedKind } from "./check-stages.ts";

/** To what a load is confined. */
interface Confines {
  readonly firm?: string;
  readonly allowPrivileges?: boolean;
}

/** Notes what is wrong with staged rows: where anything is wrong with the rows that stand for their
 * bundles, with all rows. */
export async function checkStaged(
  tx: Tx,
  staged: readonly StagedKind[],
  { firm, allowPrivileges }: Confines,
  log: ProblemLog,
): Promise<void> {
  const check = async (found: ProblemLog) => {
    await checkStages(tx, staged, found);
    if (firm !== undefined) await checkFirm(tx, staged, { firm, log: found });
    if (!allowPrivileges) await checkPrivileges(tx, staged, found);
  };
  if (!staged.some(({ kind }) => isBundled(kind))) return check(log);
  const trial = openProblemLog();
  await check(trial);
  if (trial.isEmpty()) return;
  for (const { kind } of staged) await stageAllRows(tx, kind);
  await check(log);
}
