// The content of a folder that is loaded: a file for each kind, and documents that rows name.
import { constants, type Dirent, type Stats } from "node:fs";
import { type FileHandle, lstat, open, readdir, realpath } from "node:fs/promises";
import { isAbsolute, join, sep } from "node:path";
import { LoadFault, type ProblemLog } from "../kinds/load-problem.ts";
import type { LoadKind } from "../load-kind.ts";

/** A data file of a folder. */
export interface LoadFile {
  readonly name: string;
  readonly path: string;
  readonly kind: LoadKind;
  /** In bytes, as it was when the folder was looked at. */
  readonly size: number;
  /** Its content, if it was sent by request: then nothing stands at the path. */
  readonly bytes?: Buffer;
}

/** The source of bytes: a file that is open, or bytes that were sent. */
export type OpenBytes = Pick<FileHandle, "close"> & {
  read(into: { buffer: Buffer; position: number }): Promise<{ readonly bytesRead: number }>;
};

/** Bytes that were sent, as if a file with them were open. */
export function openSent(bytes: Buffer): OpenBytes {
  return {
    read: async ({ buffer, position }) => ({ bytesRead: bytes.copy(buffer, 0, position) }),
    close: async () => {},
  };
}

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

/** Whether an entry holds no records: notes, the folder of documents, or other files next to them. */
export function isBeside(entry: Dirent): boolean {
  const isFolder = entry.name === documents && entry.isDirectory();
  return entry.name.endsWith(".md") || isFolder || isDropping(entry.name);
}

/** Whether a file was left by a system or a spreadsheet next to the files of a person. */
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

/** A file that is open, whose bytes are those that were judged; whoever opens it closes it. */
export type OpenedFile = { readonly file: FileHandle } | { readonly reason: string };

/** Opens a plain file of a folder, by its path in it, once: what was opened is judged, so that nothing
 * that takes its place later is read. No link is followed, neither the file nor a folder above it. */
export async function openPlainFile(
  folder: string,
  path: string,
  limits: { readonly largest: number },
): Promise<OpenedFile> {
  // A pipe without a writer would hold the opening up.
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const whole = join(folder, path);
  const file = await open(whole, flags).catch((error: NodeJS.ErrnoException) => error.code);
  if (file === "ELOOP") return { reason: "This is not a plain file." };
  if (file === undefined || typeof file === "string") {
    return { reason: `It cannot be read (${file}).` };
  }
  const stat = await file.stat();
  const reason = whyNotRead(stat, limits) ?? (await whyElsewhere(folder, path, stat));
  if (reason === undefined) return { file };
  await file.close();
  return { reason };
}

/** The bytes of an opened file from its beginning, in pieces; it stays open. */
export async function* bytesOf(file: OpenBytes): AsyncGenerator<Buffer> {
  // A stream would close the file where its reader stops early.
  for (let position = 0; ; ) {
    const buffer = Buffer.allocUnsafe(chunkSize);
    const { bytesRead } = await file.read({ buffer, position });
    if (bytesRead === 0) return;
    position += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

// The rows of a piece live at once: those of a larger one survive the garbage collector's first look.
const chunkSize = 16 * 1024;

/** Why an opened file is not the one of the folder: a folder above it is a link, or has become one. */
async function whyElsewhere(folder: string, path: string, opened: Stats) {
  const expected = join(await realpath(folder), path);
  const found = await lstat(expected).catch(() => undefined);
  const real = await realpath(expected).catch(() => undefined);
  const isSame = found?.ino === opened.ino && found.dev === opened.dev && real === expected;
  return isSame ? undefined : "A folder above it is a link.";
}

/** The bytes of a plain file of a folder, or why it is not read. */
export async function readPlainFile(
  folder: string,
  path: string,
  limits: { readonly largest: number },
): Promise<{ readonly bytes: Buffer } | { readonly reason: string }> {
  const opened = await openPlainFile(folder, path, limits);
  if ("reason" in opened) return opened;
  try {
    return { bytes: await opened.file.readFile() };
  } finally {
    await opened.file.close();
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
export function largestFile({ audit = "rows" }: LoadKind): number {
  return (audit === "rows" ? 1 : 64) * GiB;
}

/** The largest document, in bytes: it is held in memory, as the longest row is. */
export const largestDocument = 16 * 1024 * 1024;

/** The kind whose file has this name, or one that is likely to mean the same. */
export function similarKind(name: string, kinds: readonly LoadKind[]): LoadKind | undefined {
  const letters = (text: string) => text.toLowerCase().replaceAll(/[^a-z]/g, "");
  const stem = letters(name.replace(/\.[^.]*$/, ""));
  const exact = kinds.find((kind) => letters(kind.name) === stem);
  return exact ?? kinds.find((kind) => isSimilar(letters(kind.name), stem));
}

/** The problem of a file that is not of any kind, with the name that is probably meant. */
export function unknownFile(
  name: string,
  kinds: readonly LoadKind[],
): { reason: string; cure?: string } {
  const reason = "No kind of record has a file with this name.";
  const meant = similarKind(name, kinds);
  if (meant === undefined) return { reason };
  const isBook = /\.(xlsx?|ods|numbers)$/i.test(name);
  const cure = isBook ? "save it from the spreadsheet as CSV UTF-8, named" : "did you mean";
  return { reason, cure: `${cure} ${meant.name}.csv${isBook ? "" : "?"}` };
}

/** Whether a name is the other one, its singular, or misses or has one letter more. */
function isSimilar(known: string, given: string): boolean {
  if (given.length < 3) return false;
  const [short, long] = known.length < given.length ? [known, given] : [given, known];
  if (long.length - short.length > 1) return false;
  let at = 0;
  while (at < short.length && short[at] === long[at]) at += 1;
  const skipped = short.length === long.length ? 1 : 0;
  return short.slice(at + skipped) === long.slice(at + 1);
}

/** The names that the file of a kind may have. */
export function fileNames(kind: LoadKind): readonly string[] {
  return [`${kind.name}.csv`, `${kind.name}.ndjson`];
}

/** The bytes of a document; undefined if the name, or a link on the way, leads out of the folder, or
 * the file is not plain, has another name, or is too large. */
export async function readDocument(folder: string, name: string): Promise<Buffer | undefined> {
  if (name === "" || isAbsolute(name) || name.includes("\0")) return undefined;
  const path = join(documents, name);
  if (!path.startsWith(documents + sep)) return undefined;
  const read = await readPlainFile(folder, path, { largest: largestDocument });
  return "bytes" in read ? read.bytes : undefined;
}
