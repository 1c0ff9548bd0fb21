// A load of many folios prints as much as a person can read.
import { expect, test } from "vitest";
import { openNotices } from "./notices.ts";

test("of many notices the first hundred are shown and all are counted", () => {
  const { notify, shown } = openNotices();
  expect(shown()).toEqual([]);
  for (let at = 1; at <= 100; at += 1) notify(`Notice ${at}.`);
  expect(shown()).toHaveLength(100);
  notify("Notice 101.");
  notify("Notice 102.");
  expect(shown()).toHaveLength(101);
  expect(shown().slice(-2)).toEqual(["Notice 100.", "And 2 more notices."]);
});
