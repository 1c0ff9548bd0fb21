// Signing out.

import type { Id } from "@bursar/values/ids";
import type { WriteContext } from "../../../platform/change/context.ts";
import { write } from "../../../platform/change/write.ts";
import { endConsoleSessionEntry } from "./entries.ts";
import { updateSessionEnded } from "./queries.ts";

/** Ends a session; one that has ended stays as it is. */
export async function endConsoleSession(
  ctx: WriteContext,
  { sessionId, loginId }: { readonly sessionId: Id; readonly loginId: string },
): Promise<void> {
  await write(ctx, endConsoleSessionEntry, async (tx) => {
    const wasOpen = await updateSessionEnded(tx, sessionId, ctx.realNow);
    const note = { subject: `member:${loginId}`, after: { sessionId } };
    return { value: null, audit: wasOpen ? [note] : [] };
  });
}
