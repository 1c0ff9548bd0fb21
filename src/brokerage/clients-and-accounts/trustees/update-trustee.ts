// Changing a trustee's email address.
import { type Context, viewingFirm } from "../../../platform/change/context.ts";
import { write } from "../../../platform/change/write.ts";
import { forbidden } from "../../../values/problem.ts";
import { lockMember } from "../members/changes.ts";
import { updateTrusteeEntry } from "./entries.ts";
import { trusteeUpdated } from "./events.ts";
import { trusteeInView, updateEmail } from "./queries.ts";
import type { TrusteeUpdate } from "./schema.ts";

/** Updates a trustee; without an email address nothing changes. */
export async function updateTrustee(
  ctx: Context,
  loginId: string,
  { email1 }: TrusteeUpdate,
): Promise<void> {
  await write(ctx, updateTrusteeEntry, async (tx) => {
    lockMember(tx, loginId);
    const before = await tx.first(trusteeInView(loginId, viewingFirm(ctx.caller)));
    if (before === undefined) throw forbidden();

    const subject = `member:${loginId}`;
    const isChange = email1 !== undefined && email1 !== before.email1;
    if (!isChange) return { value: null, audit: [{ subject, before: {}, after: {} }] };
    updateEmail(tx, loginId, email1);
    const events = [trusteeUpdated({ loginId, fields: ["email1"] })];
    const note = { subject, before: { email1: before.email1 }, after: { email1 }, events };
    return { value: null, audit: [note] };
  });
}
