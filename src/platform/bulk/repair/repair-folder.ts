// Repairs the files of a folder that spreadsheets have written, and writes a copy that can be loaded.
import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { LoadFault, type LoadProblem, openProblemLog } from "../kinds/load-problem.ts";
import type { LoadKind } from "../load-kind.ts";
import type { Style } from "../read/cell-readings.ts";
import {
  findDocuments,
  isBeside,
  largestDocument,
  readPlainFile,
  similarKind,
} from "../read/folder-files.ts";
import { foreignFile } from "../read/foreign-file.ts";
import { wideEncoding } from "../read/wide-encoding.ts";
import type { RepairedPlace } from "./repair-cell.ts";
import { repairFile } from "./repair-file.ts";

/** The result for a file. */
export interface RepairReport {
  readonly file: string;
  /** The name that it had. */
  readonly from: string;
  readonly rows: number;
  readonly readings: readonly RepairedPlace[];
}

/** The largest file that is repaired, in bytes: it is held in memory. */
const largestFile = 64 * 1024 * 1024;

interface Copy extends RepairReport {
  readonly text: string;
}

/**
 * Repairs the CSV files of a folder and writes them, with its NDJSON files and documents, into a new
 * folder. Throws LoadFault, and writes nothing, if anything has no meaning or more than one.
 */
export async function repairFolder(
  kinds: readonly LoadKind[],
  { folder, out, style }: { folder: string; out: string; style: Partial<Style> },
): Promise<readonly RepairReport[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => undefined);
  if (entries === undefined) throw new LoadFault([{ file: folder, reason: "No such folder." }]);
  const log = openProblemLog();
  const copies: Copy[] = [];
  for (const entry of entries.filter((each) => !isBeside(each))) {
    const { name } = entry;
    const read = entry.isFile()
      ? await readRecordFile(folder, name, kinds)
      : { reason: "This is not a plain file." };
    if ("reason" in read) {
      log.add({ file: name, reason: read.reason });
      continue;
    }
    const copy = repaired(read.kind, read.bytes, { name, style });
    for (const problem of copy.problems) log.add({ file: name, ...problem });
    if (copies.some(({ file }) => file === copy.file)) {
      log.add({ file: name, reason: `Another file is ${copy.file} too.` });
    }
    copies.push(copy);
  }
  const paths = await findDocuments(folder, log);
  log.refuse();
  if (copies.length === 0) {
    throw new LoadFault([{ file: folder, reason: "It has no file of records." }]);
  }
  await write(out, folder, { copies, paths });
  return copies.map(({ file, from, rows, readings }) => ({ file, from, rows, readings }));
}

/** The bytes of a file of records, or why it is not one. */
async function readRecordFile(folder: string, name: string, kinds: readonly LoadKind[]) {
  const kind = similarKind(name, kinds);
  if (kind === undefined) return { reason: "No kind of record has a file with this name." };
  if (!/\.(csv|txt|tsv|ndjson)$/i.test(name)) {
    return { reason: "Save it from the spreadsheet as CSV UTF-8." };
  }
  const read = await readPlainFile(folder, name, { largest: largestFile });
  return "reason" in read ? read : { ...read, kind };
}

function repaired(
  kind: LoadKind,
  bytes: Buffer,
  { name, style }: { name: string; style: Partial<Style> },
): Copy & { readonly problems: readonly Omit<LoadProblem, "file">[] } {
  const isCsv = !name.toLowerCase().endsWith(".ndjson");
  const file = `${kind.name}.${isCsv ? "csv" : "ndjson"}`;
  const nothing = { file, from: name, text: "", rows: 0, readings: [] };
  const foreign = foreignFile(bytes);
  if (foreign !== undefined) return { ...nothing, problems: [foreign] };
  const decoded = decodeText(bytes);
  if (decoded === undefined) {
    const reason = "The file begins as UTF-16 and is not UTF-16 throughout; save it as CSV UTF-8.";
    return { ...nothing, problems: [{ reason }] };
  }
  const { text, encoding } = decoded;
  const readings: RepairedPlace[] = [];
  if (file !== name) readings.push({ has: `another name: ${name}` });
  if (encoding !== "UTF-8") readings.push({ has: `the encoding ${encoding}` });
  if (!isCsv) {
    const rows = text.split("\n").filter((line) => line.trim() !== "").length;
    return { file, from: name, text, rows, readings, problems: [] };
  }
  const done = repairFile(kind, text, style);
  return { ...done, file, from: name, readings: [...readings, ...done.readings] };
}

/** The text of a file, in UTF-8, in UTF-16, or else in Windows-1252; undefined if it is broken UTF-16,
 * which as Windows-1252 would be read as anything. */
function decodeText(bytes: Uint8Array): { text: string; encoding: string } | undefined {
  const wide = wideEncoding(bytes);
  const [label, encoding] = wide ? [wide, "UTF-16"] : ["utf-8", "UTF-8"];
  try {
    return { text: new TextDecoder(label, { fatal: true }).decode(bytes), encoding };
  } catch {
    if (wide) return undefined;
    return { text: new TextDecoder("windows-1252").decode(bytes), encoding: "Windows-1252" };
  }
}

/** Writes all of it or nothing, for the owner alone: the files may be of persons. */
async function write(
  out: string,
  folder: string,
  { copies, paths }: { copies: readonly Copy[]; paths: readonly string[] },
): Promise<void> {
  const taken = await readdir(out).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    if (error.code !== "ENOTDIR") throw error;
    throw new LoadFault([{ file: out, reason: "This is a file; name a new folder." }]);
  });
  if (taken.length > 0) throw new LoadFault([{ file: out, reason: "The folder is not empty." }]);
  await mkdir(out, ownFolder);
  try {
    for (const { file, text } of copies) await writeFile(join(out, file), text, ownFile);
    for (const path of paths) await copyDocument(folder, out, path);
  } catch (error) {
    const written = await readdir(out);
    for (const name of written) await rm(join(out, name), { recursive: true });
    throw error;
  }
}

const ownFolder = { recursive: true, mode: 0o700 } as const;
const ownFile = { flag: "wx", mode: 0o600 } as const;

async function copyDocument(folder: string, out: string, path: string): Promise<void> {
  const read = await readPlainFile(folder, path, { largest: largestDocument });
  if ("reason" in read) throw new LoadFault([{ file: path, reason: read.reason }]);
  await mkdir(dirname(join(out, path)), ownFolder);
  await writeFile(join(out, path), read.bytes, ownFile);
}
