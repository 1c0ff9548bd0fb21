// The files of an import, chosen or dropped: those of a folder, without its subfolders.

/** A file to send. */
export interface FileToSend {
  readonly name: string;
  readonly text: string;
  readonly size: number;
}

/** The result of reading files: those to send, and problems with the others. */
export interface ReadFiles {
  readonly files: readonly FileToSend[];
  readonly problems: readonly { readonly name: string; readonly reason: string }[];
}

/** A request has at most 4 MiB, including the JSON around the files. */
const most = 4 * 1024 * 1024;

/** Reads files as text. Hidden, temporary and system files are skipped, as the command does. */
export async function readFiles(given: readonly File[]): Promise<ReadFiles> {
  const chosen = given.filter(({ name }) => !isBeside(name));
  const size = chosen.reduce((sum, file) => sum + file.size, 0);
  if (size > most) {
    const reason = "Files exceed 4 MiB in total. Use the command `bursar load`.";
    return { files: [], problems: [{ name: "All files", reason }] };
  }
  const problems: { name: string; reason: string }[] = [];
  const files: FileToSend[] = [];
  for (const file of chosen) {
    const text = await textOf(file);
    if (text !== undefined) files.push({ name: file.name, text, size: file.size });
    else problems.push({ name: file.name, reason: "Not UTF-8. Save it as CSV UTF-8." });
  }
  return { files, problems };
}

async function textOf(file: File): Promise<string | undefined> {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer());
  } catch {
    return undefined;
  }
}

/** Whether a file is hidden, temporary or of the system. */
export function isBeside(name: string): boolean {
  return /^(?:\..*|~\$.*|thumbs\.db|ehthumbs\.db|desktop\.ini|.*\.md)$/i.test(name);
}

/** The files of a chosen folder, without those of its subfolders. */
export function filesOfFolder(list: FileList): File[] {
  return [...list].filter(({ webkitRelativePath: path }) => path.split("/").length <= 2);
}

/** The files that were dropped, and those of folders among them. */
export async function filesDropped({ items, files }: DataTransfer): Promise<File[]> {
  // The entries exist only until the event has been handled.
  const entries = [...items].map((item) => item.webkitGetAsEntry());
  if (entries.every((entry) => entry === null)) return [...files];
  const found = await Promise.all(
    entries.map(async (entry) => {
      if (entry === null) return [];
      const inside = entry.isDirectory
        ? await entriesOf(entry as FileSystemDirectoryEntry)
        : [entry];
      return Promise.all(inside.filter(({ isFile }) => isFile).map(fileOf));
    }),
  );
  return found.flat();
}

async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  // A reader returns a hundred entries at a time, and none at the end.
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => {
      reader.readEntries(resolve, reject);
    });
    if (some.length === 0) return all;
    all.push(...some);
  }
}

function fileOf(entry: FileSystemEntry): Promise<File> {
  return new Promise((resolve, reject) => {
    (entry as FileSystemFileEntry).file(resolve, reject);
  });
}
