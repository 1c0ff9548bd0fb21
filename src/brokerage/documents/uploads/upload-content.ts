// The bytes of a document that was sent.
import { type Id, isId } from "@bursar/values/ids";
import type { Reader } from "../../../platform/store/db.ts";
import { notFound } from "../../../values/problem.ts";
import { type MediaType, refuseAltered } from "../vault/reads.ts";
import { uploadErrors } from "./errors.ts";
import { selectUpload } from "./queries.ts";

/** The bytes of an upload with the name under which it is saved. */
export interface UploadContent {
  readonly name: string;
  readonly mediaType: MediaType;
  readonly sha256: string;
  readonly content: Buffer;
}

/** The bytes of a document of a subject; 404 without it, and once its bytes have expired, and a refusal if they were altered. */
export async function uploadContent(
  db: Reader,
  subject: string,
  documentOid: string,
): Promise<UploadContent> {
  const row = isId(documentOid) ? await selectUpload(db, subject, documentOid) : undefined;
  const content = row?.content ?? null;
  if (row === undefined || content === null) throw notFound(uploadErrors.notFound);
  refuseAltered({ ...row, documentOid: documentOid as Id }, content);
  return { ...row, content };
}
