// The records of subjects for examiners: audit entries, the states they left, documents, and a chain of
// hashes that needs no key. (docs/records.md)
import { createHash } from "node:crypto";
import { addDays, type Day, endOfDay } from "@bursar/values/dates";
import { selectChain } from "../../../platform/change/audit.ts";
import {
  type AuditFault,
  faultOfChain,
  type StoredEntry,
} from "../../../platform/change/audit-chain.ts";
import type { Vault } from "../../../platform/keys/vault.ts";
import type { Reader } from "../../../platform/store/db.ts";
import {
  type ExportedDocument,
  selectBytesOf,
  selectDocumentsOf,
  selectSubjectsOfFirm,
} from "./export-queries.ts";
import { hasState, stateAt } from "./state-at.ts";

/** The records to export: those of a subject, or of a firm with its members and accounts; on some days. */
export interface AskedRecords {
  readonly subject?: string | undefined;
  readonly firm?: string | undefined;
  readonly from?: Day | undefined;
  readonly to?: Day | undefined;
}

/** A file of an export by its path in the folder. */
export interface ExportedFile {
  readonly path: string;
  readonly content: Buffer;
  /** Of a document whose bytes are not those that its entry names: its id. */
  readonly alteredDocument?: string;
}

/** The exported records of a subject. */
export interface ExportedSubject {
  readonly subject: string;
  readonly folder: string;
  readonly entries: number;
  readonly documents: number;
  /** Faults of its chain; undefined where that is whole. */
  readonly fault: AuditFault | undefined;
  readonly files: AsyncIterable<ExportedFile>;
}

/** The subjects that are asked for, in order. */
export async function subjectsOf(db: Reader, asked: AskedRecords): Promise<readonly string[]> {
  if (asked.firm !== undefined) return selectSubjectsOfFirm(db, asked.firm);
  return asked.subject === undefined ? [] : [asked.subject];
}

/** The records of a subject: its files are read as they are asked for. */
export async function exportSubject(
  db: Reader,
  vault: Pick<Vault, "auditKey">,
  subject: string,
  asked: AskedRecords,
): Promise<ExportedSubject> {
  const { chain, head } = await selectChain(db, subject);
  const entries = chain.filter(({ occurredAt }) => isWithin(occurredAt, asked));
  const named = entries.map(({ detail }) => detail).join("\n");
  // A document belongs to the entry that has its hash.
  const documents = (await selectDocumentsOf(db, subject)).filter(({ sha256 }) =>
    named.includes(sha256),
  );
  const folder = `subjects/${encodeURIComponent(subject)}`;
  return {
    subject,
    folder,
    entries: entries.length,
    documents: documents.length,
    fault: faultOfChain(vault.auditKey, subject, chain, head),
    files: filesOf(db, { subject, folder, chain, entries, documents }),
  };
}

function isWithin(at: Date, { from, to }: AskedRecords): boolean {
  if (from !== undefined && at <= endOfDay(addDays(from, -1))) return false;
  return to === undefined || at <= endOfDay(to);
}

interface SubjectRecords {
  readonly subject: string;
  readonly folder: string;
  readonly chain: readonly StoredEntry[];
  readonly entries: readonly StoredEntry[];
  readonly documents: readonly ExportedDocument[];
}

async function* filesOf(
  db: Reader,
  { subject, folder, chain, entries, documents }: SubjectRecords,
): AsyncGenerator<ExportedFile> {
  const file = (name: string, text: string) => ({
    path: `${folder}/${name}`,
    content: Buffer.from(text),
  });
  const lines = entries.map(entryLine);
  yield file("entries.ndjson", lines.map((line) => `${line}\n`).join(""));
  yield file(
    "chain.txt",
    chainedHashes(lines)
      .map((hash) => `${hash}\n`)
      .join(""),
  );
  if (hasState(subject)) {
    const states = entries.map((entry) => JSON.stringify(stateAfter(subject, chain, entry)));
    yield file("states.ndjson", states.map((line) => `${line}\n`).join(""));
  }
  yield file("documents.ndjson", documents.map(({ row }) => `${row}\n`).join(""));
  const digests: string[] = [];
  for (const { documentOid, mediaType, sha256: expected } of documents) {
    const content = await selectBytesOf(db, subject, documentOid);
    if (content === undefined) continue;
    const path = `${folder}/documents/${documentOid}.${endings[mediaType] ?? "bin"}`;
    digests.push(`${expected}  ${path}\n`);
    const isAltered = sha256(content) !== expected;
    yield { path, content, ...(isAltered && { alteredDocument: documentOid }) };
  }
  yield file("documents.txt", digests.join(""));
}

const endings: Readonly<Record<string, string>> = {
  "application/pdf": "pdf",
  "application/xml": "xml",
  "image/jpeg": "jpg",
  "image/png": "png",
};

/** An entry as a line: everything that its MAC covers, and the MAC. */
function entryLine({ caller, detail, mac, occurredAt, ...entry }: StoredEntry): string {
  return JSON.stringify({
    subject: entry.subject,
    sequence: entry.sequence,
    occurredAt: occurredAt.toISOString(),
    operation: entry.operation,
    caller: JSON.parse(caller),
    requestId: entry.requestId,
    address: entry.address,
    detail: JSON.parse(detail),
    mac: mac.toString("hex"),
  });
}

const beforeFirst = "0".repeat(64);

/** For each line the SHA-256 of the one before it in this list and its own, in hexadecimal: a chain that needs no
 * key, over the lines in their order. */
function chainedHashes(lines: readonly string[]): string[] {
  let previous = beforeFirst;
  return lines.map((line) => {
    previous = sha256(previous + sha256(line));
    return previous;
  });
}

function sha256(content: string | Buffer): string {
  return createHash("sha256").update(content).digest("hex");
}

/** The state that an entry left; several entries of one instant are distinguished by their order. */
function stateAfter(subject: string, chain: readonly StoredEntry[], entry: StoredEntry) {
  const until = chain.slice(0, chain.indexOf(entry) + 1);
  return stateAt(subject, until, entry.occurredAt);
}
