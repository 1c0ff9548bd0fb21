// Which error codes the tests of a run have seen answered, kept in a folder that all workers of the
// run append to. A code that a load or a command refuses with is seen by its sentence.
import { appendFileSync, existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readCatalogues } from "../scripts/errors-page.ts";

/** The variable that names the folder; without it nothing is kept. */
export const seenVariable = "BURSAR_TEST_SEEN";

const known = new Set<string>();
const byText = new Map<string, readonly string[]>();
for (const { errors } of await readCatalogues()) {
  for (const { code, sentence } of errors) {
    known.add(code);
    byText.set(sentence, [...(byText.get(sentence) ?? []), code]);
  }
}

const noted = new Set<string>();

function note(code: string): void {
  const folder = process.env[seenVariable];
  if (folder === undefined || noted.has(code) || !known.has(code)) return;
  noted.add(code);
  // A file a process: lines of several are never mixed.
  appendFileSync(join(folder, `${process.pid}.txt`), `${code}\n`);
}

/** Notes the codes of an answer as it came over the wire. */
export function noteAnswer(text: string): void {
  for (const [, code = ""] of text.matchAll(/"errorCode":"([^"]+)"/g)) note(code);
}

/** Notes the codes whose sentences a load or a command gave as its reason. */
export function noteReason(sentence: string): void {
  const [only, ...others] = byText.get(sentence) ?? [];
  if (only !== undefined && others.length === 0) note(only);
}

/** The codes of the catalogues that no test of the run has seen. */
export function unseenCodes(folder: string): string[] {
  const seen = new Set(
    existsSync(folder)
      ? readdirSync(folder).flatMap((name) => readFileSync(join(folder, name), "utf8").split("\n"))
      : [],
  );
  return [...known].filter((code) => !seen.has(code));
}
