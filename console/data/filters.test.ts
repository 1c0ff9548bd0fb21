// The filters of a list that its address keeps.
import { expect, test } from "vitest";
import { withFilters } from "./filters.ts";

test("an empty filter and a default are left out, and all others stay", () => {
  const asked = new URLSearchParams("show=held&range=3m");
  const after = (change: Readonly<Record<string, string>>) =>
    withFilters(asked, change, { range: "1y" }).toString();
  expect(after({ search: "acme" })).toBe("show=held&range=3m&search=acme");
  expect(after({ show: "" })).toBe("range=3m");
  expect(after({ range: "1y" })).toBe("show=held");
  // A range of one's own whose days are not typed yet.
  expect(after({ range: "" })).toBe("show=held&range=");
  expect(asked.toString()).toBe("show=held&range=3m");
});
