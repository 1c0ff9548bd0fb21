// Sending a document of a member. (docs/documents.md)
import { newYorkDay } from "@bursar/values/dates";
import type { Id } from "@bursar/values/ids";
import type { Context } from "../../../platform/change/context.ts";
import { write } from "../../../platform/change/write.ts";
import { refuseFor } from "../../../values/problem.ts";
import { lockAccountsOwnedBy } from "../../clients-and-accounts/accounts/changes.ts";
import { addStoredBytes, askForVerdict } from "../../clients-and-accounts/agreements/changes.ts";
import { hasRoomFor } from "../../clients-and-accounts/agreements/reads.ts";
import { lockMemberForCaller } from "../../clients-and-accounts/members/changes.ts";
import { documentUploaded } from "../vault/changes.ts";
import { uploadMemberDocumentEntry } from "./entries.ts";
import { problemsWithUpload } from "./rules.ts";
import type { MemberUpload } from "./schema.ts";
import { storeUpload, titleOf } from "./store-upload.ts";

/** Keeps the document, asks the operator for its verdict, and returns the document's id. The question is an
 * item of the member's first account by number; a member without one has the document alone. */
export async function uploadMemberDocument(
  ctx: Context,
  loginId: string,
  request: MemberUpload,
  most = Number.MAX_SAFE_INTEGER,
): Promise<Id> {
  const stored = { firmOid: ctx.caller.firm.oid, size: request.documentData.length };
  return write(ctx, uploadMemberDocumentEntry, async (tx) => {
    await lockMemberForCaller(tx, ctx.caller, loginId);
    const [owned, hasRoom] = await Promise.all([
      lockAccountsOwnedBy(tx, loginId),
      hasRoomFor(tx, { ...stored, most }),
    ]);
    refuseFor(problemsWithUpload({ hasRoom }));

    const documentOid = ctx.newId();
    const [accountNumber] = owned.toSorted();
    const item = accountNumber === undefined ? undefined : { accountNumber, id: ctx.newId() };
    const subject = `member:${loginId}`;
    const after = storeUpload(tx, ctx, request, {
      subject,
      documentOid,
      usualReferenceType: "MEMBER",
      item,
    });
    addStoredBytes(tx, stored);
    const uploaded = documentUploaded({ documentOid, loginId });
    const note = { subject, after, events: [uploaded] };
    if (item === undefined) return { value: documentOid, audit: [note] };

    const title = titleOf("member", request.documentType);
    const startOn = newYorkDay(ctx.now);
    const asked = askForVerdict(tx, { ...item, loginId, startOn, documentOid, title });
    const ofItem = { subject: item.accountNumber, after, events: [asked] };
    return { value: documentOid, audit: [note, ofItem] };
  });
}
