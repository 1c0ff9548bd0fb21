// The rules of subscriptions to models, and the weights that they give. (interface 4.23)

import type { Decimal } from "@bursar/values/decimal";
import type { Id } from "@bursar/values/ids";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Target } from "../models/reads.ts";
import { effectiveWeights } from "./effective-weights.ts";
import { isOwnerNotified, problemsWithSubscription, statusAfterNewVersion } from "./rules.ts";

const targets = (...pairs: readonly [string, string][]): Target[] =>
  pairs.map(([ticker, weight]) => ({ ticker, targetWeight: weight as Decimal }));
const three = targets(["ACME", "33.34"], ["BOLT", "33.33"], ["CRUX", "33.33"]);
const without = (...excluded: string[]) => ({ exclusionRule: "A", excluded }) as const;
const shown = (list: readonly Target[]) => list.map((each) => [each.ticker, each.targetWeight]);

describe("the weights of a folio", () => {
  test.each([
    [
      "all, by ticker",
      targets(["BOLT", "40.00"], ["ACME", "60.00"]),
      without("EVER"),
      [
        ["ACME", "60.00"],
        ["BOLT", "40.00"],
      ],
    ],
    [
      "what is left, in any case",
      three,
      without("acme"),
      [
        ["BOLT", "50.00"],
        ["CRUX", "50.00"],
      ],
    ],
    [
      "the largest remainder first",
      targets(["ACME", "30.00"], ["BOLT", "20.00"], ["CRUX", "20.00"], ["DELT", "30.00"]),
      without("ACME"),
      [
        ["BOLT", "28.57"],
        ["CRUX", "28.57"],
        ["DELT", "42.86"],
      ],
    ],
    [
      "of equal remainders the first by ticker",
      targets(["D", "1.00"], ["C", "33.00"], ["B", "33.00"], ["A", "33.00"]),
      without("D"),
      [
        ["A", "33.34"],
        ["B", "33.33"],
        ["C", "33.33"],
      ],
    ],
    ["nothing", three, without("ACME", "BOLT", "CRUX"), []],
    [
      "nothing but what has no weight",
      targets(["ACME", "100.00"], ["BOLT", "0.00"]),
      without("ACME"),
      [],
    ],
    [
      "all where exclusions are ignored",
      three,
      { exclusionRule: "N", excluded: ["ACME"] },
      shown(three),
    ],
  ] as const)("are %s", (_, adopted, exclusions, expected) => {
    expect(shown(effectiveWeights(adopted, exclusions))).toEqual(expected);
  });

  test("add up to 100.00, each next to its exact share", () => {
    const hundredths = fc.array(fc.integer({ min: 1, max: 10_000 }), {
      minLength: 1,
      maxLength: 40,
    });
    fc.assert(
      fc.property(hundredths, fc.nat(), (list, seed) => {
        const adopted = list.map((units, n) => ({
          ticker: `T${n}`,
          targetWeight:
            `${Math.floor(units / 100)}.${String(units % 100).padStart(2, "0")}` as Decimal,
        }));
        const excluded = adopted.filter((_, n) => (seed >> (n % 31)) % 2 === 1 && n > 0);
        const left = adopted.filter((each) => !excluded.includes(each));
        const total = left.reduce((sum, each) => sum + unitsOf(each), 0);
        const weights = effectiveWeights(adopted, without(...excluded.map((each) => each.ticker)));
        expect(weights.map(({ ticker }) => ticker).toSorted()).toEqual(
          left.map(({ ticker }) => ticker).toSorted(),
        );
        expect(weights.reduce((sum, each) => sum + unitsOf(each), 0)).toBe(10_000);
        for (const weight of weights) {
          const own = left.find(({ ticker }) => ticker === weight.ticker);
          const down = Math.floor((unitsOf(own as Target) * 10_000) / total);
          expect([down, down + 1]).toContain(unitsOf(weight));
        }
      }),
      { numRuns: 200 },
    );
    function unitsOf({ targetWeight }: Target): number {
      return Number(targetWeight.replace(".", ""));
    }
  });
});

test.each([
  ["A", [], "CURRENT"],
  ["A", ["ACME"], "CURRENT"],
  ["F", ["EVER"], "CURRENT"],
  ["F", ["crux"], "PENDING"],
  ["R", [], "PENDING"],
  ["D", [], "PENDING"],
] as const)("type %s with %j excluded is then %s", (type, excluded, status) => {
  expect(statusAfterNewVersion(type, three, without(...excluded))).toBe(status);
});

test("a filter meets everything where exclusions are ignored", () => {
  const exclusions = { exclusionRule: "N", excluded: ["ACME"] } as const;
  expect(statusAfterNewVersion("F", three, exclusions)).toBe("CURRENT");
});

test("owners are notified of a review, not of updates on demand", () => {
  expect((["R", "F", "D"] as const).map(isOwnerNotified)).toEqual([true, true, false]);
});

describe("a subscription", () => {
  const model = { programOids: ["501", "502"] as Id[], targets: three };
  const facts = { model, inForce: [], excluded: [] };
  const restricted = [{ reasonCode: "021", typeCode: "SO" }];
  test.each([
    ["to a model under one of its programs", "502", facts, []],
    ["under no program", undefined, facts, ["model.subscription.program.rule"]],
    ["under another program", "503", facts, ["model.subscription.program.rule"]],
    [
      "to a model outside programs",
      undefined,
      { ...facts, model: { ...model, programOids: [] } },
      [],
    ],
    [
      "to a model outside programs, under one",
      "501",
      { ...facts, model: { ...model, programOids: [] } },
      ["model.subscription.program.rule"],
    ],
    ["to no model", "501", { ...facts, model: undefined }, ["model.subscription.model.rule"]],
    [
      "of a restricted account",
      "501",
      { ...facts, inForce: restricted },
      ["account.restricted.rule"],
    ],
    [
      "of which nothing is left",
      "501",
      { ...facts, excluded: ["ACME", "BOLT", "CRUX"] },
      ["model.subscription.exclusion.rule"],
    ],
  ] as const)("%s", (_, programOid, known, codes) => {
    const sent = {
      exclusionRule: "A",
      ...(programOid && { programOid: programOid as Id }),
    } as const;
    const problems = problemsWithSubscription(sent, known);
    expect(problems.map((each) => "errorCode" in each && each.errorCode)).toEqual(codes);
  });
});
