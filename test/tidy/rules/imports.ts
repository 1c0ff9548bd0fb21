// The allowed imports: layers, rooms, packages; no cycles, no unused files, no files that only re-export.
import { type Finding, fileName, findingAt, inCode, inProduct, type Rule } from "../rule.ts";
import { importsOf, type SyntaxFile, targetsOf } from "../syntax.ts";

/** The layers from the lowest; a file imports from its own layer or a lower one. */
const layers = ["src/values", "src/platform", "src/reference", "src/brokerage"];

function layerOf(path: string): number {
  if (path === "package.json" || path.startsWith("packages/")) return 0;
  const index = layers.findIndex((layer) => path.startsWith(`${layer}/`));
  return index === -1 ? layers.length : index;
}

/** The imports of a file whose target is not allowed. */
export function wrongImports(file: SyntaxFile, isWrong: (target: string) => boolean): Finding[] {
  return importsOf(file)
    .filter(({ target }) => target !== undefined && isWrong(target))
    .map(({ node, target }) => findingAt(file, node, `imports ${target}`));
}

const down: Rule = {
  name: "imports only point down",
  instead: "move what it needs down, or pass it in",
  find: inProduct(
    (path) => !path.startsWith("packages/"),
    (file) => wrongImports(file, (target) => layerOf(target) > layerOf(file.path)),
  ),
  broken: [
    { "src/platform/http/a.ts": 'import { b } from "../../brokerage/books/b.ts";' },
    { "src/values/a.ts": 'const b = await import("../platform/b.ts");' },
    { "src/values/a.ts": 'type B = import("../platform/b.ts").B;' },
    { "src/values/a.ts": 'export { b } from "../reference/b.ts";' },
  ],
  kept: [
    { "src/brokerage/a.ts": 'import { b } from "../platform/http/b.ts";' },
    { "src/platform/a.ts": '// import { b } from "../brokerage/b.ts";\nconst b = 1;' },
  ],
};

/** Folders with rooms, each with its rooms from the lowest; files beside the rooms may be used by
 * all. */
const rooms: Readonly<Record<string, readonly string[]>> = {
  "src/platform": [
    "refusals",
    "process",
    "paper",
    "store",
    "keys",
    "change",
    "feed",
    "auth",
    "bulk",
    "maintenance",
    "http",
    "webhooks",
  ],
  "packages/tax-lots/src": ["facts", "shelf", "relief", "reorganizations", "results"],
  "src/platform/http": ["request", "monitoring", "contract", "sessions", "pipeline"],
  "src/platform/bulk": ["kinds", "read", "stage", "apply", "repair"],
  "src/brokerage/books/tax-lots": ["reported", "computed", "booking"],
  console: ["styles", "data", "parts", "pages", "reference"],
};

const upwardInRooms: Rule = {
  name: "rooms import in one order",
  instead: "move what it needs to a lower room",
  find: inCode(
    () => true,
    (file) =>
      Object.entries(rooms).flatMap(([folder, order]) => {
        const own = order.indexOf(roomIn(folder, file.path) ?? "");
        if (own === -1) return [];
        return wrongImports(file, (target) => order.indexOf(roomIn(folder, target) ?? "") > own);
      }),
  ),
  broken: [
    { "src/platform/store/a.ts": 'import { b } from "../http/b.ts";' },
    { "console/parts/a.tsx": 'import { b } from "../pages/b.tsx";' },
  ],
  kept: [
    { "src/platform/http/a.ts": 'import { b } from "../store/b.ts";' },
    { "src/brokerage/books/tax-lots/booking/a.ts": 'import { b } from "../rules.ts";' },
  ],
};

const namedRooms: Rule = {
  name: "every room has a place in its folder's order",
  instead: "name it in `rooms` in test/tidy/rules/imports.ts",
  find: ({ product, console }) =>
    [...product, ...console].flatMap(({ path }) =>
      Object.entries(rooms).flatMap(([folder, order]) => {
        const room = roomIn(folder, path);
        const isNamed = room === undefined || room.includes(".") || order.includes(room);
        return isNamed ? [] : [{ path, what: `stands in ${folder}/${room}` }];
      }),
    ),
  broken: [{ "src/platform/attic/a.ts": "" }],
  kept: [{ "src/platform/a.ts": "" }, { "src/platform/store/embedded/a.ts": "" }],
};

export function roomIn(folder: string, path: string): string | undefined {
  return path.startsWith(`${folder}/`) ? path.slice(folder.length + 1).split("/", 1)[0] : undefined;
}

const askedEngines: Rule = {
  name: "only resources and commands use the engines",
  instead: "call it from a resource",
  find: inProduct(
    (path) => /^src\/(values|platform|reference)\//.test(path),
    (file) => wrongImports(file, (target) => /^packages\/(tax-lots|performance)\//.test(target)),
  ),
  broken: [{ "src/reference/a.ts": 'import { b } from "@bursar/tax-lots";' }],
  kept: [
    { "src/brokerage/books/a.ts": 'import { b } from "@bursar/tax-lots";' },
    { "src/reference/a.ts": 'import { b } from "@bursar/values/dates";' },
  ],
};

/** The packages that a package is built with. */
const builtWith: Readonly<Record<string, readonly string[]>> = {
  "custodian-files": ["values"],
  "tax-lots": ["values"],
  performance: ["values", "tax-lots"],
};

const packageOf = (path: string) => /^packages\/([^/]+)\//.exec(path)?.[1];

const packagesAlone: Rule = {
  name: "a package imports only itself and the packages that it is built with, by their paths",
  instead: "take it as an argument",
  find: inProduct(
    (path) => packageOf(path) !== undefined,
    (file) => {
      const own = packageOf(file.path) ?? "";
      const known = [own, ...(builtWith[own] ?? [])];
      return importsOf(file)
        .filter(({ target }) => target !== undefined)
        .filter(
          ({ target, specifier }) =>
            !specifier.startsWith(".") || !known.includes(packageOf(target ?? "") ?? ""),
        )
        .map(({ node, target }) => findingAt(file, node, `imports ${target}`));
    },
  ),
  broken: [
    { "packages/tax-lots/src/a.ts": 'import type { B } from "../../../src/reference/b.ts";' },
    { "packages/tax-lots/src/a.ts": 'import type { B } from "../../performance/src/b.ts";' },
    { "packages/tax-lots/src/a.ts": 'import type { B } from "@bursar/values/b";' },
  ],
  kept: [{ "packages/tax-lots/src/a.ts": 'import { b } from "../../values/src/b.ts";' }],
};

const byName: Rule = {
  name: "the service uses a package by its name, as anyone does",
  instead: "import it from @bursar/…, and offer it in the package's entry",
  find: inProduct(
    (path) => path.startsWith("src/"),
    (file) =>
      importsOf(file)
        .filter(({ specifier }) => /^\..*\/packages\//.test(specifier))
        .map(({ node }) => node),
  ),
  broken: [{ "src/values/a.ts": 'import { b } from "../../packages/values/src/b.ts";' }],
  kept: [{ "src/values/a.ts": 'import { b } from "@bursar/values/b";' }],
};

/** Each cycle of a graph that is met from its first node on. */
export function cyclesIn(graph: ReadonlyMap<string, Iterable<string>>): string[][] {
  const found: string[][] = [];
  const done = new Set<string>();
  function visit(node: string, trail: readonly string[]): void {
    if (trail.includes(node)) {
      found.push([...trail.slice(trail.indexOf(node)), node]);
      return;
    }
    if (done.has(node)) return;
    for (const target of graph.get(node) ?? []) visit(target, [...trail, node]);
    done.add(node);
  }
  for (const node of graph.keys()) visit(node, []);
  return found;
}

const cycles: Rule = {
  name: "no file imports itself through others",
  instead: "move the shared piece below both",
  find({ product, console }) {
    const graph = new Map([...product, ...console].map((file) => [file.path, targetsOf(file)]));
    return cyclesIn(graph).map((cycle) => ({ path: cycle[0] ?? "", what: cycle.join(" -> ") }));
  },
  broken: [
    {
      "src/values/a.ts": 'import { b } from "./b.ts";',
      "src/values/b.ts": 'import type { A } from "./a.ts";',
    },
    {
      "console/pages/a.tsx": 'import { b } from "./b.tsx";',
      "console/pages/b.tsx": 'const a = lazy(() => import("./a.tsx"));',
    },
  ],
  kept: [
    {
      "src/values/a.ts": 'import { b } from "./b.ts"; import { c } from "./c.ts";',
      "src/values/b.ts": 'import { c } from "./c.ts";',
      "src/values/c.ts": "",
    },
  ],
};

/** Where programs begin: the command line, and what packages offer. */
const entries = [
  "src/cli/main.ts",
  "packages/client/src/bursar.ts",
  "packages/client/src/decimal.ts",
  "packages/custodian-files/src/custodian-files.ts",
  "packages/tax-lots/src/tax-lots.ts",
  "packages/performance/src/performance.ts",
];

const handedOn: Rule = {
  name: "no file only re-exports another",
  instead: "import from the file that defines it",
  find: ({ product }) =>
    product
      .filter(
        ({ path, tree }) =>
          !entries.includes(path) &&
          tree.body.length > 0 &&
          tree.body.every((node) => {
            if (node.type === "ImportDeclaration" || node.type === "ExportAllDeclaration")
              return true;
            return node.type === "ExportNamedDeclaration" && node.declaration === null;
          }),
      )
      .map(({ path }) => ({ path, what: "holds nothing itself" })),
  broken: [
    { "src/values/a.ts": 'export { b } from "./b.ts";' },
    { "src/values/a.ts": 'import { b } from "./b.ts";\nexport { b };' },
  ],
  kept: [{ "src/values/a.ts": 'export { b } from "./b.ts";\nexport const a = 1;' }],
};

const reached: Rule = {
  name: "every file of the product is reached from the command line, a package's entry, a script or the bench",
  instead: "use it or delete it",
  find({ all, product }) {
    const outside = all.filter(({ path }) => /^(scripts|bench)\//.test(path));
    const graph = new Map([...product, ...outside].map((file) => [file.path, file]));
    const found = new Set<string>();
    const waiting = [...entries, ...outside.map(({ path }) => path)];
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
      const file = graph.get(path);
      if (found.has(path) || file === undefined) continue;
      found.add(path);
      waiting.push(...targetsOf(file));
    }
    return product
      .filter(({ path }) => !found.has(path))
      .map(({ path }) => ({ path, what: `nothing imports ${fileName(path)}` }));
  },
  broken: [
    { "src/cli/main.ts": "", "src/values/a.ts": "" },
    { "packages/client/src/bursar.ts": "", "packages/client/src/a.ts": "" },
  ],
  kept: [{ "src/cli/main.ts": 'import { a } from "../values/a.ts";', "src/values/a.ts": "" }],
};

const typesOfLibrary: Rule = {
  name: "TypeBox gives types alone",
  instead: "take Type from src/values/type.ts, which makes the same shapes without its modules",
  find: inProduct(
    () => true,
    (file) =>
      importsOf(file)
        .filter(({ specifier, isOfTypes }) => /^typebox(?:\/|$)/.test(specifier) && !isOfTypes)
        .map(({ node }) => node),
  ),
  broken: [
    { "src/brokerage/a/schema.ts": 'import Type from "typebox";' },
    { "src/brokerage/a/schema.ts": 'import Type, { type Static } from "typebox";' },
    { "src/values/a.ts": 'const { Compile } = await import("typebox/compile");' },
  ],
  kept: [
    { "src/brokerage/a/schema.ts": 'import type { Static, TSchema } from "typebox";' },
    { "src/brokerage/a/schema.ts": 'import { Type } from "../../../values/type.ts";' },
  ],
};

/** The rules of this theme. */
export const importRules: readonly Rule[] = [
  down,
  upwardInRooms,
  namedRooms,
  askedEngines,
  packagesAlone,
  byName,
  cycles,
  handedOn,
  reached,
  typesOfLibrary,
];
