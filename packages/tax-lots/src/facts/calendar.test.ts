// Days and their numbers, over every rule of leap years.
import { expect, test } from "vitest";
import type { Day } from "../../../values/src/dates.ts";
import { dayNumber, dayOf } from "./calendar.ts";

const ofTheLeapRule = [1, 4, 99, 100, 101, 399, 400, 401, 1600, 1700, 1899, 9999];
const recent = Array.from({ length: 250 }, (_, at) => 1890 + at);

test("each day has the number of days since 1970, and back", () => {
  for (const year of [...ofTheLeapRule, ...recent]) {
    const first = Date.parse(`${String(year).padStart(4, "0")}-01-01`) / 86_400_000;
    for (let number = first; number < first + 365; number += 1) {
      const day = new Date(number * 86_400_000).toISOString().slice(0, 10) as Day;
      expect(dayNumber(day), day).toBe(number);
      expect(dayOf(number)).toBe(day);
    }
  }
});
