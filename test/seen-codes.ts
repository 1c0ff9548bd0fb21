// The error codes that the tests of a run have seen, and the operation of each, stored in a folder that all workers
// of the run append to. A code of a load or a command is seen by its sentence.
import { appendFileSync, existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readCatalogues } from "../scripts/docs/error-codes.ts";
import type { Contract } from "../src/platform/http/contract/contract-document.ts";

/** The variable that names the folder; without it nothing is noted. */
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

function note(line: string): void {
  const folder = process.env[seenVariable];
  if (folder === undefined || noted.has(line)) return;
  noted.add(line);
  // One file per process, so that lines are never mixed.
  appendFileSync(join(folder, `${process.pid}.txt`), `${line}\n`);
}

/** Notes the codes of a response as it came over the wire. */
export function noteResponse(text: string): void {
  for (const [, code = ""] of text.matchAll(/"errorCode":"([^"]+)"/g)) {
    if (known.has(code)) note(code);
  }
}

/** Notes the codes that an operation refused a request with. */
export function noteRefusal(operationId: string, codes: readonly string[]): void {
  for (const code of codes) note(`${operationId} ${code}`);
}

/** Notes the codes whose sentences a load or a command gave as reasons. */
export function noteReason(sentence: string): void {
  const [only, ...others] = byText.get(sentence) ?? [];
  if (only !== undefined && others.length === 0) note(only);
}

/** The codes of the catalogues that no test of the run has seen. */
export function unseenCodes(folder: string): string[] {
  const seen = linesIn(folder);
  return [...known].filter((code) => !seen.has(code));
}

/** The codes that operations declare and that no test of the run has seen them refuse with. */
export function unseenRefusals(folder: string, { paths }: Contract): string[] {
  const seen = linesIn(folder);
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  const declared = operations.flatMap(({ operationId, "x-error-codes": codes }) =>
    codes.map((code) => `${operationId} ${code}`),
  );
  return declared.filter((line) => !seen.has(line));
}

function linesIn(folder: string): ReadonlySet<string> {
  if (!existsSync(folder)) return new Set();
  const texts = readdirSync(folder).map((name) => readFileSync(join(folder, name), "utf8"));
  return new Set(texts.flatMap((text) => text.split("\n")));
}
