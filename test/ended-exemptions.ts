// Exemptions whose rows are closed, as an operator closes them once the law has moved.

import type { Day } from "@bursar/values/dates";
import { codeListOf } from "../src/reference/code-list.ts";
import { exemptions } from "../src/reference/codes.ts";

/** Does something while every exemption has ended, on a day before those of the tests. */
export async function onceExemptionsHaveEnded<T>(work: () => T | Promise<T>): Promise<T> {
  const before = { ...exemptions };
  const validTo = "2025-12-31" as Day;
  const rows = before.rows.map((row) => ({ ...row, validTo }));
  Object.assign(exemptions, codeListOf({ ...before, rows }));
  try {
    return await work();
  } finally {
    Object.assign(exemptions, before);
  }
}
