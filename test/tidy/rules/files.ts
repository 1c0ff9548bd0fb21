// The names of files, their comments, and the wire's spelling.
import { fileName, inAll, inProduct, type Rule } from "../rule.ts";
import { lineAt } from "../syntax.ts";

const heads: Rule = {
  name: "a file opens by saying what it is for",
  instead: "open it with one or two comment lines",
  find: ({ all }) =>
    all
      .filter(({ text }) => !text.startsWith("// "))
      .map(({ path }) => ({ path, what: "opens with code" })),
  broken: [{ "test/a.ts": "const a = 1;" }],
  kept: [{ "test/a.ts": "// The first letter.\nconst a = 1;" }],
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
  broken: [{ "src/values/utils.ts": "" }, { "src/brokerage/placements/offers/helper.ts": "" }],
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
    { "src/brokerage/placements/offers/rules.ts": "const a = row.origionalPrice;" },
    { "src/brokerage/placements/offers/queries.ts": "const a = sql`select warrents`;" },
  ],
  kept: [
    { "src/brokerage/placements/offers/schema.ts": "const a = { origionalPrice: 1 };" },
    { "src/brokerage/placements/offers/rules.ts": "const a = row.originalPrice;" },
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

const pointer = /^\s*(?:\/\/|\/\*\*) (?:What|Which|Those|Who|Whom|Whose|Whoever|Whatever)\b/;

const subjects: Rule = {
  name: "a comment begins with the thing that it is about",
  instead: "name the thing: not `What a firm sees` but `The accounts that a firm sees`",
  find: inAll(
    () => true,
    (file) =>
      file.lines.flatMap((line, index) => {
        const isContinued = /^\s*\/\//.test(file.lines[index - 1] ?? "");
        if (isContinued || !pointer.test(line)) return [];
        return [{ path: file.path, line: index + 1, what: line.trim() }];
      }),
  ),
  broken: [
    { "test/a.ts": "// Which accounts a firm sees.\nconst a = 1;" },
    { "src/values/a.ts": "/** What a name may contain. */\nconst a = 1;" },
  ],
  kept: [
    {
      "test/a.ts":
        "// The accounts of firms, and\n// Those is a word like any other here.\nconst a = 1;",
    },
  ],
};

/** The rules of this theme. */
export const fileRules: readonly Rule[] = [heads, names, spelling, finished, subjects];
