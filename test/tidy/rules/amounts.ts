// Amounts are never binary floats. Syntax alone cannot tell an amount from a count. Where amounts
// are worked with, these rules therefore forbid turning text or a bigint into a double, and the
// arithmetic that only doubles have. Adding two decimals, which are texts, is caught where the sum
// is used as a `Decimal`: the compiler refuses a plain string there.
import { inProduct, type Rule } from "../rule.ts";
import { type NodeOf, nameOf, nodesOf } from "../syntax.ts";

const exact = (path: string) =>
  /^(src\/brokerage|packages\/(tax-lots|performance)\/src)\//.test(path);
const instead = "use values/decimal.ts or bigint";

const conversions = new Set(["Number", "parseFloat", "Number.parseFloat"]);

const conversion: Rule = {
  name: "no amount becomes a number",
  instead,
  find: inProduct(exact, (file) => [
    ...nodesOf(file, "CallExpression", "NewExpression").filter(({ callee }) =>
      conversions.has(nameOf(callee) ?? ""),
    ),
    // Handed to a function that calls it: `amounts.map(Number)`.
    ...nodesOf(file, "CallExpression").filter((node) =>
      node.arguments.some((each) => conversions.has(nameOf(each) ?? "")),
    ),
    ...nodesOf(file, "UnaryExpression").filter(
      ({ operator, argument }) => operator === "+" && argument.type !== "Literal",
    ),
  ]),
  broken: [
    { "packages/tax-lots/src/a.ts": "const a = +amount;" },
    { "src/brokerage/placements/offers/a.ts": "const a = +row.price * shares;" },
    { "src/brokerage/books/recompute/a.ts": "const a = Number(amount);" },
    { "src/brokerage/books/a/a.ts": "const a = Number.parseFloat(amount);" },
    { "src/brokerage/books/a/a.ts": "const a = amounts.map(Number);" },
    { "src/brokerage/books/a/a.ts": "const a = parseFloat(amount);" },
  ],
  kept: [
    {
      "packages/tax-lots/src/a.ts": "const a = one + amount; const b = Number.parseInt(place, 10);",
    },
    { "src/platform/a.ts": "const a = Number(count);" },
    { "src/brokerage/books/a/a.ts": "const a = Number.isSafeInteger(count) ? isNumber(b) : c;" },
  ],
};

const roundings = /^Math\.(?!max$|min$)|\.to(?:Fixed|Precision|Exponential)$/;

const rounding: Rule = {
  name: "no amount is rounded or computed with Math",
  instead,
  find: inProduct(exact, (file) =>
    nodesOf(file, "MemberExpression").filter((node) => {
      const { property, computed } = node;
      const name = nameOf(node) ?? (computed ? "" : `.${(property as { name: string }).name}`);
      return roundings.test(name);
    }),
  ),
  broken: [
    { "packages/tax-lots/src/a.ts": "const a = Math.round(b);" },
    { "packages/tax-lots/src/a.ts": "const a = Math.pow(b, 2);" },
    { "src/brokerage/books/a/a.ts": "const a = sum(b).toFixed(2);" },
  ],
  kept: [
    { "packages/tax-lots/src/a.ts": "const a = Math.max(earlier, later);" },
    { "src/values/a.ts": "const a = Math.round(b);" },
  ],
};

const doubled = new Set(["*", "/", "%", "**", "*=", "/=", "%=", "**="]);

const arithmetic: Rule = {
  name: "no amount is multiplied, divided or compared as a double",
  instead,
  find: inProduct(exact, (file) => [
    ...nodesOf(file, "BinaryExpression", "AssignmentExpression").filter(
      ({ operator, left, right }) =>
        doubled.has(operator) &&
        [left, right].some((each) => isNumberLiteral(each as NodeOf<"Literal">)),
    ),
    ...nodesOf(file, "Literal").filter(
      (node) => isNumberLiteral(node) && !Number.isInteger(Number(node.value)),
    ),
  ]),
  broken: [
    { "packages/tax-lots/src/a.ts": "const a = cents / 100;" },
    { "packages/tax-lots/src/a.ts": "let a = cents; a *= 2;" },
    { "src/brokerage/books/a/a.ts": "const a = rate > 0.5;" },
    { "src/brokerage/books/recompute/a.ts": "const a = b ** 2;" },
  ],
  kept: [
    { "packages/tax-lots/src/a.ts": "const a = cents / 100n;" },
    { "packages/tax-lots/src/a.ts": "const a = list[list.length - 1];" },
    { "src/brokerage/books/a/a.ts": 'const a = "0.5";' },
  ],
};

function isNumberLiteral(node: NodeOf<"Literal">): boolean {
  return node.type === "Literal" && typeof node.value === "number";
}

/** The rules of this theme. */
export const amountRules: readonly Rule[] = [conversion, rounding, arithmetic];
