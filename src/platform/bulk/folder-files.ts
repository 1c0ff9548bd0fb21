// What a folder that is loaded contains: a file for each kind, and documents that rows name.
import type { Stats } from "node:fs";
import { lstat, readdir, realpath } from "node:fs/promises";
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
  const ofRecords = entries.filter(
    (entry) =>
      !entry.name.startsWith(".") &&
      !entry.name.endsWith(".md") &&
      !(entry.name === documents && entry.isDirectory()),
  );
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
      const { nlink, size } = await lstat(path);
      // Another name may be anybody's, who could change the file while it is loaded.
      if (nlink > 1)
        log.add({ file: name, reason: "It has other names (hard links): load a copy." });
      if (size > largestFile(kind)) {
        log.add({ file: name, reason: `It is larger than ${largestFile(kind) / GiB} GiB.` });
      }
      files.push({ name, path, kind, size });
    }
  }
  return files;
}

const GiB = 1024 ** 3;

/** The largest file of a kind: the audit log notes each row, except of kinds with very many. */
function largestFile({ audit = "rows" }: LoadKind): number {
  return (audit === "rows" ? 1 : 64) * GiB;
}

/** The largest document, in bytes: it is held in memory, as the longest row is. */
const largestDocument = 16 * 1024 * 1024;

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
    return path === join(root, name) && path.startsWith(root + sep) && isDocument(stat)
      ? path
      : undefined;
  } catch {
    return undefined;
  }
}

function isDocument(stat: Stats): boolean {
  return stat.isFile() && stat.nlink === 1 && stat.size <= largestDocument;
}
