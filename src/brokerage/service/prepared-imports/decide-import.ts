// Releasing a prepared import, by the operator as a second person, or discarding it. Its files go either way.
// (docs/importing.md)
import { isId } from "@bursar/values/ids";
import type { LoadKind } from "../../../platform/bulk/load-kind.ts";
import {
  type Context,
  deciderMissing,
  deciderOf,
  personOf,
} from "../../../platform/change/context.ts";
import { write } from "../../../platform/change/write.ts";
import type { Sender } from "../../../platform/store/db.ts";
import { brokenIf, forbidden, notFound, refuseFor } from "../../../values/problem.ts";
import { runPrepared } from "./check-prepared.ts";
import { decideImportEntry } from "./entries.ts";
import { preparedImportErrors } from "./errors.ts";
import { importDiscarded, importReleased } from "./events.ts";
import { mayDecideImport, type PreparedImportStatus } from "./life-cycle.ts";
import type { NamedImport } from "./paths.ts";
import {
  deleteAllFiles,
  lockPrepared,
  type PreparedRow,
  selectFiles,
  selectPrepared,
  storePrepared,
} from "./queries.ts";
import { problemsWithReleaser } from "./rules.ts";
import type { ImportDecision } from "./schema.ts";

/** Releases an import of the firm into its books, or discards it; 404 without one. */
export async function decideImport(
  ctx: Context,
  path: NamedImport & { readonly kinds: readonly LoadKind[] },
  { importStatus }: ImportDecision,
): Promise<void> {
  const isOperator = ctx.caller.firm.kind === "operator";
  if (importStatus === "RELEASED" && !isOperator) throw forbidden();
  const was = isId(path.importId)
    ? await selectPrepared(ctx.db, path.firmOid, path.importId)
    : undefined;
  if (was === undefined) throw notFound(preparedImportErrors.notFound);
  // A repeat is answered by what was stored, whatever the status is now.
  const isRelease = importStatus === "RELEASED" && was.status === "READY";
  if (isRelease && (await releaseNew(ctx, path.kinds, was))) return;
  await write(ctx, decideImportEntry, async (tx) => {
    const locked = await lockPrepared(tx, path.firmOid, path.importId);
    if (locked === undefined) throw notFound(preparedImportErrors.notFound);
    refuseFor(problemsWithDecision(ctx, locked, importStatus));
    const isSame = locked.checkedAt.getTime() === was.checkedAt.getTime();
    refuseFor(brokenIf(isRelease && !isSame, preparedImportErrors.content));
    storeDecided(tx, { ...locked, ...decisionOf(ctx, importStatus) });
    const { importId } = locked;
    const event = importStatus === "RELEASED" ? importReleased : importDiscarded;
    const note = {
      subject: `firm:${locked.firmOid}`,
      before: { importId, importStatus: locked.status },
      after: { importId, importStatus },
      events: [event({ importId, importStatus })],
    };
    return { value: null, audit: [note] };
  });
}

/** Imports what was prepared, with the decision in the same transaction. Returns whether the files bring anything new. */
async function releaseNew(
  ctx: Context,
  kinds: readonly LoadKind[],
  was: PreparedRow,
): Promise<boolean> {
  refuseFor(problemsWithDecision(ctx, was, "RELEASED"));
  const files = await selectFiles(ctx.db, was.importId);
  const outcome = await runPrepared(
    ctx,
    kinds,
    { ...was, files },
    {
      check: false,
      atEnd: async (tx, loadId) => {
        const locked = await lockPrepared(tx, was.firmOid, was.importId);
        const isSame =
          locked?.status === "READY" && locked.checkedAt.getTime() === was.checkedAt.getTime();
        refuseFor(brokenIf(!isSame, preparedImportErrors.content));
        storeDecided(tx, { ...was, ...decisionOf(ctx, "RELEASED"), loadId });
        const { importId, preparedBy } = was;
        return {
          row: { preparedImport: importId, preparedBy },
          events: [importReleased({ importId, importStatus: "RELEASED" })],
        };
      },
    },
  );
  refuseFor(brokenIf(outcome.state === "open", preparedImportErrors.content));
  return outcome.state === "done" && outcome.importId !== undefined;
}

function problemsWithDecision(
  { caller }: Context,
  row: PreparedRow,
  to: ImportDecision["importStatus"],
) {
  const by = caller.firm.kind === "operator" ? "operator" : "institutional";
  const isStep = mayDecideImport({ from: row.status, to, by });
  if (!isStep) return brokenIf(true, preparedImportErrors.status);
  return to === "RELEASED" ? problemsWithReleaser(row, deciderOf(caller), deciderMissing) : [];
}

function decisionOf({ caller, now }: Context, status: PreparedImportStatus) {
  return { status, decidedBy: personOf(caller), decidedAt: now };
}

function storeDecided(sender: Sender, row: PreparedRow): void {
  storePrepared(sender, row);
  deleteAllFiles(sender, row.importId);
}
