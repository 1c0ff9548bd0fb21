// Marking a store as a sandbox, which is done when it is made and never later: only such a store has
// a clock of its own, and is ever emptied.
import type { WriteContext } from "./context.ts";
import { markSandboxEntry } from "./entries.ts";
import { insertSandboxMark } from "./sandbox-queries.ts";
import { write } from "./write.ts";

/** Marks a store that has nothing in it yet. */
export async function markSandbox(ctx: WriteContext): Promise<void> {
  await write(ctx, markSandboxEntry, async (tx) => {
    const audit = (await insertSandboxMark(tx)) ? [{ subject: "store" }] : [];
    return { value: null, audit };
  });
}
