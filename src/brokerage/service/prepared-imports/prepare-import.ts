// Preparing an import: the files are kept and checked, and change no books. (docs/importing.md)
import type { Id } from "@bursar/values/ids";
import type { LoadKind } from "../../../platform/bulk/load-kind.ts";
import { authorOf, type Context } from "../../../platform/change/context.ts";
import { write } from "../../../platform/change/write.ts";
import { refuseFor } from "../../../values/problem.ts";
import { custodiansFiles, withAccountsOf } from "./accounts-sent.ts";
import { checkPrepared } from "./check-prepared.ts";
import { prepareImportEntry } from "./entries.ts";
import { importPrepared } from "./events.ts";
import {
  lockUndecided,
  type PreparedFile,
  type PreparedRow,
  selectUndecided,
  sha256Of,
  storeFiles,
  storePrepared,
  waitForCheck,
} from "./queries.ts";
import { problemsWithQuota } from "./rules.ts";
import type { NewPreparedImport } from "./schema.ts";

/** Keeps and checks files of the firm; returns the id of the import. */
export async function prepareImport(
  ctx: Context,
  { firmOid, kinds }: { readonly firmOid: string; readonly kinds: readonly LoadKind[] },
  sent: NewPreparedImport,
): Promise<string> {
  const all = sent.files.map(({ name, content }) => ({ name, bytes: content }));
  const files = inOrder(custodiansFiles(all));
  const prepared = {
    firmOid: firmOid as Id,
    profile: sent.profile,
    statedOn: sent.statedOn ?? null,
    since: sent.since ?? null,
    answers: sent.answers ?? [],
    accounts: withAccountsOf(all, sent.accounts ?? []),
    isByOperator: ctx.caller.firm.kind === "operator",
  };
  return write(ctx, prepareImportEntry, async (tx) => {
    const sizes = files.map(({ bytes }) => bytes.length);
    refuseFor(problemsWithQuota(await selectUndecided(tx, firmOid, null), sizes));
    await waitForCheck(tx);
    const checked = await checkPrepared(ctx, kinds, { ...prepared, files });
    // Locked only now: the check of large files takes a while.
    refuseFor(problemsWithQuota(await lockUndecided(tx, firmOid, null), sizes));
    const row: PreparedRow = {
      ...prepared,
      ...checked,
      importId: ctx.newId(),
      preparedBy: authorOf(ctx.caller),
      completedBy: [],
      preparedAt: ctx.now,
      checkedAt: ctx.now,
      decidedBy: null,
      decidedAt: null,
      loadId: null,
    };
    storePrepared(tx, row);
    storeFiles(tx, row.importId, files);
    const note = {
      subject: `firm:${firmOid}`,
      after: { importId: row.importId, importStatus: row.status },
      detail: contentOf(row, files),
      events: [importPrepared({ importId: row.importId, importStatus: row.status })],
    };
    return { value: row.importId, audit: [note] };
  });
}

/** Files in order of name, as they are read again at the release. */
export function inOrder(files: readonly PreparedFile[]): PreparedFile[] {
  return files.toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

/** The parts of an import's content that the audit log stores. */
export function contentOf(
  { profile, answers, accounts }: Pick<PreparedRow, "profile" | "answers" | "accounts">,
  files: readonly PreparedFile[],
) {
  return {
    profile,
    files: files.map(({ bytes }) => sha256Of(bytes).toString("hex")),
    answers: String(answers.length),
    accounts: String(accounts.length),
  };
}
