// Opening the operator's case of a client whose tax id a member of another firm has. The sweep does
// it: neither the response to the caller who adds the client nor its time depends on it.
// (docs/adr/0036-claims.md)
import type { WriteContext } from "../../../platform/change/context.ts";
import { write } from "../../../platform/change/write.ts";
import { lockMember } from "../members/changes.ts";
import { type DueCase, selectDueCases, updateCase } from "./case-queries.ts";
import { openTaxIdCaseEntry } from "./entries.ts";

/** Opens the case if it is still due once the client is locked; returns whether it was. It is notified
 * in the chain of the operator, since a firm may read those of its clients. */
export async function openTaxIdCase(ctx: WriteContext, { loginId }: DueCase): Promise<boolean> {
  return write(ctx, openTaxIdCaseEntry, async (tx) => {
    lockMember(tx, loginId);
    const [due] = await selectDueCases(tx, ctx.now, { most: 1, loginId });
    if (due === undefined) return { value: false, audit: [] };
    updateCase(tx, loginId, ctx.now);
    const { operatorOid, apiUserId, others } = due;
    const detail = { loginId, apiUserId, others };
    return { value: true, audit: [{ subject: `firm:${operatorOid}`, detail }] };
  });
}
