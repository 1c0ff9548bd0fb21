// The rules of a model's weights.

import type { Decimal } from "@bursar/values/decimal";
import { expect, test } from "vitest";
import { checkShape } from "../../../values/shape-rule.ts";
import { rulesOfModel } from "./rules.ts";

type Weights = readonly object[];

/** The reasons for which weights are refused; the named parts could not be read. */
function faultsOfWeights(targetWeights: Weights, ...failed: readonly string[]): string[] {
  const found = failed.map((field) => ({ field }));
  const faults = checkShape(rulesOfModel, { targetWeights }, undefined, found);
  expect(new Set(faults.map(({ column }) => column)).size).toBeLessThan(2);
  return faults.map(({ reason }) => reason);
}

const weights = (...targets: readonly [ticker: string, weight: string][]) =>
  targets.map(([ticker, weight]) => ({ ticker, targetWeight: weight as Decimal }));

test.each([
  ["one of 100", weights(["ACME", "100"])],
  ["three thirds", weights(["ACME", "33.34"], ["BOLT", "33.33"], ["CRUX", "33.33"])],
  ["a weight of 0", weights(["ACME", "100.00"], ["BOLT", "0"])],
])("%s is accepted", (_title, given) => {
  expect(faultsOfWeights(given)).toEqual([]);
});

test.each([
  ["too little", weights(["ACME", "99.99"]), ["The target weights add to 99.99, not to 100.00."]],
  [
    "too much",
    weights(["ACME", "50.01"], ["BOLT", "50"]),
    ["The target weights add to 100.01, not to 100.00."],
  ],
  ["nothing", weights(), ["The target weights add to 0, not to 100.00."]],
  ["a security twice", weights(["ACME", "50"], ["ACME", "50"]), ["ACME appears more than once."]],
  [
    "both at once",
    weights(["ACME", "50"], ["ACME", "40"]),
    ["ACME appears more than once.", "The target weights add to 90, not to 100.00."],
  ],
])("%s is named", (_title, given, reasons) => {
  expect(faultsOfWeights(given)).toEqual(reasons);
});

test("an unreadable weight hides a wrong sum, but no security that appears twice", () => {
  const given = [...weights(["ACME", "50"], ["ACME", "40"]), {}];
  const failed = ["targetWeights[2].ticker", "targetWeights[2].targetWeight"];
  expect(faultsOfWeights(given, ...failed)).toEqual(["ACME appears more than once."]);
});

test("an unreadable security does not hide a wrong sum", () => {
  const given = weights(["ACME", "50"], ["", "40"]);
  expect(faultsOfWeights(given, "targetWeights[1].ticker")).toEqual([
    "The target weights add to 90, not to 100.00.",
  ]);
});
