// Reading the bytes of a document that was sent of an account.
import type { Context } from "../../../platform/change/context.ts";
import { type UploadContent, uploadContent } from "./upload-content.ts";

/** The bytes as they were sent; 404 where the account has no such document, or no longer. */
export async function getAccountUpload(
  { db }: Context,
  accountNumber: string,
  documentOid: string,
): Promise<UploadContent> {
  return uploadContent(db, accountNumber, documentOid);
}
