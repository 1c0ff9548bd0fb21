// Listing the documents that were sent of a member.
import type { Context } from "../../../platform/change/context.ts";
import { encodeUploads } from "./encode-uploads.ts";
import { selectUploads } from "./queries.ts";
import type { UploadedDocument } from "./schema.ts";

/** The member's documents, the newest first, each with the verdict. */
export async function listMemberUploads(
  { db }: Context,
  loginId: string,
): Promise<UploadedDocument[]> {
  return encodeUploads(db, await selectUploads(db, `member:${loginId}`));
}
