// Adding a document of an issuer's security, or a new version of one. (interface 2.4)
import { createHash } from "node:crypto";
import type { Id } from "@bursar/values/ids";
import type { Context } from "../../../platform/change/context.ts";
import { write } from "../../../platform/change/write.ts";
import { type Problem, refuseFor, ruleProblem } from "../../../values/problem.ts";
import type { NewOfferDocument } from "./approval-schema.ts";
import {
  insertDocument,
  type KnownOfSecurity,
  lockIssuer,
  type NewDocumentRow,
  selectLatestVersion,
} from "./document-queries.ts";
import { addOfferDocumentEntry } from "./entries.ts";
import { offerErrors } from "./errors.ts";
import { documentAdded } from "./events.ts";
import { isLater } from "./rules.ts";

/** Stores a version above the latest one; returns the id of the document and of its offer, if there
 * is one. */
export async function addOfferDocument(
  ctx: Context,
  firmOid: string,
  request: NewOfferDocument,
): Promise<{ readonly id: string; readonly offerOid: string | null }> {
  return write(
    ctx,
    addOfferDocumentEntry,
    async (tx) => {
      const row = rowOf(ctx, firmOid as Id, request);
      // The firm's lock has two versions follow each other.
      const known = await lockIssuer(tx, row);
      const latest = await selectLatestVersion(tx, row, row.id);
      refuseFor(problemsWith(known, row.version, latest));

      insertDocument(tx, row);
      const offerOid = known?.offerOid ?? null;
      const document = describe(row);
      const events = [documentAdded({ documentId: row.id, version: row.version })];
      const ofOffer =
        offerOid === null ? [] : [{ subject: `offer:${offerOid}`, after: { document } }];
      return {
        value: { id: row.id, offerOid },
        audit: [{ subject: `firm:${firmOid}`, after: { document }, events }, ...ofOffer],
      };
    },
    { refusals: { offer_document_version_key: ruleProblem(offerErrors.documentVersion) } },
  );
}

function rowOf(ctx: Context, firmOid: Id, request: NewOfferDocument): NewDocumentRow {
  const { documentData: content, id = ctx.newId(), ...rest } = request;
  const sha256 = createHash("sha256").update(content).digest();
  return { ...rest, firmOid, id, content, sha256 };
}

function problemsWith(
  known: KnownOfSecurity | undefined,
  version: string,
  latest: string | undefined,
): Problem[] {
  if (!known?.isIssuing) return [ruleProblem(offerErrors.issuingFirm)];
  const isAbove = latest === undefined || isLater(version, latest);
  return isAbove ? [] : [ruleProblem(offerErrors.documentVersion)];
}

/** The document for the audit log: its hash, never its bytes. */
function describe({ content, sha256, firmOid: _firm, ...row }: NewDocumentRow) {
  return { ...row, size: String(content.length), sha256: sha256.toString("hex") };
}
