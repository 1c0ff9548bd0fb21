// Releasing a prepared import, by the operator as a second person, or discarding it. Its files go either way.
// (docs/importing.md)
import { isId } from "@bursar/values/ids";
import type { LoadKind } from "../../../platform/bulk/load-kind.ts";
import {
  type Context,
  hadPart,
  personOf,
  requireDecider,
} from "../../../platform/change/context.ts";
import { write } from "../../../platform/change/write.ts";
import { brokenIf, forbidden, notFound, refuseFor } from "../../../values/problem.ts";
import type { Brought } from "../imports/changes.ts";
import { runPrepared } from "./check-prepared.ts";
import { decideImportEntry } from "./entries.ts";
import { preparedImportErrors } from "./errors.ts";
import { importDiscarded, importReleased } from "./events.ts";
import { digestOf } from "./import-digest.ts";
import { mayDecideImport, type PreparedImportStatus } from "./life-cycle.ts";
import type { NamedImport } from "./paths.ts";
import { inOrder } from "./prepare-import.ts";
import {
  lockPrepared,
  type PreparedRow,
  selectFiles,
  selectPrepared,
  storeDecided,
} from "./queries.ts";
import { problemsWithReleaser } from "./rules.ts";
import type { ImportDecision } from "./schema.ts";

/** Releases an import of the firm into its books, or discards it; 404 without one. */
export async function decideImport(
  ctx: Context,
  path: NamedImport & { readonly kinds: readonly LoadKind[] },
  decision: ImportDecision,
): Promise<void> {
  const { importStatus } = decision;
  const isOperator = ctx.caller.firm.kind === "operator";
  if (importStatus === "RELEASED" && !isOperator) throw forbidden();
  const was = isId(path.importId)
    ? await selectPrepared(ctx.db, path.firmOid, path.importId)
    : undefined;
  if (was === undefined) throw notFound(preparedImportErrors.notFound);
  // A repeat is answered by what was stored, whatever the status is now.
  const isRelease = importStatus === "RELEASED" && was.status === "READY";
  if (isRelease && (await releaseNew(ctx, path.kinds, was, decision))) return;
  await write(ctx, decideImportEntry, async (tx) => {
    const locked = await lockPrepared(tx, path.firmOid, path.importId);
    if (locked === undefined) throw notFound(preparedImportErrors.notFound);
    refuseFor(problemsWithDecision(ctx, locked, decision));
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

/** Imports what was prepared, with the decision in the same transaction, if it still becomes what was reviewed. Returns
 * whether the files bring anything new. */
async function releaseNew(
  ctx: Context,
  kinds: readonly LoadKind[],
  was: PreparedRow,
  decision: ImportDecision,
): Promise<boolean> {
  refuseFor(problemsWithDecision(ctx, was, decision));
  const prepared = { ...was, files: inOrder(await selectFiles(ctx.db, was.importId)) };
  const refuseOther = (brought: Brought | undefined) => {
    const isSame = brought !== undefined && digestOf(prepared, brought) === was.digest;
    refuseFor(brokenIf(!isSame, preparedImportErrors.content));
  };
  const outcome = await runPrepared(ctx, kinds, prepared, {
    check: false,
    atEnd: async (tx, loadId, brought) => {
      const locked = await lockPrepared(tx, was.firmOid, was.importId);
      if (locked === undefined) throw notFound(preparedImportErrors.notFound);
      refuseFor(problemsWithDecision(ctx, locked, decision));
      refuseOther(brought);
      storeDecided(tx, { ...was, ...decisionOf(ctx, "RELEASED"), loadId });
      const { importId, preparedBy } = was;
      return {
        row: { preparedImport: importId, preparedBy },
        events: [importReleased({ importId, importStatus: "RELEASED" })],
      };
    },
  });
  if (outcome.state === "done" && outcome.importId !== undefined) return true;
  refuseOther(outcome.state === "done" ? outcome : undefined);
  return false;
}

function problemsWithDecision(
  { caller }: Context,
  row: PreparedRow,
  { importStatus: to, digest }: ImportDecision,
) {
  const by = caller.firm.kind === "operator" ? "operator" : "institutional";
  const isStep = mayDecideImport({ from: row.status, to, by });
  if (!isStep) return brokenIf(true, preparedImportErrors.status);
  if (to !== "RELEASED") return [];
  if (!row.isByOperator) requireDecider(caller, preparedImportErrors.person);
  return [
    ...problemsWithReleaser(row, (before) => hadPart(caller, before)),
    ...brokenIf(digest !== row.digest, preparedImportErrors.reviewed),
  ];
}

function decisionOf({ caller, now }: Context, status: PreparedImportStatus) {
  return { status, decidedBy: personOf(caller), decidedAt: now };
}
