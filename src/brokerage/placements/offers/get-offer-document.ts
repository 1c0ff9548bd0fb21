// Reading a document of an offer, which records that the associated member viewed it. (interface 2.4)
import { type Context, kindOfCaller } from "../../../platform/change/context.ts";
import { write } from "../../../platform/change/write.ts";
import { forbidden, notFound } from "../../../values/problem.ts";
import { type DocumentContent, recordView, selectDocument } from "./document-queries.ts";
import { getOfferDocumentEntry } from "./entries.ts";
import { offerErrors } from "./errors.ts";
import { documentViewed } from "./events.ts";

/** Returns the bytes of a version, by default the latest, once the member's view is stored; a caller
 * who may change nothing leaves no view. 404 where there is no such version. */
export async function getOfferDocument(
  ctx: Context,
  offerOid: string,
  { documentId, version = null }: { documentId: string; version: string | undefined | null },
): Promise<DocumentContent> {
  const { caller } = ctx;
  const kind = kindOfCaller(caller);
  const isForItself = kind === "issuing" || kind === "operator";
  if (isForItself && caller.actingFor !== undefined) throw forbidden();
  const key = { offerOid, documentId, version };
  const found = isDocumentId(documentId) ? await selectDocument(ctx.db, key) : undefined;
  if (found === undefined) throw notFound(offerErrors.documentNotFound);
  const viewer = kind === "client" ? caller.member : caller.actingFor;
  if (isForItself || viewer === undefined || !ctx.recordsUse) return found;
  const { loginId } = viewer;
  await write(ctx, getOfferDocumentEntry, async (tx) => {
    const view = { documentId, version: found.version, loginId };
    const { now: at, requestId, address } = ctx;
    recordView(tx, { ...view, offerOid, at, requestId, address });
    const note = { subject: `offer:${offerOid}`, detail: view, events: [documentViewed(view)] };
    return { value: null, audit: [note] };
  });
  return found;
}

/** Whether a document can have this id; an impossible one never reaches the store, which refuses
 * U+0000. */
export function isDocumentId(id: string): boolean {
  return /^[^\p{Cc}\p{Cs}]{1,40}$/u.test(id);
}

const mediaTypes: ReadonlyMap<string, string> = new Map([
  ["pdf", "application/pdf"],
  ["txt", "text/plain"],
]);

/** The media type of a document by the ending of its name. */
export function mediaTypeOf(name: string): string {
  const ending = name.split(".").at(-1)?.toLowerCase() ?? "";
  return mediaTypes.get(ending) ?? "application/octet-stream";
}
