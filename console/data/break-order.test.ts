// How breaks are searched and sorted.
import { expect, test } from "vitest";
import { inOrder, matching } from "./break-order.ts";
import type { Shapes } from "./service.ts";

const of = (
  breakId: string,
  since: string,
  amount: string | null,
  assignee: string | null,
): Shapes["ReconciliationBreak"] => ({
  accountNumber: `RA0000000${breakId}`,
  breakId,
  date: "2026-03-02T05:00:00.000Z",
  kind: "shares",
  security: { id: null, ticker: `TCK${breakId}` },
  acquiredDate: null,
  custodian: "1.00000",
  books: null,
  amount,
  cause: "missingTransaction",
  since,
  ageInDays: "1",
  note: null,
  notedTS: null,
  assignee,
  closedDate: null,
});
const list = [
  of("1", "2026-03-01T05:00:00.000Z", "9.50", "Zoe"),
  of("2", "2026-02-01T05:00:00.000Z", "-10000000000000000.01", null),
  of("3", "2026-02-15T05:00:00.000Z", null, "Ann Lee"),
  of("4", "2026-02-15T05:00:00.000Z", "10000000000000000.02", "Ann Lee"),
];
const ids = (some: readonly Shapes["ReconciliationBreak"][]) =>
  some.map(({ breakId }) => breakId).join();

test("the oldest come first, or the largest by their exact amount, or those of nobody", () => {
  expect(ids(inOrder(list, "age"))).toBe("2,3,4,1");
  expect(ids(inOrder(list, "amount"))).toBe("4,2,1,3");
  expect(ids(inOrder(list, "assignee"))).toBe("2,3,4,1");
});

test("a search finds all of its words in any order and case", () => {
  expect(ids(matching(list, "lee ann"))).toBe("3,4");
  expect(ids(matching(list, " tck1 "))).toBe("1");
  expect(ids(matching(list, "missing zoe"))).toBe("1");
  expect(ids(matching(list, "lee zoe"))).toBe("");
});
