// Reading the bytes of a document that was sent of a member.
import type { Context } from "../../../platform/change/context.ts";
import { type UploadContent, uploadContent } from "./upload-content.ts";

/** The bytes as they were sent; 404 where the member has no such document, or no longer. */
export async function getMemberUpload(
  { db }: Context,
  loginId: string,
  documentOid: string,
): Promise<UploadContent> {
  return uploadContent(db, `member:${loginId}`, documentOid);
}
