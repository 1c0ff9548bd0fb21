// Verifying the chains of the audit log, part by part. (docs/operations.md)
import { verifyPart } from "../../../platform/change/audit.ts";
import type { Context } from "../../../platform/change/context.ts";
import type { ChainsQuery, VerifiedChains } from "./schema.ts";

/** Walks some chains, in order of subject, and says where to go on. */
export async function verifyChains(
  { db, vault }: Context,
  { after = "", limit }: ChainsQuery,
): Promise<VerifiedChains> {
  const most = Number(limit ?? 100);
  const { subjects, entries, faults, next } = await verifyPart(db, vault.auditKey, { after, most });
  return {
    subjects: String(subjects),
    entries: String(entries),
    faults: [...faults],
    next: next ?? null,
  };
}
