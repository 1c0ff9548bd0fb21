// Mends the files of a folder that spreadsheets have written, and writes a copy that can be loaded.
import { copyFile, lstat, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Style } from "./cell-readings.ts";
import { documents, nearKind } from "./folder-files.ts";
import type { LoadKind } from "./load-kind.ts";
import { LoadFault, type LoadProblem } from "./load-problem.ts";
import { type MendedPlace, mendFile } from "./mend-file.ts";

/** What became of a file. */
export interface MendReport {
  readonly file: string;
  /** The name that it had. */
  readonly from: string;
  readonly rows: number;
  readonly readings: readonly MendedPlace[];
}

/** The largest file that is mended, in bytes: it is held in memory. */
const largestFile = 64 * 1024 * 1024;

interface Copy extends MendReport {
  readonly text: string;
}

/**
 * Mends the CSV files of a folder and writes them, with its NDJSON files and documents, into a new
 * folder. Throws LoadFault, and writes nothing, if anything has no meaning or more than one.
 */
export async function mendFolder(
  kinds: readonly LoadKind[],
  { folder, out, style }: { folder: string; out: string; style: Partial<Style> },
): Promise<readonly MendReport[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => undefined);
  if (entries === undefined) throw new LoadFault([{ file: folder, reason: "No such folder." }]);
  const problems: LoadProblem[] = [];
  const copies: Copy[] = [];
  for (const entry of entries) {
    const { name } = entry;
    if (isIgnored(name)) continue;
    const kind = nearKind(name, kinds);
    const problem = entry.isFile() ? await whyNot(folder, name, kind) : "This is not a plain file.";
    if (kind === undefined || problem !== undefined) {
      problems.push({ file: name, reason: problem ?? "" });
      continue;
    }
    const copy = await mended(kind, folder, { name, style });
    problems.push(...copy.problems.map((each) => ({ file: name, ...each })));
    if (copies.some(({ file }) => file === copy.file)) {
      problems.push({ file: name, reason: `Another file is ${copy.file} too.` });
    }
    copies.push(copy);
  }
  if (copies.length === 0 && problems.length === 0) {
    problems.push({ file: folder, reason: "It has no file of records." });
  }
  if (problems.length > 0) throw new LoadFault(problems);
  await write(out, folder, copies);
  return copies.map(({ file, from, rows, readings }) => ({ file, from, rows, readings }));
}

/** Whether a file holds no records: a system writes the last two beside what a person saves. */
function isIgnored(name: string): boolean {
  if (name.startsWith(".") || name.endsWith(".md") || name === documents) return true;
  return /^(?:thumbs\.db|desktop\.ini)$/i.test(name);
}

async function whyNot(folder: string, name: string, kind: LoadKind | undefined) {
  if (name.startsWith("~$")) return "A spreadsheet has the file open; save it and close it there.";
  if (kind === undefined) return "No kind of record has a file with this name.";
  if (!/\.(csv|txt|tsv|ndjson)$/i.test(name)) return "Save it from the spreadsheet as CSV UTF-8.";
  const { size } = await lstat(join(folder, name));
  return size > largestFile ? "It is larger than 64 MiB, too large to mend." : undefined;
}

async function mended(
  kind: LoadKind,
  folder: string,
  { name, style }: { name: string; style: Partial<Style> },
) {
  const bytes = await readFile(join(folder, name));
  const isCsv = !name.toLowerCase().endsWith(".ndjson");
  const file = `${kind.name}.${isCsv ? "csv" : "ndjson"}`;
  const { text, encoding } = textOf(bytes);
  const readings: MendedPlace[] = [];
  if (file !== name) readings.push({ has: `another name: ${name}` });
  if (encoding !== "UTF-8") readings.push({ has: `the encoding ${encoding}` });
  if (!isCsv)
    return { file, from: name, text, rows: text.split("\n").length, readings, problems: [] };
  const done = mendFile(kind, text, style);
  return { ...done, file, from: name, readings: [...readings, ...done.readings] };
}

/** The text of a file, in UTF-8, in UTF-16 with its mark, or else in Windows-1252. */
function textOf(bytes: Uint8Array): { text: string; encoding: string } {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) {
    return { text: new TextDecoder("utf-16le").decode(bytes), encoding: "UTF-16" };
  }
  try {
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(bytes), encoding: "UTF-8" };
  } catch {
    return { text: new TextDecoder("windows-1252").decode(bytes), encoding: "Windows-1252" };
  }
}

async function write(out: string, folder: string, copies: readonly Copy[]): Promise<void> {
  const taken = await readdir(out).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    if (error.code !== "ENOTDIR") throw error;
    throw new LoadFault([{ file: out, reason: "This is a file; name a new folder." }]);
  });
  if (taken.length > 0) throw new LoadFault([{ file: out, reason: "The folder is not empty." }]);
  await mkdir(out, { recursive: true });
  for (const { file, text } of copies) await writeFile(join(out, file), text, { flag: "wx" });
  const from = join(folder, documents);
  const found = await readdir(from, { withFileTypes: true }).catch(() => []);
  const files = found.filter((entry) => entry.isFile());
  if (files.length > 0) await mkdir(join(out, documents));
  for (const { name } of files) await copyFile(join(from, name), join(out, documents, name));
}
