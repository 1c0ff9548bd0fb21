// The rows of the worklist.
import { expect, test } from "vitest";
import { groupWorklist } from "./worklist-groups.ts";

const entry = (accountNumber: string, title: string, since: string | null, due: string | null) => ({
  accountName: "",
  accountNumber,
  code: "P",
  due,
  id: accountNumber,
  kind: "ballotsOpen" as const,
  loginId: null,
  since,
  targetOid: null,
  title,
});

test("the same work in several accounts is one row, as old as its oldest entry", () => {
  const groups = groupWorklist([
    entry("RA1", "Acme", "2026-11-03", "2026-12-01"),
    entry("RA2", "Bolt", null, null),
    entry("RA3", "Acme", "2026-11-01", "2026-12-01"),
    entry("RA4", "Acme", null, "2026-12-02"),
  ]);
  expect(groups.map(({ entries }) => entries.map((each) => each.accountNumber))).toEqual([
    ["RA1", "RA3"],
    ["RA2"],
    ["RA4"],
  ]);
  expect(groups.map(({ since }) => since)).toEqual(["2026-11-01", null, null]);
});
