// The refusals of elections, by reason in order of precedence.
import { expect, test } from "vitest";
import { problemsWithElection, rulesOfElection } from "./rules.ts";
import type { NewElection } from "./schema.ts";

const fund = {
  isTaxable: true,
  isFund: true,
  isStock: false,
  isInForce: false,
};
const stock = { ...fund, isFund: false, isStock: true };
const bond = { ...stock, isStock: false };
const plan = "2024-01-02" as NonNullable<NewElection["planSince"]>;

const account = "averagebasis.account.rule";
const security = "averagebasis.security.rule";
const election = "averagebasis.election.rule";

test.each([
  ["a fund of a taxable account", { election: "AVE" }, fund, []],
  ["a fund's election revoked", { election: "AVR" }, { ...fund, isInForce: true }, []],
  ["stock of a plan", { election: "AVE", planSince: plan }, stock, []],
  ["stock's election ended", { election: "AVX" }, { ...stock, isInForce: true }, []],
  ["a retirement account", { election: "AVE" }, { ...fund, isTaxable: false }, [account]],
  ["stock without a plan", { election: "AVE" }, stock, [security]],
  ["debt, even of a plan", { election: "AVE", planSince: plan }, bond, [security]],
  ["what is elected already", { election: "AVE" }, { ...fund, isInForce: true }, [election]],
  ["the end of nothing", { election: "AVX" }, fund, [election]],
  ["the revocation of nothing", { election: "AVR" }, fund, [election]],
  [
    "everything at once",
    { election: "AVE" },
    { ...bond, isTaxable: false, isInForce: true },
    [account, security, election],
  ],
] as const)("%s", (_, request, facts, codes) => {
  const problems = problemsWithElection(request, facts);
  expect(problems.map((problem) => "errorCode" in problem && problem.errorCode)).toEqual(codes);
});

test.each([
  ["AVE", "2026-03-02", []],
  ["AVE", "2026-03-03", ["invalid.plan.since"]],
  ["AVR", "2026-03-02", ["invalid.plan.since"]],
  ["AVX", "2026-03-02", ["invalid.plan.since"]],
  ["AVX", undefined, []],
])("%s of a plan since %s on 2026-03-02", (code, planSince, codes) => {
  const now = new Date("2026-03-02T15:00:00Z");
  const about = { now, params: {}, query: {}, firmKind: "institutional" } as const;
  const failed = { hasAt: () => false } as never;
  const problems = rulesOfElection.flatMap((rule) =>
    rule.check({ election: code, planSince }, about, failed),
  );
  expect(problems.map((problem) => "errorCode" in problem && problem.errorCode)).toEqual(codes);
});
