// Signing the customer agreement of an account. (interface 4.1)
import { createHash } from "node:crypto";
import type { Id } from "@bursar/values/ids";
import { type Caller, type Context, clientsInView } from "../../../platform/change/context.ts";
import { write } from "../../../platform/change/write.ts";
import { forbidden, refuseFor } from "../../../values/problem.ts";
import { lockAccountForCaller } from "../accounts/changes.ts";
import { selectAccountOwners } from "../accounts/reads.ts";
import { liftOnceAgreed, resolveAgreementItems, selectAgreed } from "./agreed-members.ts";
import { signCustomerAgreementEntry } from "./entries.ts";
import { agreementSigned } from "./events.ts";
import { type AgreementRow, insertAgreement } from "./queries.ts";
import { problemsWith } from "./rules.ts";
import type { SignedAgreement } from "./schema.ts";
import { addStoredBytes, hasRoomFor } from "./stored-bytes-queries.ts";

/** Stores an owner's signature, unless its firm would then have stored more than it may, and returns
 * its id; resolves what waits for it. */
export async function signCustomerAgreement(
  ctx: Context,
  accountNumber: string,
  request: SignedAgreement,
  most = Number.MAX_SAFE_INTEGER,
): Promise<Id> {
  const stored = { firmOid: ctx.caller.firm.oid, size: request.signatureData.bytes.length };
  return write(ctx, signCustomerAgreementEntry, async (tx) => {
    // The lock makes two owners sign one after the other, so the second signature sees the first.
    const [account, owners, hasRoom, agreed] = await Promise.all([
      lockAccountForCaller(tx, ctx.caller, accountNumber, "owner"),
      selectAccountOwners(tx, accountNumber),
      hasRoomFor(tx, { ...stored, most }),
      selectAgreed(tx, accountNumber),
    ]);
    refuseOtherSigner(ctx.caller, request.loginId);
    refuseFor(problemsWith(request, { owners, hasRoom }));

    const agreement = agreementOf(ctx, request);
    const { loginId } = agreement;
    const [items, restrictions] = await Promise.all([
      resolveAgreementItems(tx, { accountNumber, loginId }, ctx),
      liftOnceAgreed(tx, account.number, { owners, agreed: [...agreed, loginId], at: ctx.now }),
    ]);
    insertAgreement(tx, account.number, agreement);
    addStoredBytes(tx, stored);

    const done = { itemsResolved: items.ids, restrictionsLifted: restrictions.ids };
    const detail = { ...describe(agreement), ...done };
    const signed = agreementSigned({ agreementId: agreement.id, loginId });
    const events = [signed, ...items.events, ...restrictions.events];
    return { value: agreement.id, audit: [{ subject: account.number, detail, events }] };
  });
}

/** A client signs only for itself, and so does who acts for one; the body names the signer, the path
 * does not. */
function refuseOtherSigner(caller: Caller, signer: string): void {
  if (clientsInView(caller).some(({ loginId }) => loginId !== signer)) throw forbidden();
}

function agreementOf(ctx: Context, request: SignedAgreement): AgreementRow {
  const { caller } = ctx;
  const isImage = request.signatureMethod === "SIGNATURE_IMAGE";
  const content = request.signatureData.bytes;
  return {
    id: ctx.newId(),
    loginId: request.loginId,
    method: request.signatureMethod,
    imageEncoding: isImage ? (request.signatureImageEncoding ?? null) : null,
    content,
    sha256: createHash("sha256").update(content).digest(),
    w9Withhold: request.w9Withhold ?? null,
    apiUserId: caller.apiUserId,
    callerLoginId: (caller.member ?? caller.actingFor)?.loginId ?? null,
    requestId: ctx.requestId,
    address: ctx.address,
    signedAt: ctx.now,
  };
}

/** The signature for the audit log: its hash, never its bytes. */
function describe(row: AgreementRow) {
  return {
    id: row.id,
    signer: row.loginId,
    method: row.method,
    imageEncoding: row.imageEncoding,
    size: String(row.content.length),
    sha256: row.sha256.toString("hex"),
    w9Withhold: row.w9Withhold,
  };
}
