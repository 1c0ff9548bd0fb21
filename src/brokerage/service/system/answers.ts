// The sample firm's response to the example of each operation, stored next to it as
// `<operation>.answer.json` or `.csv`; `npm run answers` writes them. (CONTRIBUTING.md)
import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";

const extensions: Readonly<Record<string, string>> = {
  "application/json": "json",
  "text/csv": "csv",
};

const resources = join(import.meta.dirname, "..", "..");

let paths: ReadonlyMap<string, string> | undefined;

/** The stored response of an operation in a media type; undefined if there is none. */
export function exampleResponse(operation: string, mediaType: string): unknown {
  paths ??= new Map(
    globSync("**/*.answer.*", { cwd: resources }).map((path) => [basename(path), path]),
  );
  const path = paths.get(exampleFile(operation, mediaType));
  if (path === undefined) return undefined;
  const text = readFileSync(join(resources, path), "utf8");
  return mediaType === "application/json" ? JSON.parse(text) : text;
}

/** The name of the file with an operation's response: `getAccount` is `get-account.answer.json`. */
export function exampleFile(operation: string, mediaType: string): string {
  const words = operation.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return `${words}.answer.${extensions[mediaType] ?? "txt"}`;
}
