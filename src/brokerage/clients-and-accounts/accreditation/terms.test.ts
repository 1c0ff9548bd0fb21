// The meaning of verified accreditation on a day: a row per state and statement.

import type { Day } from "@bursar/values/dates";
import { expect, test } from "vitest";
import {
  accreditationStateOf,
  isAccredited,
  isQualifiedInstitutionalBuyer,
  isVerified,
  type VerifiedLevel,
} from "./terms.ts";

const today = "2026-03-02" as Day;
const nothing = { accreditedByIncome: false, accreditedByNetWorth: false };
const income = { ...nothing, accreditedByIncome: true };
const worth = { ...nothing, accreditedByNetWorth: true };

function level(of: string): VerifiedLevel | undefined {
  if (of === "none") return undefined;
  const [parent = "", expires, sub = "O", subExpires] = of.split(" ");
  return {
    level: parent,
    expiresOn: (expires ?? null) as Day | null,
    subLevel: sub,
    subLevelExpiresOn: (subExpires ?? null) as Day | null,
  };
}

test.each([
  ["none", "none", false],
  ["N", "NON_ACCREDITED", false],
  ["A 2026-03-03", "ACCREDITED", true],
  ["A 2026-03-02", "ACCREDITED", true],
  ["A 2026-03-01", "LAPSED", false],
])("the record %s is %s, verified: %s", (record, state, verified) => {
  expect(accreditationStateOf(level(record), today)).toBe(state);
  expect(isVerified(level(record), today)).toBe(verified);
});

test.each([
  ["none", nothing, false],
  ["none", income, true],
  ["none", worth, true],
  ["N", income, false],
  ["A 2026-03-02", nothing, true],
  ["A 2026-03-01", nothing, false],
  ["A 2026-03-01", worth, true],
])("by the record %s and the own statements %j a member is accredited: %s", (record, own, is) => {
  expect(isAccredited(level(record), own, today)).toBe(is);
});

test.each([
  ["none", false],
  ["A 2026-03-02 P 2026-03-02", false],
  ["A 2026-03-02 I 2026-03-02", true],
  ["A 2026-03-02 I 2026-03-01", false],
  ["A 2026-03-01 I 2026-03-01", false],
])("by the record %s a member is a qualified institutional buyer: %s", (record, is) => {
  expect(isQualifiedInstitutionalBuyer(level(record), today)).toBe(is);
});
