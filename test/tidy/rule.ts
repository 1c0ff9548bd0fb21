// The parts of a tidy rule: a sentence, a search for what breaks it, and texts that prove the search. The rules are
// in `rules/`, one file per theme.
import type { Node } from "oxc-parser";
import type { SourceFile } from "../source-files.ts";
import { lineAt, type SyntaxFile } from "./syntax.ts";

/** The files that rules check. */
export interface SourceTree {
  /** Everything of the project that is TypeScript. */
  readonly all: readonly SyntaxFile[];
  /** Everything of the service and of the packages that is neither a test nor generated. */
  readonly product: readonly SyntaxFile[];
  /** The web console, without its tests. */
  readonly console: readonly SyntaxFile[];
}

/** One place that breaks a rule. */
export interface Finding {
  readonly path: string;
  /** The finding in a few words, for the reader and for the list of exceptions. */
  readonly what: string;
  readonly line?: number;
}

/** Texts of files by their path. */
export type Planted = Readonly<Record<string, string>>;

/** A rule about how the project is written. */
export interface Rule {
  /** A sentence that is true if nothing is found. */
  readonly name: string;
  /** The cure. */
  readonly instead: string;
  find(tree: SourceTree): readonly Finding[];
  /** Trees in each of which the rule finds something. */
  readonly broken: readonly Planted[];
  /** Trees that look much the same, in which it finds nothing. */
  readonly kept: readonly Planted[];
}

const contractTypes = "packages/client/src/contract.ts";

/** All files, and those of the product among them. */
export function sourceTreeOf(all: readonly SyntaxFile[]): SourceTree {
  const isProduct = ({ path }: SourceFile) =>
    /^(packages\/[^/]+\/)?src\//.test(path) && !path.endsWith(".test.ts") && path !== contractTypes;
  const isConsole = ({ path }: SourceFile) =>
    path.startsWith("console/") && !/\.test\.tsx?$/.test(path);
  return { all, product: all.filter(isProduct), console: all.filter(isConsole) };
}

/** The findings of a rule in one file: nodes, or findings in its own words. */
type Search = (file: SyntaxFile, tree: SourceTree) => readonly (Node | Finding)[];

/** A search that looks at the files of the product one by one. */
export function inProduct(concerns: (path: string) => boolean, find: Search): Rule["find"] {
  return (tree) => inFiles(tree.product, concerns, (file) => find(file, tree));
}

/** A search that looks at the files of the product and of the console one by one. */
export function inCode(concerns: (path: string) => boolean, find: Search): Rule["find"] {
  return (tree) =>
    inFiles([...tree.product, ...tree.console], concerns, (file) => find(file, tree));
}

/** A search that looks at every file of the project. */
export function inAll(concerns: (path: string) => boolean, find: Search): Rule["find"] {
  return (tree) => inFiles(tree.all, concerns, (file) => find(file, tree));
}

function inFiles(
  files: readonly SyntaxFile[],
  concerns: (path: string) => boolean,
  find: (file: SyntaxFile) => readonly (Node | Finding)[],
): Finding[] {
  return files
    .filter(({ path }) => concerns(path))
    .flatMap((file) =>
      find(file).map((found) => ("path" in found ? found : findingAt(file, found))),
    );
}

/** A finding that shows the first line of a node, or `what` is wrong with it. */
export function findingAt(file: SyntaxFile, node: Node, what?: string): Finding {
  const text = file.text.slice(node.start, node.end).split("\n", 1)[0] ?? "";
  return { path: file.path, line: lineAt(file, node.start), what: what ?? text };
}

/** The last part of a path. */
export function fileName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
