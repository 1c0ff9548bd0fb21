// `bursar records export`: records of subjects for examiners, in a new folder with its own verifier.
// (docs/records.md)
import { createHash } from "node:crypto";
import { mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import type { Day } from "@bursar/values/dates";
import {
  type AskedRecords,
  exportSubject,
  subjectsOf,
} from "../brokerage/service/audit-entries/export-records.ts";
import { explanation, verifier } from "../brokerage/service/audit-entries/records-verifier.ts";
import { exportKey, signIndex } from "../brokerage/service/audit-entries/sign-index.ts";
import type { Vault } from "../platform/keys/vault.ts";
import { writeNewFile } from "../platform/process/new-file.ts";
import type { Reader } from "../platform/store/db.ts";
import { withSnapshot } from "../platform/store/snapshot.ts";
import { counted } from "../values/readable.ts";
import { withStore } from "./command-context.ts";
import { daysGiven } from "./day-range.ts";
import { CommandFault, UsageFault } from "./faults.ts";
import { printJson, printLines } from "./output.ts";

interface RecordsOptions {
  readonly subject?: string;
  readonly firm?: string;
  readonly from?: Day;
  readonly to?: Day;
  readonly out: string;
  readonly json?: boolean;
}

/** Writes the records of a subject or a firm as of one moment; exits with 1 if a chain is broken or a document altered,
 * which the summary says. */
export async function exportRecordsCommand(options: RecordsOptions): Promise<void> {
  const { out, json = false, ...asked } = options;
  if ((asked.subject === undefined) === (asked.firm === undefined)) {
    throw new UsageFault("give one of --subject and --firm");
  }
  daysGiven(asked);
  const summary = await withStore("export", async ({ store, vault }) =>
    withSnapshot(store.serving, (snapshot) => writeRecords(snapshot, vault, out, asked)),
  );
  const { entries, documents, subjects, faults, alteredDocuments } = summary;
  if (json) printJson(summary);
  else {
    const found = [counted(entries, "entry", "entries"), counted(documents, "document")];
    printLines(
      `${out}: ${found.join(" and ")} of ${counted(subjects, "subject")}`,
      `Check it with sh ${join(out, "verify.sh")}`,
    );
  }
  if (faults.length > 0) {
    throw new CommandFault(`${counted(faults.length, "chain is", "chains are")} broken.`);
  }
  if (alteredDocuments.length > 0) {
    throw new CommandFault(`Not as stored: document ${alteredDocuments.join(", ")}.`);
  }
}

/** Writes the folder, and returns its summary. */
export async function writeRecords(
  db: Reader,
  vault: Vault,
  out: string,
  asked: AskedRecords,
  takenAt = new Date(),
) {
  const subjects = await subjectsOf(db, asked);
  await makeFolder(out);
  const folder = openFolder(out);
  const folders: string[] = [];
  const faults: { subject: string; sequence: string; reason: string }[] = [];
  const alteredDocuments: string[] = [];
  let entries = 0;
  let documents = 0;
  for (const subject of subjects) {
    const found = await exportSubject(db, vault, subject, asked);
    if (found.fault !== undefined) faults.push(found.fault);
    // A subject that was never written to has nothing to show.
    if (found.entries === 0 && found.fault === undefined) continue;
    folders.push(found.folder);
    entries += found.entries;
    documents += found.documents;
    for await (const { path, content, alteredDocument } of found.files) {
      await folder.add(path, content);
      if (alteredDocument !== undefined) alteredDocuments.push(alteredDocument);
    }
  }
  if (folders.length === 0)
    throw new CommandFault("There is no entry of this subject in these days.");
  const { subject = null, firm = null, from = null, to = null } = asked;
  const counts = { subjects: folders.length, entries, documents, faults, alteredDocuments };
  const summary = { format: "bursar records 1", takenAt, subject, firm, from, to, ...counts };
  await folder.add("summary.json", Buffer.from(`${JSON.stringify(summary, null, 2)}\n`));
  await folder.add("subjects.txt", Buffer.from(folders.map((each) => `${each}\n`).join("")));
  await folder.add("README.txt", Buffer.from(explanation));
  await folder.add("verify.sh", Buffer.from(verifier));
  const index = folder.index();
  await folder.write("index.txt", index);
  await folder.write("index.sig", signIndex(vault, index));
  await folder.write("key.pem", Buffer.from(exportKey(vault)));
  return summary;
}

async function makeFolder(path: string): Promise<void> {
  await mkdir(path, { mode: 0o700 }).catch((error: { code?: string }) => {
    if (error.code !== "EEXIST") throw error;
    throw new UsageFault(`${path} already exists: choose another name`);
  });
}

/** A folder that grows, with the hashes of its files. */
function openFolder(root: string) {
  const hashes: string[] = [];
  const write = async (path: string, content: Buffer) => {
    await mkdir(dirname(join(root, path)), { recursive: true, mode: 0o700 });
    await writeNewFile(join(root, path), Readable.from([content]));
  };
  return {
    write,
    async add(path: string, content: Buffer): Promise<void> {
      await write(path, content);
      hashes.push(`${createHash("sha256").update(content).digest("hex")}  ${path}\n`);
    },
    index: () => Buffer.from(hashes.join("")),
  };
}
