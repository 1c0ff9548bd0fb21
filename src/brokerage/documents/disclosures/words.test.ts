// The words on papers: which row of a topic counts, and what of them is missing.
import type { Day } from "@bursar/values/dates";
import type { Id } from "@bursar/values/ids";
import { expect, test } from "vitest";
import { useTestService } from "../../../../test/harness.ts";
import { findAnomalies } from "../../service/anomalies/reads.ts";
import { wordsOf } from "./reads.ts";

const service = useTestService();
const harbor = { firmOid: "1002" as Id, reportType: "M" } as const;
const today = "2026-03-02" as Day;
const header = "firmOid,reportType,topic,from,to,words\n";
const load = (...rows: string[]) =>
  service.load({ "disclosures.csv": header + rows.map((row) => `${row}\n`).join("") });
const compared = async (on: string) =>
  (await wordsOf(service.db, { ...harbor, on: on as Day })).find(({ topic }) => topic === "compare")
    ?.text;
const missing = async () => {
  const found = await findAnomalies(service.db, today);
  return found.find(({ kind }) => kind === "statement without words")?.first ?? [];
};

test("the operator's words stand on all statements, in the order of the law's topics", async () => {
  const topics = (await wordsOf(service.db, { ...harbor, on: today })).map(({ topic }) => topic);
  expect(topics).toEqual(["errors", "freeCredit", "sipc", "prices", "feeReckoning", "compare"]);
  expect(await missing()).toEqual([]);
});

test("a firm's own row takes their place from its first day to its last; the newest counts", async () => {
  await load(
    "1002,M,compare,2026-01-01,2026-06-30,Compare with us.",
    "1002,M,compare,2026-03-01,2026-06-30,Compare with us today.",
    "1002,M,moreover,2026-01-01,,And so on.",
  );
  expect(await compared("2025-12-31")).toMatch(/^Compare this statement/);
  expect(await compared("2026-02-28")).toBe("Compare with us.");
  expect(await compared("2026-03-31")).toBe("Compare with us today.");
  expect(await compared("2026-07-31")).toMatch(/^Compare this statement/);
  const words = await wordsOf(service.db, { ...harbor, on: today });
  expect(words.at(-1)).toEqual({ topic: "moreover", text: "And so on." });
});

test("doctor reports what a firm's statements lack, firm by firm", async () => {
  await load("1001,M,sipc,2020-01-01,2025-12-31,Once.");
  expect(await missing()).toContain(
    "Statements of firm 1002, Harbor Advisory, lack words on sipc: what SIPC protects " +
      "(15 USC 78ccc); load a row of disclosures.",
  );
});

test("a last day before the first is refused", async () => {
  const problem = { column: "to", reason: "The last day lies before the first." };
  await expect(load("1002,M,compare,2026-01-01,2025-12-31,Never.")).rejects.toMatchObject({
    problems: [problem],
  });
});
