// The tax years and accounts that may be requested, in order of precedence.
import { expect, test } from "vitest";
import { accountTypes } from "../../../reference/codes.ts";
import { checkShape } from "../../../values/shape-rule.ts";
import { problemsWithAccount, rulesOfRequest } from "./rules.ts";

const refused = [{ type: "VALIDATION_FIELD", field: "taxyear", errorCode: "invalid.tax.year" }];

test.each([
  ["2026-03-02T15:00:00Z", undefined, refused],
  ["2026-03-02T15:00:00Z", "2027", refused],
  ["2026-03-02T15:00:00Z", "2026", refused],
  ["2026-03-02T15:00:00Z", "2025", []],
  ["2026-03-02T15:00:00Z", "1999", []],
  // The year ends in New York, five hours after Greenwich.
  ["2026-01-01T04:59:59Z", "2025", refused],
  ["2026-01-01T05:00:00Z", "2025", []],
])("at %s the year %s is checked by the clock in New York", (now, taxyear, problems) => {
  const requestFacts = {
    now: new Date(now),
    params: {},
    query: { taxyear },
    firmKind: "institutional",
  } as const;
  expect(checkShape(rulesOfRequest, undefined, requestFacts, [])).toEqual(problems);
});

test("only the five retirement kinds are refused as non-taxable", () => {
  const without = accountTypes.rows
    .map(({ code }) => code)
    .filter((accountType) => problemsWithAccount({ accountType }).length > 0);
  expect(without.toSorted()).toEqual(["9", "P", "Q", "R", "S"]);
});
