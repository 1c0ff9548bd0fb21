// Source files as syntax trees: each is parsed once, when a rule first needs a node of it.
import { dirname, posix } from "node:path";
import { type Comment, type Node, parseSync, visitorKeys } from "oxc-parser";
import type { SourceFile } from "../source-files.ts";

type Type = Node["type"];

/** The node of a type; one node may serve several types. */
export type NodeOf<T extends Type> = Among<Node, T>;
type Among<N extends Node, T extends Type> = N extends Node
  ? [T & N["type"]] extends [never]
    ? never
    : N
  : never;

/** Any function with a body: declared, expressed or an arrow. */
export type FunctionNode = NodeOf<
  "FunctionDeclaration" | "FunctionExpression" | "ArrowFunctionExpression"
>;

/** A source file with its syntax on demand. */
export interface SyntaxFile extends SourceFile {
  readonly tree: Tree;
}

interface Tree {
  readonly body: readonly Node[];
  readonly comments: readonly Comment[];
  readonly byType: ReadonlyMap<Type, readonly Node[]>;
  readonly parents: ReadonlyMap<Node, Node>;
}

/** The file with its syntax; throws if a rule needs the syntax of text that is not TypeScript. */
export function syntaxFile({ path, text, lines }: SourceFile): SyntaxFile {
  let tree: Tree | undefined;
  return {
    path,
    text,
    lines,
    get tree() {
      tree ??= parse(path, text);
      return tree;
    },
  };
}

function parse(path: string, text: string): Tree {
  const { program, comments, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`);
  const byType = new Map<Type, Node[]>();
  const parents = new Map<Node, Node>();
  const waiting: Node[] = [program as Node];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    const alike = byType.get(node.type);
    if (alike === undefined) byType.set(node.type, [node]);
    else alike.push(node);
    for (const child of childrenOf(node).toReversed()) {
      parents.set(child, node);
      waiting.push(child);
    }
  }
  return { body: program.body as Node[], comments, byType, parents };
}

/** The direct children of a node, in the order of the text. */
function childrenOf(node: Node): Node[] {
  const fields = node as unknown as Readonly<Record<string, unknown>>;
  return (visitorKeys[node.type] ?? []).flatMap((key) => {
    const value = fields[key];
    if (Array.isArray(value)) return value.filter((each) => each !== null) as Node[];
    return value === null || value === undefined ? [] : [value as Node];
  });
}

/** The file's nodes of some types. */
export function nodesOf<T extends Type>(file: SyntaxFile, ...types: readonly T[]): NodeOf<T>[] {
  return types.flatMap((type) => (file.tree.byType.get(type) ?? []) as NodeOf<T>[]);
}

/** The parent of a node. */
export function parentOf(file: SyntaxFile, node: Node): Node | undefined {
  return file.tree.parents.get(node);
}

/** The ancestors of a node, from the nearest. */
export function ancestorsOf(file: SyntaxFile, node: Node): Node[] {
  const found: Node[] = [];
  for (let at = parentOf(file, node); at !== undefined; at = parentOf(file, at)) found.push(at);
  return found;
}

/** The line number of an offset. */
export function lineAt(file: SourceFile, offset: number): number {
  return file.text.slice(0, offset).split("\n").length;
}

/** Every function of the file. */
export function functionsOf(file: SyntaxFile): FunctionNode[] {
  return nodesOf(file, "FunctionDeclaration", "FunctionExpression", "ArrowFunctionExpression");
}

/** The name with which a function is declared, or of what it is assigned to. */
export function nameOfFunction(file: SyntaxFile, node: FunctionNode): string {
  if (node.type !== "ArrowFunctionExpression" && node.id) return node.id.name;
  const parent = parentOf(file, node);
  if (parent?.type === "VariableDeclarator" && parent.id.type === "Identifier") {
    return parent.id.name;
  }
  if (parent !== undefined && "key" in parent) {
    return file.text.slice(parent.key.start, parent.key.end);
  }
  return "a function without a name";
}

/** `Date.now` for `Date.now`, `now` for `now`; undefined for anything but a plain name. */
export function nameOf(node: Node): string | undefined {
  if (node.type === "Identifier") return node.name;
  if (node.type !== "MemberExpression" || node.computed) return undefined;
  const owner = nameOf(node.object);
  return owner === undefined ? undefined : `${owner}.${memberName(node)}`;
}

/** `now` for anything of the form `….now`; undefined for anything but a member. */
export function memberName(node: Node): string | undefined {
  if (node.type !== "MemberExpression" || node.computed) return undefined;
  return (node.property as NodeOf<"Identifier">).name;
}

/** An import of a file: where it is, what it names, and whether it imports only types. */
export interface Import {
  readonly node: Node;
  /** As written: `node:fs`, `pg`, `./reads.ts`. */
  readonly specifier: string;
  /** The path from the root of a file of the project, else undefined. */
  readonly target: string | undefined;
  /** The names that are imported, as their file calls them; `*` for all of them. */
  readonly names: readonly string[];
  readonly isOfTypes: boolean;
}

/** The imports and re-exports of a file: by declarations, by `import()` and in types. */
export function importsOf(file: SyntaxFile): Import[] {
  const found: Omit<Import, "target">[] = [];
  for (const node of nodesOf(file, "ImportDeclaration")) {
    const isOfTypes =
      node.importKind === "type" ||
      (node.specifiers.length > 0 &&
        node.specifiers.every((each) => "importKind" in each && each.importKind === "type"));
    const names = node.specifiers.map((each) =>
      each.type === "ImportSpecifier" ? nameOfExport(each.imported) : "*",
    );
    found.push({ node, specifier: node.source.value, names, isOfTypes });
  }
  for (const node of nodesOf(file, "ExportNamedDeclaration")) {
    if (node.source === null) continue;
    const names = node.specifiers.map((each) => nameOfExport(each.local));
    const isOfTypes = node.exportKind === "type";
    found.push({ node, specifier: node.source.value, names, isOfTypes });
  }
  for (const node of nodesOf(file, "ExportAllDeclaration")) {
    found.push({ node, specifier: node.source.value, names: ["*"], isOfTypes: false });
  }
  for (const node of nodesOf(file, "ImportExpression", "TSImportType")) {
    const { source } = node;
    if (source.type !== "Literal" || typeof source.value !== "string") continue;
    const isOfTypes = node.type === "TSImportType";
    found.push({ node, specifier: source.value, names: ["*"], isOfTypes });
  }
  return found.map((each) => ({ ...each, target: targetOf(file.path, each.specifier) }));
}

/** The entry of a package that is not called like it. */
const entryOf: Readonly<Record<string, string>> = { client: "bursar" };

function nameOfExport(node: Node): string {
  return node.type === "Identifier" ? node.name : String((node as { value?: unknown }).value);
}

function targetOf(path: string, specifier: string): string | undefined {
  const [, name, entry] = /^@bursar\/([^/]+)(?:\/(.+))?$/.exec(specifier) ?? [];
  if (name !== undefined) return `packages/${name}/src/${entry ?? entryOf[name] ?? name}.ts`;
  if (!specifier.startsWith(".")) return undefined;
  return posix.normalize(posix.join(dirname(path), specifier));
}

/** The paths from the root of the project's files that a file imports. */
export function targetsOf(file: SyntaxFile): string[] {
  return importsOf(file).flatMap(({ target }) => target ?? []);
}
