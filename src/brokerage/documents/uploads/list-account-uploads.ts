// Listing the documents that were sent of an account.
import type { Context } from "../../../platform/change/context.ts";
import { encodeUploads } from "./encode-uploads.ts";
import { selectUploads } from "./queries.ts";
import type { UploadedDocument } from "./schema.ts";

/** The account's documents, the newest first, each with the verdict. */
export async function listAccountUploads(
  { db }: Context,
  accountNumber: string,
): Promise<UploadedDocument[]> {
  return encodeUploads(db, await selectUploads(db, accountNumber));
}
