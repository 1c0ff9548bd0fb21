// The source files as the tidy tests read them: text, imports and the folder's place in the house.
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, posix, relative } from "node:path";

/** The project's root. */
export const root = join(import.meta.dirname, "..");

/** A file of the project with its path from the root. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
  readonly lines: readonly string[];
}

/** Every TypeScript file below the folders, sorted by path. */
export function sourceFiles(...folders: string[]): SourceFile[] {
  return folders
    .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && entry.name.endsWith(".ts"))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .toSorted()
    .map((path) => {
      const text = readFileSync(join(root, path), "utf8");
      return { path, text, lines: text.split("\n") };
    });
}

/** The project's files that a file imports, as paths from the root. */
export function importsOf(file: SourceFile): string[] {
  const pattern = /(?:from|import)\s*\(?\s*"(\.{1,2}\/[^"]+)"/g;
  return [...file.text.matchAll(pattern)].map(([, specifier = ""]) =>
    posix.normalize(posix.join(dirname(file.path), specifier)),
  );
}

/** The functions that stand at the left margin, with their number of lines. */
export function functionsOf(file: SourceFile): { name: string; lines: number }[] {
  const start =
    /^(?:export )?(?:async )?(?:function\*? (\w+)|const (\w+) = (?:async )?\(?[^=]*=> \{)/;
  return file.lines.flatMap((line, index) => {
    const [, declared, constant] = start.exec(line) ?? [];
    const name = declared ?? constant;
    if (name === undefined) return [];
    const length = file.lines.slice(index).findIndex((each) => /^\}/.test(each)) + 1;
    return [{ name, lines: length }];
  });
}
