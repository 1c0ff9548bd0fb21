// The report of a run of mutants at its end, also one that was stopped.
import { expect, test } from "vitest";
import { isEachNoticed, summaryOf } from "./summary.ts";
import type { Outcome } from "./trial.ts";

const trials = (outcomes: readonly Outcome[]) => ({ all: 5, explained: 2, outcomes });

test("a whole run counts what was killed of what was tried, and what is explained", () => {
  const whole = trials(["killed", "survived", "killed"]);
  expect(summaryOf(whole)).toEqual([
    "2 of 3 tried are killed (66.7 %),",
    "2 of 5 explained in scripts/mutants/accepted.ts and not tried,",
    "1 left",
  ]);
  expect(isEachNoticed(whole)).toBe(false);
  expect(isEachNoticed(trials(["killed", "killed", "killed"]))).toBe(true);
});

test("a run that was stopped counts the untried apart, and proves nothing", () => {
  const stopped = trials(["killed"]);
  expect(summaryOf(stopped)).toContain("2 not tried, since the run was stopped,");
  expect(summaryOf(stopped)).toContain(
    "2 of 5 explained in scripts/mutants/accepted.ts and not tried,",
  );
  expect(isEachNoticed(stopped)).toBe(false);
  expect(summaryOf(trials([]))[0]).toBe("0 of 0 tried are killed (0.0 %),");
});
