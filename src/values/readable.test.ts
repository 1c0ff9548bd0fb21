// Checks how tables and records are printed for people.
import { expect, test } from "vitest";
import { counted, memberLines, tableLines, visibleLines } from "./readable.ts";

test.each([
  [0, "0 accounts"],
  [1, "1 account"],
  [2n, "2 accounts"],
  ["1", "1 account"],
  ["1,000", "1,000 accounts"],
])("%s is counted as %s", (count, text) => {
  expect(counted(count, "account")).toBe(text);
  expect(counted(count, "entry", "entries")).toBe(
    text.replace(/account(s?)/, (_, many) => (many ? "entries" : "entry")),
  );
});

test("a table's columns are as wide as their widest cells, and lines end without blanks", () => {
  const rows = [
    ["1", "a long name", "-"],
    ["22", "b", ""],
  ];
  expect(tableLines(["key", "name", "member"], rows)).toEqual([
    "key  name         member",
    "1    a long name  -",
    "22   b",
  ]);
  expect(tableLines(["key"], [])).toEqual(["key"]);
});

test("a record's members are printed by their paths, with nothing left out", () => {
  const record = {
    name: "Renamed",
    shares: ["1.5", null],
    owners: [{ loginId: "carol", isPrimary: true }],
    none: {},
    empty: [],
  };
  expect(memberLines(record)).toEqual([
    "name: Renamed",
    "shares[0]: 1.5",
    "shares[1]: null",
    "owners[0].loginId: carol",
    "owners[0].isPrimary: true",
    "none: {}",
    "empty: []",
  ]);
  expect(memberLines("alone")).toEqual(["alone"]);
});

test("what a caller sent cannot steer a terminal", () => {
  expect(memberLines({ name: "a\u001b[2Jb\u202ec\n" })).toEqual([
    "name: a\\u{1b}[2Jb\\u{202e}c\\u{a}",
  ]);
  expect(tableLines(["name"], [["\u0007"]])).toEqual(["name", "\\u{7}"]);
});

test("lines stay lines, and all else that steers a terminal is shown", () => {
  expect(visibleLines("one\ntwo\u001b[31m\r")).toBe("one\ntwo\\u{1b}[31m\\u{d}");
});
