// How tests in a browser look at a page: what it shows comes a moment later.
import type { Node } from "oxc-parser";
import { inAll, type Rule } from "../rule.ts";
import { memberName, type NodeOf, nodesOf, type SyntaxFile } from "../syntax.ts";

/** Methods that read the state of a page, or of a part of it, at that moment. */
const looks: ReadonlySet<string | undefined> = new Set([
  "allInnerTexts",
  "allTextContents",
  "boundingBox",
  "count",
  "evaluate",
  "evaluateAll",
  "getAttribute",
  "innerText",
  "inputValue",
  "isChecked",
  "isDisabled",
  "isEditable",
  "isEnabled",
  "isHidden",
  "isVisible",
  "textContent",
]);

const isWithin = (node: Node, around: Node) => node.start >= around.start && node.end <= around.end;

/** The calls in a file that look at a page once. */
function looksOf(file: SyntaxFile): Node[] {
  const awaited = nodesOf(file, "AwaitExpression").map(({ argument }) => argument);
  const addresses = nodesOf(file, "CallExpression").filter((call) => isAddressOfPage(file, call));
  return [
    ...awaited.filter(
      (node) => node.type === "CallExpression" && looks.has(memberName(node.callee)),
    ),
    ...addresses,
  ];
}

function isAddressOfPage(file: SyntaxFile, { callee }: NodeOf<"CallExpression">): boolean {
  return file.text.slice(callee.start, callee.end) === "page.url";
}

const onceLooked: Rule = {
  name: "no test in a browser looks once at what a page shows",
  instead: "write `await expect.poll(() => …)`, which looks until it is so",
  find: inAll(
    (path) => path.startsWith("test/browser/"),
    (file) => {
      const found = looksOf(file);
      return nodesOf(file, "CallExpression").filter(({ callee, arguments: [looked] }) => {
        const isExpect = callee.type === "Identifier" && callee.name === "expect";
        return isExpect && looked !== undefined && found.some((look) => isWithin(look, looked));
      });
    },
  ),
  broken: [
    { "test/browser/a.test.ts": "expect(await page.getByRole('alert').count()).toBe(1);" },
    { "test/browser/a.test.ts": "expect((await rows.count()) > 0, level).toBe(true);" },
    { "test/browser/a.test.ts": "expect(page.url()).toBe(address);" },
  ],
  kept: [
    { "test/browser/a.test.ts": "await expect.poll(() => rows.count()).toBe(1);" },
    { "test/browser/a.test.ts": "expect(await faultsOf(page)).toEqual([]);" },
    { "test/browser/a.test.ts": "expect((await saving).suggestedFilename()).toBe('a.csv');" },
    { "src/cli/a.test.ts": "expect(await rows.count()).toBe(1);" },
  ],
};

/** Rules about tests in a browser. */
export const browserTestRules: readonly Rule[] = [onceLooked];
