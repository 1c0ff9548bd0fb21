// Names and order of the scheduled jobs.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { byUrgency, jobName, jobNames } from "./job-names.ts";

test("each job that the service runs has a name", () => {
  const answer = new URL(
    "../../src/brokerage/service/system/get-service-state.answer.json",
    import.meta.url,
  );
  const ran = [...readFileSync(answer, "utf8").matchAll(/"operation": "([^"]+)"/g)];
  expect(ran.map(([, operation]) => operation)).toEqual(Object.keys(jobNames));
  expect(jobName("newJob")).toBe("New job");
});

test("overdue jobs come first, then due ones", () => {
  const job = (operation: string, due: string, late: string) => ({ operation, due, late });
  const jobs = [job("a", "0", "0"), job("b", "3", "0"), job("c", "2", "1"), job("d", "0", "0")];
  expect(byUrgency(jobs).map(({ operation }) => operation)).toEqual(["c", "b", "a", "d"]);
});
