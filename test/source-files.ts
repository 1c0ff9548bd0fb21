// The project's source files as tests read them.
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";

/** The project's root. */
export const root = join(import.meta.dirname, "..");

/** A file of the project with its path from the root. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
  readonly lines: readonly string[];
}

/** Every TypeScript file below the folders, with JSX or without, sorted by path. */
export function sourceFiles(...folders: string[]): SourceFile[] {
  return folders
    .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .filter(({ parentPath }) => !/(^|\/)(node_modules|dist)(\/|$)/.test(relative(root, parentPath)))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .toSorted()
    .map((path) => {
      const text = readFileSync(join(root, path), "utf8");
      return { path, text, lines: text.split("\n") };
    });
}
