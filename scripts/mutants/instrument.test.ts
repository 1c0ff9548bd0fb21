// The changes that mutants make to rules and statements, and how one copy contains them all.
import { expect, test } from "vitest";
import { syntaxFile } from "../../test/tidy/syntax.ts";
import { instrumented } from "./instrument.ts";
import { mutantsOf, statementMutants } from "./operators.ts";

const fileOf = (text: string) => syntaxFile({ path: "src/x/rules.ts", text, lines: [] });
const replacementsIn = (text: string) =>
  mutantsOf(fileOf(text)).map(({ replacement }) => replacement);

test("comparisons, conditions, logic and calls are changed", () => {
  expect(replacementsIn("const a = b < 1;")).toEqual(["b <= 1", "b >= 1", "2"]);
  expect(replacementsIn("const a = b && !c;")).toEqual(["b", "!c", "c"]);
  expect(replacementsIn("if (a) b();")).toEqual(["true", "false"]);
  expect(replacementsIn("const a = b.some((c) => c);")).toEqual(["b.every((c) => c)"]);
});

test("types, keys and texts are left alone", () => {
  expect(replacementsIn("type A = 1 | true; const a: 2 = f<3>({ 4: b }); ")).toEqual([]);
});

test("conjuncts, tie-breakers, locks and key columns of a statement are dropped", () => {
  const statement =
    "select a from b join c on b.x = c.x and b.y = c.y where b.z = $1 and c.w between 1 and 2 " +
    "order by a desc, b.x for update";
  expect(statementMutants(statement).map(({ operator }) => operator)).toEqual([
    "a conjunct is dropped: b.x = c.x and",
    "a conjunct is dropped: and b.y = c.y",
    "a conjunct is dropped: b.z = $1 and",
    "a conjunct is dropped: and c.w between 1 and 2",
    "the last tie is dropped: , b.x",
    "a lock is dropped: for update",
    "the order is turned: desc",
  ]);
  const upsert = "insert into a values (1) on conflict (b, c) do nothing";
  expect(statementMutants(upsert).map(({ text }) => text)).toEqual([
    "insert into a values (1) on conflict (  c) do nothing",
    "insert into a values (1) on conflict (b) do nothing",
  ]);
});

test("a copy behaves as the original until a mutant is named", () => {
  const text = "(a, b) => a > 1 && (b === 2 || a < 9)";
  const mutants = mutantsOf(fileOf(text));
  const awake: { id?: number } = {};
  Object.assign(globalThis, { $mutant: (id: number) => id === awake.id });
  const run = new Function(`return ${instrumented(text, mutants, 1)}`)();
  const original = new Function(`return ${text}`)();
  const cases = [0, 1, 2, 8, 9].flatMap((a) => [1, 2, 3].map((b) => [a, b] as const));
  for (const [a, b] of cases) expect(run(a, b)).toBe(original(a, b));
  const isOther = mutants.map((_, index) => {
    awake.id = index + 1;
    return cases.some(([a, b]) => run(a, b) !== original(a, b));
  });
  expect(isOther.filter((other) => other).length).toBe(mutants.length);
});
