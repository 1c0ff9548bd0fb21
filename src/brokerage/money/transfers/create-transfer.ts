// Asking another institution for an account, or for a part of one. (interface 4.6)
import { createHash } from "node:crypto";
import type { Context } from "../../../platform/change/context.ts";
import { write } from "../../../platform/change/write.ts";
import { refuseFor } from "../../../values/problem.ts";
import { holdOwners, lockAccountForCaller } from "../../clients-and-accounts/accounts/changes.ts";
import { selectAccountOwners } from "../../clients-and-accounts/accounts/reads.ts";
import { addStoredBytes } from "../../clients-and-accounts/agreements/changes.ts";
import { problemsOfStorage } from "../../clients-and-accounts/agreements/reads.ts";
import { selectUnverified } from "../../clients-and-accounts/members/reads.ts";
import { selectRestrictionsInForce } from "../../clients-and-accounts/restrictions/reads.ts";
import { contraFirmNamed } from "../contra-firms/reads.ts";
import { drawAcatId } from "./acat-id.ts";
import { createTransferEntry } from "./entries.ts";
import { transferCreated } from "./events.ts";
import { insertStep } from "./history-queries.ts";
import { finalStatuses, firstStatus } from "./life-cycle.ts";
import {
  insertSignature,
  insertTransfer,
  type NewTransferRow,
  type SignatureRow,
  selectOpenTransfers,
} from "./request-queries.ts";
import { hasAssets, problemsWithNew } from "./rules.ts";
import type { NewTransfer } from "./schema.ts";

/** Enters a transfer with the signatures of all owners, and returns its id. */
export async function createTransfer(
  ctx: Context,
  accountNumber: string,
  request: NewTransfer,
  most = Number.MAX_SAFE_INTEGER,
): Promise<string> {
  const size = request.signatures.reduce((sum, { data }) => sum + data.bytes.length, 0);
  const stored = { firmOid: ctx.caller.firm.oid, size };
  return write(ctx, createTransferEntry, async (tx) => {
    // Members are locked before accounts: none of the owners fails verification meanwhile.
    await holdOwners(tx, await selectAccountOwners(tx, accountNumber));
    // The lock makes two that are alike come one after the other, so that the second is refused.
    const [account, owners, contraFirm, inForce, open, ofStorage] = await Promise.all([
      lockAccountForCaller(tx, ctx.caller, accountNumber, "papers"),
      selectAccountOwners(tx, accountNumber),
      contraFirmNamed(tx, request.contraFirmName),
      selectRestrictionsInForce(tx, accountNumber),
      selectOpenTransfers(tx, accountNumber, finalStatuses),
      problemsOfStorage(tx, { ...stored, most }),
    ]);
    const { accountType } = account;
    const unverified = await selectUnverified(tx, owners);
    const facts = { accountType, owners, contraFirm, inForce, unverified, open };
    const dtcNumber = contraFirm?.dtcNumber ?? null;
    refuseFor([...problemsWithNew(request, facts), ...ofStorage]);

    const transfer = transferOf(ctx, request, { accountNumber, dtcNumber });
    const signatures = signaturesOf(ctx, request);
    insertTransfer(tx, transfer);
    insertStep(tx, { ...transfer, position: 1, reasonCode: null, changedAt: ctx.now });
    for (const signature of signatures) insertSignature(tx, transfer, signature);
    addStoredBytes(tx, stored);
    const after = { transfer: describe(transfer), signatures: signatures.map(describeSignature) };
    const events = [transferCreated({ acatid: transfer.acatId, status: firstStatus })];
    return { value: transfer.acatId, audit: [{ subject: account.number, after, events }] };
  });
}

function transferOf(
  ctx: Context,
  request: NewTransfer,
  { accountNumber, dtcNumber }: Pick<NewTransferRow, "accountNumber" | "dtcNumber">,
): NewTransferRow {
  const { stocks = [], cashAmount, transferAllCash, rothFiveYear } = request;
  const assets = {
    stocks: stocks.map(({ ticker, description, amount }) => ({
      ticker,
      description: description ?? null,
      amount: amount ?? null,
    })),
    cashAmount: cashAmount ?? null,
    transferAllCash: transferAllCash === true,
  };
  return {
    accountNumber,
    acatId: drawAcatId(ctx.random),
    loginId: request.loginId,
    transferType: request.transferType,
    status: firstStatus,
    comment: null,
    contraFirmName: request.contraFirmName,
    contraAccountNumber: request.contraAccountNumber,
    dtcNumber,
    assets: hasAssets(request) ? assets : null,
    rothFiveYear: rothFiveYear ?? null,
    createdAt: ctx.now,
    lastModifiedAt: ctx.now,
  };
}

function signaturesOf(ctx: Context, request: NewTransfer): SignatureRow[] {
  const { caller } = ctx;
  return request.signatures.map(({ loginId, data: { bytes } }) => ({
    loginId,
    imageEncoding: request.signatureImageEncoding,
    content: bytes,
    sha256: createHash("sha256").update(bytes).digest(),
    apiUserId: caller.apiUserId,
    callerLoginId: (caller.member ?? caller.actingFor)?.loginId ?? null,
    requestId: ctx.requestId,
    address: ctx.address,
    signedAt: ctx.now,
  }));
}

function describe({ acatId, assets, createdAt, ...row }: NewTransferRow) {
  const { loginId, transferType, status, contraFirmName, dtcNumber, contraAccountNumber } = row;
  const { stocks = [], cashAmount = null, transferAllCash = false } = assets ?? {};
  return {
    acatid: acatId,
    loginId,
    transferType,
    status,
    contraFirmName,
    dtcNumber,
    contraAccountNumber,
    stocks,
    cashAmount,
    transferAllCash,
    rothFiveYear: row.rothFiveYear,
    creationTS: createdAt,
  };
}

/** A signature for the audit log: its hash, never its bytes. */
function describeSignature({ loginId, content, sha256 }: SignatureRow) {
  return { loginId, size: String(content.length), sha256: sha256.toString("hex") };
}
