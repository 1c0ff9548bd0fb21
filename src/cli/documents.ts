// `bursar documents`: printing the papers of a run, removing the bytes of those past their time, and listing those on
// hold.
// (docs/documents.md)
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { encodeInstant, newYorkDay } from "@bursar/values/dates";
import { type Id, isId } from "@bursar/values/ids";
import { fileOf, manifestHeader, manifestLines } from "../brokerage/documents/printing/manifest.ts";
import { papersToPrint } from "../brokerage/documents/printing/papers-to-print.ts";
import { printDocuments } from "../brokerage/documents/printing/print-documents.ts";
import {
  dueDocuments,
  expireDocuments,
} from "../brokerage/documents/retention/expire-documents.ts";
import { heldDocuments } from "../brokerage/documents/retention/held-documents.ts";
import type { HeldDocument } from "../brokerage/documents/retention/queries.ts";
import { replaceFile } from "../platform/process/new-file.ts";
import type { Reader } from "../platform/store/db.ts";
import { counted } from "../values/readable.ts";
import { commandContext, withStore } from "./command-context.ts";
import { CommandFault, UsageFault } from "./faults.ts";
import { printJson, printLines } from "./output.ts";

interface PrintOptions {
  readonly run: string;
  readonly out: string;
  readonly json?: boolean;
}

/** Writes the papers of a run that go to somebody on paper, and the manifest; then notes them as handed
 * over. The same run gives the same bytes again. */
export async function printCommand({ run, out, json = false }: PrintOptions): Promise<void> {
  if (!isId(run)) throw new UsageFault("--run is not the id of a run");
  const done = await withStore("documents", async (opened) => {
    const ctx = commandContext(opened);
    let manifest = manifestHeader;
    let papers = 0;
    for await (const batch of papersToPrint(opened.db, run as Id)) {
      await mkdir(out, { recursive: true, mode: 0o700 });
      for (const paper of batch) {
        await replaceFile(join(out, fileOf(paper)), paper.content);
        manifest += manifestLines(paper);
      }
      papers += batch.length;
    }
    if (papers === 0) throw new CommandFault("The run has no paper that is sent on paper.");
    await replaceFile(join(out, "manifest.csv"), manifest);
    let noted = 0;
    for await (const batch of papersToPrint(opened.db, run as Id)) {
      noted += await printDocuments(ctx, run as Id, batch);
    }
    return { papers, letters: manifest.split("\r\n").length - 2, noted };
  });
  if (json) return printJson(done);
  printLines(
    `${out}: ${counted(done.papers, "paper")}, ${counted(done.letters, "letter")}, of which ` +
      `${done.noted} were not handed over before.`,
  );
}

interface ExpireOptions {
  readonly check?: boolean;
  readonly json?: boolean;
}

/** Removes the bytes of all documents whose time is over and that are on no hold, or lists them. */
export async function expireCommand({ check = false, json = false }: ExpireOptions): Promise<void> {
  const documents = await withStore("documents", async (opened) => {
    const ctx = commandContext(opened);
    const walk = check ? dueDocuments(ctx.db, newYorkDay(ctx.now)) : expireDocuments(ctx);
    const found = [];
    for await (const batch of walk) {
      for (const { subject, documentOid, sha256, retainUntil } of batch) {
        found.push({ owner: subject, documentOid, sha256, retainUntil });
      }
    }
    return found;
  });
  if (json) return printJson(documents);
  const verb = check ? "due" : "removed";
  printLines(
    ...documents.map(({ owner, documentOid }) => `${owner}: document ${documentOid} ${verb}`),
    `${counted(documents.length, "document")} ${verb}`,
  );
}

/** Lists the documents on hold, each with the reason of its hold. */
export async function heldCommand({ json = false }: { readonly json?: boolean }): Promise<void> {
  const documents = await withStore("documents", ({ db }) => listHeld(db));
  if (json) printJson(documents);
  else printLines(...heldLines(documents));
}

/** A document on hold, as the command prints it. */
interface ListedHold extends Omit<HeldDocument, "subject" | "heldAt"> {
  readonly owner: string;
  readonly heldAt: string;
}

/** All documents on hold, by owner and id. */
export async function listHeld(db: Reader): Promise<ListedHold[]> {
  const found: ListedHold[] = [];
  for await (const batch of heldDocuments(db)) {
    for (const { subject: owner, heldAt, ...held } of batch) {
      found.push({ owner, ...held, heldAt: encodeInstant(heldAt) });
    }
  }
  return found;
}

/** A line for each document on hold, and how many there are. */
export function heldLines(documents: readonly ListedHold[]): string[] {
  return [
    ...documents.map(
      ({ owner, documentOid, name, heldAt, reason }) =>
        `${owner}: document ${documentOid}, ${name}, since ${heldAt.slice(0, 10)}: ${reason}`,
    ),
    `${counted(documents.length, "document")} on hold`,
  ];
}
