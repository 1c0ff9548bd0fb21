// Everything that a file exports says what it does.
import type { Node } from "oxc-parser";
import { type Finding, fileName, findingAt, inProduct, type Rule } from "../rule.ts";
import { nodesOf, type SyntaxFile } from "../syntax.ts";

const documented: Rule = {
  name: "every export has a docstring",
  instead: "write one sentence above it that says what it does: /** … */",
  find: inProduct(
    () => true,
    (file) =>
      nodesOf(file, "ExportNamedDeclaration").flatMap((node): Finding[] => {
        if (node.declaration === null || hasDocstring(file, node)) return [];
        if (isCatalogue(file, node.declaration)) return [];
        const names = namesOf(node.declaration).filter((name) => !isOfSchema(file, node, name));
        return names.map((name) => findingAt(file, node, `${name} has no docstring`));
      }),
  ),
  broken: [
    { "src/values/a.ts": "export const a = 1;" },
    { "src/values/a.ts": "// no docstring\nexport function a() {}" },
    { "src/values/a.ts": "/** Of b. */\nconst b = 1;\nexport interface A { b: 1 }" },
    { "src/values/a.ts": "export type A = string;" },
    { "src/values/a.ts": "/** */\nexport class A {}" },
  ],
  kept: [
    { "src/values/a.ts": "/** What a is. */\nexport const a = 1;" },
    { "src/values/a.ts": "/**\n * What a is.\n */\nexport const a = 1;" },
    { "src/values/a.ts": "/** What a is. */\n// biome-ignore lint: b\nexport const a = 1;" },
    { "src/values/a.ts": "const a = 1;\ninterface B {}" },
    { "src/resources/offers/errors.ts": "// The codes of offers.\nexport const offerErrors = {};" },
    {
      "src/values/a.ts":
        "/** What A is. */\nexport const A = object({});\nexport type A = Static<typeof A>;",
    },
  ],
};

function namesOf(declaration: Node): string[] {
  if (declaration.type === "VariableDeclaration") {
    return declaration.declarations.map(({ id }) => (id.type === "Identifier" ? id.name : "this"));
  }
  const { id } = declaration as { id?: { name?: string } | null };
  return [id?.name ?? "this"];
}

/** Whether a docstring with words precedes the node, with nothing but comments between. */
function hasDocstring(file: SyntaxFile, { start }: Node): boolean {
  return file.tree.comments.some(
    (comment) =>
      comment.type === "Block" &&
      comment.end <= start &&
      /^\*[\s*]*[^\s*]/.test(comment.value) &&
      /^(?:\s|\/\/.*\n)*$/.test(file.text.slice(comment.end, start)),
  );
}

/** The first line of an errors.ts says what its export, such as `offerErrors`, contains. */
function isCatalogue(file: SyntaxFile, declaration: Node): boolean {
  return (
    fileName(file.path) === "errors.ts" &&
    namesOf(declaration).every((name) => /Errors$/.test(name))
  );
}

/** A type with a schema's name is what the schema decodes to; the schema has the docstring. */
function isOfSchema(file: SyntaxFile, node: Node, name: string): boolean {
  const text = file.text.slice(node.start, node.end);
  return new RegExp(`^export type ${name} = [\\w.]+<typeof ${name}>;`).test(text);
}

/** The rules of this theme. */
export const docstringRules: readonly Rule[] = [documented];
