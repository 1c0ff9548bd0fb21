// Sending a document of an account. (docs/documents.md)
import { newYorkDay } from "@bursar/values/dates";
import type { Id } from "@bursar/values/ids";
import { type Context, clientsInView } from "../../../platform/change/context.ts";
import { write } from "../../../platform/change/write.ts";
import { refuseFor } from "../../../values/problem.ts";
import { lockAccountForCaller } from "../../clients-and-accounts/accounts/changes.ts";
import { addStoredBytes, askForVerdict } from "../../clients-and-accounts/agreements/changes.ts";
import { hasRoomFor } from "../../clients-and-accounts/agreements/reads.ts";
import { documentUploaded } from "../vault/changes.ts";
import { uploadAccountDocumentEntry } from "./entries.ts";
import { problemsWithUpload } from "./rules.ts";
import type { AccountUpload } from "./schema.ts";
import { storeUpload, titleOf } from "./store-upload.ts";

/** Keeps the document, asks the operator for its verdict, and returns the document's id. */
export async function uploadAccountDocument(
  ctx: Context,
  accountNumber: string,
  request: AccountUpload,
  most = Number.MAX_SAFE_INTEGER,
): Promise<Id> {
  const stored = { firmOid: ctx.caller.firm.oid, size: request.documentData.length };
  return write(ctx, uploadAccountDocumentEntry, async (tx) => {
    const [account, hasRoom] = await Promise.all([
      lockAccountForCaller(tx, ctx.caller, accountNumber, "owner"),
      hasRoomFor(tx, { ...stored, most }),
    ]);
    refuseFor(problemsWithUpload({ hasRoom }));

    const documentOid = ctx.newId();
    const item = { accountNumber: account.number, id: ctx.newId() };
    const [client] = clientsInView(ctx.caller);
    const asked = askForVerdict(tx, {
      ...item,
      loginId: client?.loginId ?? account.primaryOwner,
      startOn: newYorkDay(ctx.now),
      documentOid,
      title: titleOf("account", request.documentType),
    });
    const subject = account.number;
    const after = storeUpload(tx, ctx, request, {
      subject,
      documentOid,
      usualReferenceType: "ACCOUNT",
      item,
    });
    addStoredBytes(tx, stored);
    const by = client && { loginId: client.loginId };
    const events = [documentUploaded({ documentOid, ...by }), asked];
    return { value: documentOid, audit: [{ subject, after, events }] };
  });
}
