// The wider forms of patterns: whatever the service accepts fits them, and most of the rest does not.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { anyName, nameWithoutSlash, pathSegment, personName } from "./names.ts";
import { patternInContract } from "./portable-patterns.ts";

const exact = { anyName, nameWithoutSlash, personName, pathSegment };
const taken = { "a single dot": ".", "two dots": "..", spaces: "  ", "a tab": "a\tb", nothing: "" };

describe.each(Object.entries(exact))("the form of %s", (_name, rule) => {
  const said = patternInContract(rule) as { pattern: string; "x-exact-pattern": string };
  // Without the flag, as most tools of JSON Schema that are not written in JavaScript read it.
  const forms = [new RegExp(said.pattern), new RegExp(said.pattern, "u")];

  test("takes all that the rule takes", () => {
    const letters = fc.oneof(
      fc.constantFrom(..."aZ é’'.-/#\u2800\u200b 9漢𝔸\u0301\u00a0\n"),
      fc.string({ unit: "binary", maxLength: 1 }),
    );
    fc.assert(
      fc.property(fc.array(letters, { maxLength: 12 }), (parts) => {
        const text = parts.join("");
        if (rule.test(text)) for (const form of forms) expect(form.test(text)).toBe(true);
      }),
      { numRuns: 5_000 },
    );
    expect(said["x-exact-pattern"]).toBe(rule.source);
  });

  test("refuses what can be said without classes of Unicode", () => {
    const wrong = Object.entries(taken)
      .filter(([, text]) => !rule.test(text) && forms[0]?.test(text))
      .map(([what]) => what);
    expect(wrong).toEqual([]);
  });
});
