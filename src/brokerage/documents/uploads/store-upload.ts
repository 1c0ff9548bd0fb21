// Stores an upload of either kind: its bytes, and the row that says what they are.
import type { Id } from "@bursar/values/ids";
import type { WriteContext } from "../../../platform/change/context.ts";
import type { Tx } from "../../../platform/store/db.ts";
import { codeList } from "../../../reference/codes.ts";
import { keepUpload } from "../vault/changes.ts";
import { mediaTypeOf } from "../vault/kept-bytes.ts";
import type { MediaType } from "../vault/reads.ts";
import { insertUpload } from "./queries.ts";

/** A document as it was sent, of an account or a member. */
export interface SentDocument {
  readonly documentData: Buffer;
  readonly documentType: string;
  readonly reference?: string;
  readonly referenceType?: string;
  readonly comments?: string;
}

/** Where an upload is stored, what its reference names unless it says so, and the item for its verdict. */
export interface UploadPlace {
  readonly subject: string;
  readonly documentOid: Id;
  readonly usualReferenceType: "ACCOUNT" | "MEMBER";
  readonly item: { readonly accountNumber: string; readonly id: Id } | undefined;
}

const endings: Readonly<Record<MediaType, string>> = {
  "application/pdf": "pdf",
  "application/xml": "xml",
  "image/jpeg": "jpg",
  "image/png": "png",
};

const keptComment = 300;

/** Stores an upload, and returns what its audit entry says. */
export function storeUpload(
  tx: Tx,
  ctx: Pick<WriteContext, "now" | "actor">,
  sent: SentDocument,
  { subject, documentOid, usualReferenceType, item }: UploadPlace,
) {
  const content = sent.documentData;
  const mediaType = mediaTypeOf(content) ?? "application/pdf";
  const word = sent.documentType.toLowerCase().replaceAll("_", "-");
  const name = `${word}-${documentOid}.${endings[mediaType]}`;
  const { documentType } = sent;
  const named = { subject, documentOid, documentType, name, mediaType };
  const document = keepUpload(tx, ctx, { ...named, content });
  const comments = [...(sent.comments ?? "")].slice(0, keptComment).join("");
  const upload = {
    reference: sent.reference ?? null,
    referenceType: sent.referenceType ?? usualReferenceType,
  };
  insertUpload(tx, {
    subject,
    documentOid,
    ...upload,
    comments: comments === "" ? null : comments,
    itemAccount: item?.accountNumber ?? null,
    itemId: item?.id ?? null,
  });
  return { document, upload: { documentType, ...upload, itemId: item?.id ?? null } };
}

/** The title of a type of documents. */
export function titleOf(list: "account" | "member", documentType: string): string {
  return codeList(`${list}-document-type`).find(documentType)?.name ?? documentType;
}
