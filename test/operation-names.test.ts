// Checks that an operation has one name: its id in the contract, the function, the file and the
// audit action. (ARCHITECTURE, "Code map")

import { basename } from "node:path";
import { expect, test } from "vitest";
import { sourceFiles } from "./source-files.ts";

const product = sourceFiles("src").filter(({ path }) => !path.endsWith(".test.ts"));

const kebab = (id: string) => id.replace(/(?<!^)[A-Z]/g, (letter) => `-${letter}`).toLowerCase();

interface Source {
  readonly path: string;
  readonly text: string;
}

/** Faults of the names of operations in some files. */
function wrongNames(files: readonly Source[]): string[] {
  const ids = files.flatMap(({ path, text }) =>
    [...text.matchAll(/\boperationId: (?!string;)(.+?),?$/gm)].map(([, id = ""]) => ({
      path,
      id,
    })),
  );
  const actions = files.flatMap(({ path, text }) =>
    [...text.matchAll(/\bwrite(?:Claim)?\(\s*(?:ctx|\{[^}]*\}),\s*([^,]+),/g)]
      .filter(() => !/\/change\/(write|claims)\.ts$/.test(path))
      .map(([, id = ""]) => ({ path, id: id.replace(/^(\w+)Entry$/, '"$1"') })),
  );
  const entries = files.flatMap(({ path, text }) =>
    [...text.matchAll(/\bconst (\w+) = entryShape\("(\w+)"/g)]
      .filter(([, name, id]) => name !== `${id}Entry`)
      .map(([, name, id]) => `${path}: ${name} — name it ${id}Entry`),
  );
  return [
    ...entries,
    ...[...ids, ...actions]
      .filter(({ id }) => !/^"[a-z]\w+"$/.test(id))
      .map(({ path, id }) => `${path}: ${id} — write the operation's id as a literal`),
    ...ids.filter(({ id }) => /^"/.test(id)).flatMap(({ path, id }) => wrongFile(files, path, id)),
    ...actions
      .filter(({ path, id }) => /^"/.test(id) && basename(path, ".ts") !== kebab(id.slice(1, -1)))
      .map(({ path, id }) => `${path}: audit action ${id} — name action and file alike`),
  ];
}

function wrongFile(files: readonly Source[], routes: string, quoted: string): string[] {
  const id = quoted.slice(1, -1);
  const name = `${kebab(id)}.ts`;
  const found = files.filter(({ path }) => basename(path) === name);
  if (found.length !== 1) return [`${routes}: ${id} — give it one file ${name}`];
  const [file] = found;
  const isExported = new RegExp(`^export (?:async )?function ${id}\\b`, "m").test(file?.text ?? "");
  return isExported ? [] : [`${file?.path} — export function ${id}`];
}

test("an operation's id, function, file and audit action share one name", () => {
  expect(wrongNames(product)).toEqual([]);
});

test.each([
  ["an id that is composed", "operationId: idOf(level),", "write the operation's id"],
  ["an id without a file", 'operationId: "getNothing",', "give it one file get-nothing.ts"],
  ["an action of another name", "write(ctx, loadEntry, async", "name action and file alike"],
  ["an action that is computed", "write(ctx, action, async", "write the operation's id"],
  ["an entry of another name", 'const loadEntry = entryShape("loadAll", {', "name it loadAllEntry"],
])("finds %s", (_, text, message) => {
  expect(wrongNames([{ path: "src/brokerage/books/x/routes.ts", text }])[0]).toContain(message);
});

test("finds a file whose function has another name", () => {
  const routes = { path: "src/brokerage/books/x/routes.ts", text: 'operationId: "getFolio",' };
  const file = { path: "src/brokerage/books/x/get-folio.ts", text: "export function getOne() {}" };
  expect(wrongNames([routes, file])).toEqual([`${file.path} — export function getFolio`]);
});
