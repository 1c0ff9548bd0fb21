// Reads of retention for other resources: documents that are not as they were stored.
import type { Reader } from "../../../platform/store/db.ts";
import { type AlteredDocument, selectAltered } from "./queries.ts";

const sentences: Readonly<Record<AlteredDocument["fault"], string>> = {
  bytes: "has bytes with another hash than when it was stored",
  gone: "has lost its bytes before its time",
  row: "has a hash that is in no audit entry of its owner",
};

/** How many documents are not as they were stored, and the first of them in sentences. It reads all bytes. */
export async function alteredDocuments(
  db: Reader,
  most: number,
): Promise<{ readonly count: number; readonly first: readonly string[] }> {
  const found = await selectAltered(db, most);
  const first = found.map(
    ({ subject, documentOid, fault }) =>
      `Document ${documentOid} of ${subject} ${sentences[fault]}.`,
  );
  return { count: found[0]?.count ?? 0, first };
}
