// How long files and functions are, what they are called, how a file opens, and the wire's spelling.
import { fileName, findingAt, inAll, inProduct, type Rule } from "../rule.ts";
import { functionsOf, lineAt, nameOfFunction } from "../syntax.ts";

const maxLines = 300;
const maxLinesOfFunction = 70;

const shortFiles: Rule = {
  name: `files have at most ${maxLines} lines`,
  instead: "split it by content",
  find: ({ product }) =>
    product
      .filter(({ lines }) => lines.length - 1 > maxLines)
      .map(({ path, lines }) => ({ path, what: `${lines.length - 1} lines` })),
  broken: [{ "src/values/a.ts": "\n".repeat(maxLines + 1) }],
  kept: [{ "src/values/a.ts": "\n".repeat(maxLines) }, { "test/a.ts": "\n".repeat(400) }],
};

const longArrow = (lines: number) =>
  `const a = {\n  b: () => [${"\n    1,".repeat(lines - 2)}\n  ],\n};`;

const shortFunctions: Rule = {
  name: `functions have at most ${maxLinesOfFunction} lines`,
  instead: "split it into smaller functions",
  find: inProduct(
    () => true,
    (file) =>
      functionsOf(file).flatMap((node) => {
        const lines = lineAt(file, node.end) - lineAt(file, node.start) + 1;
        if (lines <= maxLinesOfFunction) return [];
        return [findingAt(file, node, `${nameOfFunction(file, node)} has ${lines} lines`)];
      }),
  ),
  broken: [
    { "src/values/a.ts": `function a() {${"\n".repeat(maxLinesOfFunction)}}` },
    { "src/values/a.ts": longArrow(maxLinesOfFunction + 1) },
  ],
  kept: [
    { "src/values/a.ts": `function a() {${"\n".repeat(maxLinesOfFunction - 1)}}` },
    { "src/values/a.ts": longArrow(maxLinesOfFunction) },
  ],
};

const heads: Rule = {
  name: "a file opens by saying what it is for",
  instead: "open it with one or two comment lines",
  find: ({ all }) =>
    all
      .filter(({ text }) => !text.startsWith("// "))
      .map(({ path }) => ({ path, what: "opens with code" })),
  broken: [{ "test/a.ts": "const a = 1;" }],
  kept: [{ "test/a.ts": "// What a is.\nconst a = 1;" }],
};

const names: Rule = {
  name: "no file has a name that says nothing",
  instead: "name it for what it contains",
  find: ({ product }) =>
    product
      .filter(({ path }) =>
        /^(utils?|helpers?|common|types|constants|index)\.ts$/.test(fileName(path)),
      )
      .map(({ path }) => ({ path, what: fileName(path) })),
  broken: [{ "src/values/utils.ts": "" }, { "src/resources/offers/helper.ts": "" }],
  kept: [{ "src/values/wire-types.ts": "" }],
};

const misspelling = /origional|warrents/i;

const spelling: Rule = {
  name: "the wire's misspellings stay in schemas",
  instead: "map it to the right spelling in schema.ts",
  find: inProduct(
    (path) => fileName(path) !== "schema.ts",
    (file) =>
      file.lines.flatMap((line, index) => {
        const [what] = misspelling.exec(line) ?? [];
        return what === undefined ? [] : [{ path: file.path, line: index + 1, what }];
      }),
  ),
  broken: [
    { "src/resources/offers/rules.ts": "const a = row.origionalPrice;" },
    { "src/resources/offers/queries.ts": "const a = sql`select warrents`;" },
  ],
  kept: [
    { "src/resources/offers/schema.ts": "const a = { origionalPrice: 1 };" },
    { "src/resources/offers/rules.ts": "const a = row.originalPrice;" },
  ],
};

const unfinished = new RegExp(`\\b(?:FIX${"ME"}|TO${"DO"}|XX${"X"})\\b`);

const finished: Rule = {
  name: "no comment leaves work for later",
  instead: "fix it, or report it as an issue",
  find: inAll(
    () => true,
    (file) =>
      // Most files need no syntax tree for this.
      unfinished.test(file.text)
        ? file.tree.comments
            .filter(({ value }) => unfinished.test(value))
            .map(({ start, value }) => ({
              path: file.path,
              line: lineAt(file, start),
              what: value.trim(),
            }))
        : [],
  ),
  broken: [
    { "test/a.ts": `// FIX${"ME"}: later\nconst a = 1;` },
    { "src/values/a.ts": `/* TO${"DO"} */` },
  ],
  kept: [{ "src/values/a.ts": `const TO${"DO"} = "TO${"DO"}"; // nothing is left to do` }],
};

/** The rules of this theme. */
export const fileRules: readonly Rule[] = [
  shortFiles,
  shortFunctions,
  heads,
  names,
  spelling,
  finished,
];
