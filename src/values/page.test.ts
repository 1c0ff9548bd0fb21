// Where a page ends, and when others follow it.
import type { Decimal } from "@bursar/values/decimal";
import { expect, test } from "vitest";
import { pageOf } from "./page.ts";

test.each([
  ["goes on after its last row", [1, 2, 3], "2", { shown: [1, 2], last: 2 }],
  ["ends where as many were found as it may have", [1, 2], "2", { shown: [1, 2], last: undefined }],
  ["ends where fewer were found", [1], "2", { shown: [1], last: undefined }],
  ["is empty where nothing was found", [], "2", { shown: [], last: undefined }],
  ["is whole without a limit", [1, 2, 3], undefined, { shown: [1, 2, 3], last: undefined }],
])("a page %s", (_, found, limit, page) => {
  expect(pageOf<number>(found, limit as Decimal | undefined)).toEqual(page);
});
