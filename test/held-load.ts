// A load that is held where it has computed books, so that others meet it before its end.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadOrder } from "../src/loading/load-order.ts";
import { type LoadOptions, loadFolder } from "../src/platform/bulk/apply/load-folder.ts";
import type { LoadEnd, LoadKind } from "../src/platform/bulk/load-kind.ts";
import type { Tx } from "../src/platform/store/db.ts";
import { testContext } from "./sample-template.ts";

type Db = Parameters<typeof testContext>[0];
type Files = Readonly<Record<string, string>>;

/** Loads a folder of these files as the command does. */
export async function loadFiles(
  db: Db,
  files: Files,
  kinds: readonly LoadKind[] = loadOrder,
  options: LoadOptions = {},
) {
  const folder = await mkdtemp(join(tmpdir(), "bursar-test-load-"));
  try {
    for (const [name, content] of Object.entries(files)) {
      await writeFile(join(folder, name), content);
    }
    return await loadFolder(testContext(db), kinds, folder, options);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Begins a load, and holds it behind the computing of books until it is let go. */
export async function holdLoad(db: Db, files: Files) {
  const isComputed = Promise.withResolvers<void>();
  const letGo = Promise.withResolvers<void>();
  const kinds = loadOrder.map((kind) => ({
    ...kind,
    ...(kind.afterAll && {
      async afterAll(tx: Tx, end: LoadEnd) {
        await kind.afterAll?.(tx, end);
        isComputed.resolve();
        await letGo.promise;
      },
    }),
  }));
  const loading = loadFiles(db, files, kinds);
  await Promise.race([isComputed.promise, loading]);
  return { loading, letGo: letGo.resolve };
}
