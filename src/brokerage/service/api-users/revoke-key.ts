// Revoking a credential.

import { type Id, isId } from "@bursar/values/ids";
import type { WriteContext } from "../../../platform/change/context.ts";
import { write } from "../../../platform/change/write.ts";
import { notFound } from "../../../values/problem.ts";
import { credentialMac } from "../credentials/reads.ts";
import { revokeKeyEntry } from "./entries.ts";
import { apiUserErrors } from "./errors.ts";
import { updateKeyMac, updateKeyRevoked } from "./key-queries.ts";

/** Revokes a credential at once, of one firm where it is named; refuses when no valid one has this
 * id. */
export async function revokeKey(ctx: WriteContext, keyId: string, ofFirm?: Id): Promise<void> {
  await write(ctx, revokeKeyEntry, async (tx) => {
    const revoked = isId(keyId) ? await updateKeyRevoked(tx, keyId, ctx.realNow) : undefined;
    const isTheirs = revoked?.firmOid === (ofFirm ?? revoked?.firmOid);
    if (revoked === undefined || !isTheirs) throw notFound(apiUserErrors.key);
    const { apiUserId, firmOid, version, fields } = revoked;
    updateKeyMac(tx, keyId, credentialMac(ctx.vault, fields));
    const after = { keyId, apiUserId, revokedAt: ctx.realNow, version };
    return { value: null, audit: [{ subject: `firm:${firmOid}`, after }] };
  });
}
