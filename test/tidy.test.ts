// Holds the shape of the house: who may import whom, how long things are, and what is not written.
// Each finding says what to do instead.

import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { functionsOf, importsOf, root, type SourceFile, sourceFiles } from "./source-files.ts";

const all = sourceFiles("src", "test", "scripts", "bench");
const source = all.filter(({ path }) => path.startsWith("src/"));
const product = source.filter(({ path }) => !path.endsWith(".test.ts"));

function findings(files: readonly SourceFile[], pattern: RegExp, instead: string): string[] {
  return files.flatMap(({ path, lines }) =>
    lines.flatMap((line, index) =>
      pattern.test(line) ? [`${path}:${index + 1}: ${line.trim()} — ${instead}`] : [],
    ),
  );
}

/** The layers from the lowest; a file imports from its own layer or a lower one. */
const layers = [
  "src/values",
  "src/engines",
  "src/platform",
  "src/reference",
  "src/resources",
  "src/books",
];

function layerOf(path: string): number {
  if (path === "package.json" || path.startsWith("src/engines/")) return 0;
  const index = layers.findIndex((layer) => path.startsWith(`${layer}/`));
  return index === -1 ? layers.length : index;
}

test("imports only point down", () => {
  const upward = product
    .filter(({ path }) => !path.startsWith("src/engines/"))
    .flatMap((file) =>
      importsOf(file)
        .filter((target) => layerOf(target) > layerOf(file.path))
        .map((target) => `${file.path} imports ${target} — move what it needs down, or pass it in`),
    );
  expect(upward).toEqual([]);
});

/** Folders that hold rooms, each with its rooms from the lowest; beside them lies what all may use. */
const rooms: Readonly<Record<string, readonly string[]>> = {
  "src/platform": [
    "refusals",
    "process",
    "store",
    "keys",
    "change",
    "auth",
    "bulk",
    "upkeep",
    "http",
  ],
  "src/engines/lot-relief": ["facts", "shelf", "relief", "events", "results"],
  "src/resources/tax-lots": ["reported", "computed", "booking"],
};

test("rooms import in one order", () => {
  const wrong = Object.entries(rooms).flatMap(([folder, order]) => {
    const roomOf = (path: string) =>
      path.startsWith(`${folder}/`) ? path.slice(folder.length + 1).split("/", 1)[0] : undefined;
    return product.flatMap((file) => {
      const own = order.indexOf(roomOf(file.path) ?? "");
      if (roomOf(file.path) === undefined) return [];
      if (own === -1 && roomOf(file.path)?.endsWith(".ts") !== true)
        return [`${file.path} — name its room in ${folder}'s order`];
      if (own === -1) return [];
      return importsOf(file)
        .filter((target) => order.indexOf(roomOf(target) ?? "") > own)
        .map((target) => `${file.path} imports ${target} — move what it needs to a lower room`);
    });
  });
  expect(wrong).toEqual([]);
});

test("only resources and commands ask the engines", () => {
  const wrong = product
    .filter(({ path }) => /^src\/(values|platform|reference)\//.test(path))
    .flatMap((file) =>
      importsOf(file)
        .filter((target) => target.startsWith("src/engines/"))
        .map((target) => `${file.path} imports ${target} — ask it from a resource`),
    );
  expect(wrong).toEqual([]);
});

test("engines import values alone", () => {
  const wrong = product
    .filter(({ path }) => path.startsWith("src/engines/"))
    .flatMap((file) =>
      importsOf(file)
        .filter((target) => !/^src\/(engines|values)\//.test(target))
        .map((target) => `${file.path} imports ${target} — take it as an argument`),
    );
  expect(wrong).toEqual([]);
});

const folderOf = (path: string) => /^src\/resources\/([^/]+)\//.exec(path)?.[1];

test("a resource asks another through its reads and changes alone", () => {
  const wrong = product.flatMap((file) =>
    importsOf(file)
      .filter((target) => folderOf(file.path) !== undefined && folderOf(target) !== undefined)
      .filter((target) => folderOf(target) !== folderOf(file.path))
      .filter((target) => !/\/(reads|changes)\.ts$/.test(target))
      .map((target) => `${file.path} imports ${target} — add a function to its reads or changes`),
  );
  expect(wrong).toEqual([]);
});

test("no file imports itself through others", () => {
  const graph = new Map(product.map((file) => [file.path, importsOf(file)]));
  const cycles: string[] = [];
  const done = new Set<string>();
  function visit(path: string, trail: readonly string[]): void {
    if (trail.includes(path)) {
      cycles.push([...trail.slice(trail.indexOf(path)), path].join(" -> "));
      return;
    }
    if (done.has(path)) return;
    for (const target of graph.get(path) ?? []) visit(target, [...trail, path]);
    done.add(path);
  }
  for (const path of graph.keys()) visit(path, []);
  expect(cycles.map((cycle) => `${cycle} — move the shared piece below both`)).toEqual([]);
});

test("every file of the product is reached from the command line, a script or the bench", () => {
  const scripts = all.filter(({ path }) => /^(scripts|bench)\//.test(path));
  const graph = new Map([...product, ...scripts].map((file) => [file.path, importsOf(file)]));
  const reached = new Set<string>();
  const waiting = ["src/cli/main.ts", ...scripts.map(({ path }) => path)];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (reached.has(path)) continue;
    reached.add(path);
    waiting.push(...(graph.get(path) ?? []));
  }
  const dead = product.filter(({ path }) => !reached.has(path)).map(({ path }) => path);
  expect(dead.map((path) => `${path} — use it or delete it`)).toEqual([]);
});

test("files have at most 300 lines", () => {
  const long = product
    .filter(({ lines }) => lines.length - 1 > 300)
    .map(({ path, lines }) => `${path}: ${lines.length - 1} lines — split it by what it holds`);
  expect(long).toEqual([]);
});

test("functions have at most 70 lines", () => {
  const long = product.flatMap((file) =>
    functionsOf(file)
      .filter(({ lines }) => lines > 70)
      .map(({ name, lines }) => `${file.path}: ${name} has ${lines} lines — split its story`),
  );
  expect(long).toEqual([]);
});

test("a file opens by saying what it is for", () => {
  const silent = all.filter(({ text }) => !text.startsWith("// "));
  const exempt = silent.filter(({ path }) => path !== "vitest.config.ts");
  expect(exempt.map(({ path }) => `${path} — open it with one or two comment lines`)).toEqual([]);
});

test("nothing is written that the house does without", () => {
  expect([
    ...findings(product, /\bconsole\.log\b/, "use the logger or write to the stream"),
    ...findings(all, new RegExp(`\\bFIX${"ME"}\\b`), "mend it or file it"),
    ...findings(all, /^export default\b/, "name the export"),
    ...findings(product, /:\s*any\b|<any>|\bas any\b/, "name the type"),
    ...findings(product, /^\s*(?:export )?(?:enum|namespace) \w+ \{/, "use a readonly object"),
    ...findings(product, /^export \* from/, "import from the file that holds it"),
  ]).toEqual([]);
});

test("no file only hands on what another holds", () => {
  const doors = product.filter(({ text }) => {
    const code = text.replace(/^\s*\/\/.*$/gm, "").trim();
    return (
      code !== "" && code.replace(/^export (?:type )?\{[^}]*\} from "[^"]+";$/gm, "").trim() === ""
    );
  });
  expect(doors.map(({ path }) => `${path} — import from the file that holds it`)).toEqual([]);
});

test("no file is named for nothing", () => {
  const vague = product.filter(({ path }) =>
    /\/(utils?|helpers?|common|types|constants|index)\.ts$/.test(path),
  );
  expect(vague.map(({ path }) => `${path} — name it for what it holds`)).toEqual([]);
});

test("the wire's misspellings stay in schemas", () => {
  const elsewhere = source.filter(({ path }) => !/\/schema\.ts$|\.test\.ts$/.test(path));
  const pattern = /origional|warrents/i;
  expect(findings(elsewhere, pattern, "map it to the right spelling in schema.ts")).toEqual([]);
});

test("SQL of a resource stands in its queries", () => {
  const elsewhere = product.filter(
    ({ path }) => path.startsWith("src/resources/") && !path.endsWith("queries.ts"),
  );
  expect(findings(elsewhere, /\bsql(<[^`]*>)?`/, "move the statement to queries.ts")).toEqual([]);
});

test("what changes rows takes a transaction", () => {
  const changing = /^export (?:async )?function (?:insert|update|delete|lock)\w*\((.*)$/;
  const statements = product.filter(({ path }) => /(queries|\/changes)\.ts$/.test(path));
  const loose = statements.flatMap((file) =>
    file.lines.flatMap((line, index) => {
      const [, rest] = changing.exec(line) ?? [];
      if (rest === undefined) return [];
      const first = `${rest} ${file.lines[index + 1] ?? ""}`;
      return /^\s*tx: Tx\b/.test(first) ? [] : [`${file.path}:${index + 1} — take a Tx first`];
    }),
  );
  expect(loose).toEqual([]);
});

/** The only files that open a transaction, each with its reason. */
const transactionOpeners: Readonly<Record<string, string>> = {
  "src/platform/store/db.ts": "defines it",
  "src/platform/change/write.ts": "the one door",
  "src/platform/change/housekeeping.ts": "removes expired keys and signatures",
  "src/platform/keys/master-key.ts": "keeps the check value of the master key",
  "src/platform/store/migrate.ts": "changes tables, not what they hold",
  "src/platform/store/snapshot.ts": "only reads",
  "src/platform/upkeep/restore-backup.ts": "brings the audit log back with everything else",
};

test("only write and the named exceptions open a transaction", () => {
  const openers = product.filter(({ text }) => /\.transaction\(|query\("begin/.test(text));
  const wrong = openers.filter(({ path }) => !(path in transactionOpeners));
  expect(wrong.map(({ path }) => `${path} — go through write()`)).toEqual([]);
});

test("amounts are never numbers", () => {
  const exact = product.filter(({ path }) => /^src\/(resources|engines)\//.test(path));
  const pattern = /\bparseFloat\b|\bMath\.(round|floor|ceil|trunc)\b|\bNumber\(|\.toFixed\(/;
  expect(findings(exact, pattern, "use values/decimal.ts or bigint")).toEqual([]);
});

test("no generated or private file is tracked", () => {
  const tracked = execFileSync("git", ["ls-files"], { cwd: root, encoding: "utf8" }).split("\n");
  const stray = tracked.filter((path) => /\.(log|tmp|orig|rej)$|(^|\/)\.bursar\//.test(path));
  expect(stray).toEqual([]);
});
