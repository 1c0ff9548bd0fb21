// How breaks keep their id, age and note from day to day.

import type { Day } from "@bursar/values/dates";
import type { Id } from "@bursar/values/ids";
import { expect, test } from "vitest";
import { carry, type StoredBreak } from "./carry.ts";
import type { Difference } from "./match.ts";

const cash: Difference = {
  kind: "cash",
  security: "",
  acquiredOn: undefined,
  cause: "missingTransaction",
  custodian: 1000n,
  books: 400n,
  amount: 600n,
};
const shares: Difference = {
  kind: "shares",
  security: "601",
  acquiredOn: undefined,
  cause: "split",
  custodian: 200n,
  books: 100n,
  amount: undefined,
};
const noted = { note: "A deposit in transit.", notedAt: new Date("2026-03-02T15:00:00Z") };
const lots: Difference = { ...shares, kind: "lotBasis", acquiredOn: "2024-01-02" as Day };
const stored = (difference: Difference, breakId: string, rest = {}): StoredBreak => ({
  ...difference,
  breakId: breakId as Id,
  since: "2026-02-27" as Day,
  note: null,
  notedAt: null,
  assignee: null,
  ...rest,
});
const on = "2026-03-03" as Day;
const isCompared = (kind: string) => kind !== "lotBasis";
const newId = () => "99" as Id;
const shown = ({ breakId, since, note }: StoredBreak) => [breakId, since, note];

test.each([
  ["a new break begins on its day", [cash], [], [], [["99", on, null]], []],
  [
    "one that persists keeps id, age and note",
    [cash],
    [stored(cash, "7", noted)],
    [],
    [["7", "2026-02-27", noted.note]],
    [],
  ],
  [
    "the sides may move together",
    [{ ...cash, custodian: 1100n, books: 500n }],
    [stored(cash, "7", noted)],
    [],
    [["7", "2026-02-27", noted.note]],
    [],
  ],
  [
    "another amount loses the note, and keeps the age",
    [{ ...cash, custodian: 1001n }],
    [stored(cash, "7", noted)],
    [],
    [["7", "2026-02-27", null]],
    [],
  ],
  [
    "one that is gone is closed",
    [shares],
    [stored(cash, "7"), stored(shares, "8")],
    [],
    [["8", "2026-02-27", null]],
    ["7"],
  ],
  [
    "a day that is reconciled again keeps what was noted on it",
    [cash, shares],
    [stored(cash, "7")],
    [stored(cash, "7", noted), { ...stored(shares, "8", noted), since: on }],
    [
      ["7", "2026-02-27", noted.note],
      ["8", on, noted.note],
    ],
    [],
  ],
  [
    "one that the statement cannot show goes on",
    [],
    [stored(lots, "7", noted)],
    null,
    [["7", "2026-02-27", noted.note]],
    [],
  ],
  [
    "unless an earlier statement of the day has shown it gone",
    [],
    [stored(lots, "7")],
    [],
    [],
    ["7"],
  ],
] as const)("%s", (_, found, earlier, same, breaks, closed) => {
  const carried = carry(found, { on, earlier, same: same ?? undefined, isCompared }, newId);
  expect(carried.breaks.map(shown)).toEqual(breaks);
  expect(carried.closed).toEqual(closed);
});

test("an assignee stays with a break whose amount changes, and a new break has none", () => {
  const earlier = [stored(cash, "7", { ...noted, assignee: "Ann Lee" })];
  const moved = { ...cash, custodian: 1001n };
  const { breaks } = carry([moved, shares], { on, earlier, same: undefined, isCompared }, newId);
  expect(breaks.map(({ kind, note, assignee }) => [kind, note, assignee])).toEqual([
    ["cash", null, "Ann Lee"],
    ["shares", null, null],
  ]);
});
