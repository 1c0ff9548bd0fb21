// How lines of a bill are named.
import { expect, test } from "vitest";
import { unitText } from "./fee-codes.ts";

test.each([
  ["account:RA00000001", ""],
  ["household:61", "Whitfield"],
  ["household:99", "Household 99"],
  ["member:ada.whitfield", "Member ada.whitfield"],
])("the unit %s is shown as %j", (unit, shown) => {
  expect(unitText(unit, new Map([["61", "Whitfield"]]))).toBe(shown);
});
