// The steps of a verification: each status with each other.
import { expect, test } from "vitest";
import { problemsWithStatus } from "./rules.ts";

const refused = "member.verification.status.rule";

test.each([
  ["PENDING_NEW", "PENDING_NEW", undefined, []],
  ["PENDING_NEW", "PASSED", undefined, []],
  ["PENDING_NEW", "FAILED", undefined, []],
  ["FAILED", "PENDING_NEW", undefined, []],
  ["FAILED", "FAILED", undefined, []],
  ["FAILED", "PASSED", undefined, ["null.comment"]],
  ["FAILED", "PASSED", "Passport seen", []],
  ["PASSED", "PENDING_NEW", "Again", [refused]],
  ["PASSED", "FAILED", undefined, ["null.comment"]],
  ["PASSED", "FAILED", "Forged", []],
  ["PASSED", "PASSED", undefined, []],
])("from %s to %s with comment %s: %j", (from, status, comment, codes) => {
  const request = { status, ...(comment && { comment }) };
  const problems = problemsWithStatus(from, request, { isTidShared: false });
  expect(problems.map((each) => "errorCode" in each && each.errorCode)).toEqual(codes);
});

test.each([
  ["PASSED", undefined, ["null.comment"]],
  ["PASSED", "The same person", []],
  ["FAILED", undefined, []],
])(
  "from pending to %s, where another firm has the tax id, with comment %s: %j",
  (status, comment, codes) => {
    const request = { status, ...(comment && { comment }) };
    const problems = problemsWithStatus("PENDING_NEW", request, { isTidShared: true });
    expect(problems.map((each) => "errorCode" in each && each.errorCode)).toEqual(codes);
  },
);
