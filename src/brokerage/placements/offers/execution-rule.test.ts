// When an offer may be executed, and until when its subscriptions are decided. (interface 2.3)

import type { Day } from "@bursar/values/dates";
import type { Decimal } from "@bursar/values/decimal";
import { expect, test } from "vitest";
import { isCashRequired, isDecidable, isDue, isExecutable } from "./execution-rule.ts";

const amount = (text: string) => text as Decimal;
const day = (text: string) => text as Day;

test.each([
  ["A", "999.99", false],
  ["A", "1000", true],
  ["P", "499.99", false],
  ["P", "500.00", true],
  ["P", "1000.00", true],
  ["B", "0", false],
  ["B", "0.01", true],
])("of type %s with %s approved of 1000.00, at least 500.00: %s", (...row) => {
  const [executionType, total, expected] = row;
  const terms = {
    executionType,
    offerSize: amount("1000.00"),
    offerMinimum: executionType === "P" ? amount("500.00") : null,
  };
  expect(isExecutable(terms, amount(total))).toBe(expected);
});

test.each([
  ["A", "2031-03-31", "2031-03-31", true],
  ["A", "2031-03-31", "2031-04-01", false],
  ["P", "2031-03-31", "2031-04-01", false],
  ["B", "2031-03-31", "2031-04-10", true],
  ["B", "2031-03-31", "2031-04-11", false],
  // The calendar ends before the tenth day after these.
  ["B", "9999-12-22", "2026-03-02", true],
  ["B", "9999-12-31", "9999-12-31", true],
])("of type %s closing on %s subscriptions are decided on %s: %s", (...row) => {
  const [executionType, closingOn, today, expected] = row;
  const offer = { offerStatus: "P", executionType, closingOn: day(closingOn) };
  expect(isDecidable(offer, day(today))).toBe(expected);
  expect(isDue(offer, day(today))).toBe(!expected);
});

test.each([
  ["P", "0", "2031-03-30", false],
  ["P", "0", "2031-03-31", true],
  ["P", "999", "2026-03-02", true],
  ["I", "999", "2026-03-02", false],
  ["C", "0", "2031-04-01", false],
])("in %s with %s days before 2031-03-31 cash is required on %s: %s", (...row) => {
  const [offerStatus, daysFromClosingCashIsRequired, today, expected] = row;
  const offer = { offerStatus, daysFromClosingCashIsRequired, closingOn: day("2031-03-31") };
  expect(isCashRequired(offer, day(today))).toBe(expected);
});
