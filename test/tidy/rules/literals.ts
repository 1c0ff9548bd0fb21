// A literal is written out, and each constant has its line: a line limit never shapes a sentence.
import { inAll, inProduct, type Rule } from "../rule.ts";
import { type NodeOf, nodesOf, parentOf } from "../syntax.ts";

const spreadLiterals: Rule = {
  name: "no literal is spread into a literal",
  instead: "write its parts out, each where it belongs",
  find: inAll(
    () => true,
    (file) =>
      nodesOf(file, "SpreadElement").filter((node) => {
        const into = parentOf(file, node)?.type;
        const { type } = node.argument;
        return type === (into === "ObjectExpression" ? "ObjectExpression" : "ArrayExpression");
      }),
  ),
  broken: [
    { "src/values/a.ts": "const a = { ...{ b, c }, d };" },
    { "test/a.ts": "const a = [...[b, c], d];" },
    { "src/values/a.ts": "a(...[b, c]);" },
  ],
  kept: [
    { "src/values/a.ts": "const a = { ...b, ...(c && { d }) };" },
    { "src/values/a.ts": "const a = [...b, ...c.map(d)];" },
  ],
};

const isPair = ({ id, init }: NodeOf<"VariableDeclarator">) =>
  id.type === "ArrayPattern" && init?.type === "ArrayExpression";

const pairedConstants: Rule = {
  name: "two constants are two lines",
  instead: "declare each by itself",
  find: inAll(
    () => true,
    (file) =>
      nodesOf(file, "VariableDeclarator").filter((node) => {
        const declaration = parentOf(file, node);
        const around = declaration && parentOf(file, declaration);
        return isPair(node) && around?.type !== "ForStatement";
      }),
  ),
  broken: [
    { "src/values/a.ts": "const [a, b] = [1, 2];" },
    { "test/a.ts": "let [a, b] = [1, c()];" },
  ],
  kept: [
    { "src/values/a.ts": "const [a, b] = c;" },
    { "src/values/a.ts": "for (let [a, b] = [0, c]; a < b; a += 1) d(a);" },
  ],
};

/** Whether a request passes through the code of a file. */
const isOfRequests = (path: string) =>
  /^src\/(brokerage|reference|values|platform\/(auth|change|feed|http|webhooks))\//.test(path);

const getters: Rule = {
  name: "no object of a request has a getter",
  // (docs/adr/0011-requests-near-the-floor.md)
  instead:
    "write a function: the runtime makes a shape for each such object, which keeps its request",
  find: inProduct(isOfRequests, (file) => [
    ...nodesOf(file, "Property").filter(({ kind }) => kind !== "init"),
    ...nodesOf(file, "MethodDefinition").filter(({ kind }) => kind === "get" || kind === "set"),
  ]),
  broken: [
    { "src/platform/http/pipeline/a.ts": "const a = { get urls() { return b; } };" },
    { "src/platform/auth/a.ts": "const a = { b, set c(d) {} };" },
    { "src/brokerage/a/b/c.ts": "class A extends Error { get b() { return c; } }" },
  ],
  kept: [
    { "src/platform/http/pipeline/a.ts": "const a = { urls: () => b, get: c };" },
    { "src/platform/store/a.ts": "const a = { get b() { return c; } };" },
  ],
};

/** The rules of this theme. */
export const literalRules: readonly Rule[] = [spreadLiterals, pairedConstants, getters];
