// Completing a prepared import by files, answers and accounts; it is then checked again. (docs/importing.md)
import { isId } from "@bursar/values/ids";
import type { LoadKind } from "../../../platform/bulk/load-kind.ts";
import { authorOf, type Context } from "../../../platform/change/context.ts";
import { write } from "../../../platform/change/write.ts";
import { notFound, refuseFor } from "../../../values/problem.ts";
import { custodiansFiles, problemsWithAccounts, withAccountsOf } from "./accounts-sent.ts";
import { checkPrepared } from "./check-prepared.ts";
import { completeImportEntry } from "./entries.ts";
import { preparedImportErrors } from "./errors.ts";
import { importCompleted } from "./events.ts";
import type { NamedImport } from "./paths.ts";
import { contentOf, inOrder } from "./prepare-import.ts";
import {
  deleteFiles,
  lockPrepared,
  lockUndecided,
  type PreparedFile,
  type PreparedRow,
  selectFiles,
  selectUndecided,
  storeFiles,
  storePrepared,
  waitForCheck,
} from "./queries.ts";
import {
  problemsWithCompletion,
  problemsWithLines,
  problemsWithQuota,
  problemsWithSizes,
} from "./rules.ts";
import type { ImportCompletion } from "./schema.ts";

/** Adds to an import of the firm what was sent, and checks it; 404 without one. */
export async function completeImport(
  ctx: Context,
  { firmOid, importId, kinds }: NamedImport & { readonly kinds: readonly LoadKind[] },
  sent: ImportCompletion,
): Promise<void> {
  await write(ctx, completeImportEntry, async (tx) => {
    const was = isId(importId) ? await lockPrepared(tx, firmOid, importId) : undefined;
    if (was === undefined) throw notFound(preparedImportErrors.notFound);
    refuseFor(problemsWithCompletion(was, ctx.caller.firm.kind === "operator"));
    const added = (sent.files ?? []).map(({ name, content }) => ({ name, bytes: content }));
    const files = withSent(await selectFiles(tx, importId), custodiansFiles(added), sent);
    const sizes = files.map(({ bytes }) => bytes.length);
    refuseFor([
      ...problemsWithSizes(sizes),
      ...problemsWithLines(files.map(({ bytes }) => bytes)),
      ...problemsWithAccounts(added),
      ...problemsWithQuota(await selectUndecided(tx, firmOid, importId), sizes),
    ]);
    const prepared = {
      ...was,
      completedBy: [...new Set([...was.completedBy, authorOf(ctx.caller)])],
      answers: sent.answers ?? was.answers,
      accounts: withAccountsOf(added, sent.accounts ?? was.accounts),
    };
    await waitForCheck(tx);
    const checked = await checkPrepared(ctx, kinds, { ...prepared, files });
    refuseFor(problemsWithQuota(await lockUndecided(tx, firmOid, importId), sizes));
    const is: PreparedRow = { ...prepared, ...checked, checkedAt: ctx.now };
    storePrepared(tx, is);
    deleteFiles(tx, importId, sent.removedFiles ?? []);
    storeFiles(
      tx,
      importId,
      files.filter(({ name }) => sent.files?.some((file) => file.name === name)),
    );
    const note = {
      subject: `firm:${firmOid}`,
      before: { importId: was.importId, importStatus: was.status },
      after: { importId: was.importId, importStatus: is.status },
      detail: contentOf(is, files),
      events: [importCompleted({ importId: was.importId, importStatus: is.status })],
    };
    return { value: null, audit: [note] };
  });
}

/** The files with those that were sent in place of earlier ones, in order of name. */
function withSent(
  kept: readonly PreparedFile[],
  added: readonly PreparedFile[],
  { removedFiles = [] }: ImportCompletion,
): PreparedFile[] {
  const all = new Map(kept.map(({ name, bytes }) => [name, bytes]));
  for (const name of removedFiles) all.delete(name);
  for (const { name, bytes } of added) all.set(name, bytes);
  return inOrder([...all].map(([name, bytes]) => ({ name, bytes })));
}
