// Proves every rule: it finds what is planted to break it, and nothing in what only looks like it.
import { expect, test } from "vitest";
import { type Planted, type Rule, sourceTreeOf } from "./rule.ts";
import { rules } from "./rules.ts";
import { syntaxFile } from "./syntax.ts";

function findIn(rule: Rule, planted: Planted): string[] {
  const files = Object.entries(planted).map(([path, text]) =>
    syntaxFile({ path, text, lines: text.split("\n") }),
  );
  return rule.find(sourceTreeOf(files)).map(({ path, what }) => `${path}: ${what}`);
}

const plants = (of: "broken" | "kept") =>
  rules.flatMap((rule) =>
    rule[of].map(
      (planted) => [rule.name, Object.values(planted).join(" ¶ "), rule, planted] as const,
    ),
  );

test.each(plants("broken"))("%s: found in %s", (_name, _text, rule, planted) => {
  expect(findIn(rule, planted)).not.toEqual([]);
});

test.each(plants("kept"))("%s: not found in %s", (_name, _text, rule, planted) => {
  expect(findIn(rule, planted)).toEqual([]);
});

test("every rule has broken and kept examples, and a name of its own", () => {
  const bare = rules.filter(({ broken, kept }) => broken.length === 0 || kept.length === 0);
  expect(bare.map(({ name }) => name)).toEqual([]);
  expect(new Set(rules.map(({ name }) => name)).size).toBe(rules.length);
});
