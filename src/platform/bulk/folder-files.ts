// What a folder that is loaded contains: a file for each kind, and documents that rows name.
import { constants, type Dirent, type Stats } from "node:fs";
import { lstat, open, readdir, realpath } from "node:fs/promises";
import { isAbsolute, join, sep } from "node:path";
import type { LoadKind } from "./load-kind.ts";
import { LoadFault, type ProblemLog } from "./load-problem.ts";
import type { LoadFile } from "./read-rows.ts";

/** The folder of the documents that rows name. */
export const documents = "documents";

/** The files of a folder in the order of `kinds`; notes in the log what does not belong there. */
export async function findFiles(
  kinds: readonly LoadKind[],
  folder: string,
  log: ProblemLog,
): Promise<LoadFile[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => undefined);
  if (entries === undefined) throw new LoadFault([{ file: folder, reason: "No such folder." }]);
  const names = new Set<string>();
  const ofRecords = entries.filter((entry) => !isBeside(entry));
  if (ofRecords.length === 0) log.add({ file: folder, reason: "It has no file of records." });
  for (const entry of ofRecords) {
    const { name } = entry;
    const isKnown = kinds.some((kind) => fileNames(kind).includes(name));
    if (!isKnown) log.add({ file: name, ...unknownFile(name, kinds) });
    else if (!entry.isFile()) log.add({ file: name, reason: "This is not a plain file." });
    else names.add(name);
  }
  const files: LoadFile[] = [];
  for (const kind of kinds) {
    const found = fileNames(kind).filter((name) => names.has(name));
    if (found.length > 1) {
      log.add({ file: found.join(", "), reason: "Only one of the two files may exist." });
    }
    for (const name of found) {
      const path = join(folder, name);
      const stat = await lstat(path);
      const reason = whyNotRead(stat, { largest: largestFile(kind) });
      if (reason !== undefined) log.add({ file: name, reason });
      files.push({ name, path, kind, size: stat.size });
    }
  }
  return files;
}

const MiB = 1024 ** 2;
const GiB = 1024 ** 3;

/** Whether an entry holds no records: notes, the folder of documents, or what is left beside them. */
export function isBeside(entry: Dirent): boolean {
  const isFolder = entry.name === documents && entry.isDirectory();
  return entry.name.endsWith(".md") || isFolder || isDropping(entry.name);
}

/** Whether a file was left by a system or a spreadsheet beside what a person has saved. */
function isDropping(name: string): boolean {
  return /^(?:\..*|~\$.*|thumbs\.db|ehthumbs\.db|desktop\.ini|__macosx)$/is.test(name);
}

/** Why a file is not read, whatever stands in it. */
function whyNotRead(stat: Stats, { largest }: { readonly largest: number }) {
  if (!stat.isFile()) return "This is not a plain file.";
  // Another name may be anybody's, who could change the file while it is read.
  if (stat.nlink > 1) return "It has other names (hard links): load a copy.";
  const size = largest < GiB ? `${largest / MiB} MiB` : `${largest / GiB} GiB`;
  return stat.size > largest ? `It is larger than ${size}.` : undefined;
}

/** The bytes of a file, or why it is not read; a link that has taken its place is not followed. */
export async function readPlainFile(
  path: string,
  limits: { readonly largest: number },
): Promise<{ readonly bytes: Buffer } | { readonly reason: string }> {
  // A pipe without a writer would hold the opening up.
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const file = await open(path, flags).catch((error: NodeJS.ErrnoException) => error.code);
  if (file === "ELOOP") return { reason: "This is not a plain file." };
  if (file === undefined || typeof file === "string") {
    return { reason: `It cannot be read (${file}).` };
  }
  try {
    const reason = whyNotRead(await file.stat(), limits);
    return reason === undefined ? { bytes: await file.readFile() } : { reason };
  } finally {
    await file.close();
  }
}

/** The documents of a folder by their paths in it; notes in the log what is not read. */
export async function findDocuments(folder: string, log: ProblemLog): Promise<string[]> {
  const root = await lstat(join(folder, documents)).catch(() => undefined);
  if (!root?.isDirectory()) return [];
  const found: string[] = [];
  // A `readdir` that is recursive by itself follows links to other folders.
  const inside = [documents];
  for (const path of inside) {
    for (const entry of await readdir(join(folder, path), { withFileTypes: true })) {
      const own = join(path, entry.name);
      if (isDropping(entry.name)) continue;
      if (entry.isDirectory()) {
        inside.push(own);
        continue;
      }
      const reason = whyNotRead(await lstat(join(folder, own)), { largest: largestDocument });
      if (reason === undefined) found.push(own);
      else log.add({ file: own, reason });
    }
  }
  return found;
}

/** The largest file of a kind: the audit log notes each row, except of kinds with very many. */
function largestFile({ audit = "rows" }: LoadKind): number {
  return (audit === "rows" ? 1 : 64) * GiB;
}

/** The largest document, in bytes: it is held in memory, as the longest row is. */
export const largestDocument = 16 * 1024 * 1024;

/** The kind whose file has this name, or one that is likely to mean the same. */
export function nearKind(name: string, kinds: readonly LoadKind[]): LoadKind | undefined {
  const letters = (text: string) => text.toLowerCase().replaceAll(/[^a-z]/g, "");
  const stem = letters(name.replace(/\.[^.]*$/, ""));
  const exact = kinds.find((kind) => letters(kind.name) === stem);
  return exact ?? kinds.find((kind) => isNear(letters(kind.name), stem));
}

/** What to say of a file that is not of any kind, with the name that is probably meant. */
function unknownFile(name: string, kinds: readonly LoadKind[]): { reason: string; cure?: string } {
  const reason = "No kind of record has a file with this name.";
  const near = nearKind(name, kinds);
  if (near === undefined) return { reason };
  const isBook = /\.(xlsx?|ods|numbers)$/i.test(name);
  const cure = isBook ? "save it from the spreadsheet as CSV UTF-8, named" : "did you mean";
  return { reason, cure: `${cure} ${near.name}.csv${isBook ? "" : "?"}` };
}

/** Whether a name is the other one, its singular, or misses or has one letter more. */
function isNear(known: string, given: string): boolean {
  if (given.length < 3) return false;
  const [short, long] = known.length < given.length ? [known, given] : [given, known];
  if (long.length - short.length > 1) return false;
  let at = 0;
  while (at < short.length && short[at] === long[at]) at += 1;
  const skipped = short.length === long.length ? 1 : 0;
  return short.slice(at + skipped) === long.slice(at + 1);
}

function fileNames(kind: LoadKind): readonly string[] {
  return [`${kind.name}.csv`, `${kind.name}.ndjson`];
}

/** The path of a document, unless the name, or a link on the way, leads out of the folder, the file
 * has another name, or is too large. */
export async function documentPath(folder: string, name: string): Promise<string | undefined> {
  if (name === "" || isAbsolute(name) || name.includes("\0")) return undefined;
  try {
    const root = await realpath(join(folder, documents));
    const path = await realpath(join(root, name));
    const stat = await lstat(join(root, name));
    return path === join(root, name) &&
      path.startsWith(root + sep) &&
      whyNotRead(stat, { largest: largestDocument }) === undefined
      ? path
      : undefined;
  } catch {
    return undefined;
  }
}
