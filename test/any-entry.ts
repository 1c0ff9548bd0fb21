// An operation of a test, whose audit entries may say anything.

import type { AuditNote } from "../src/platform/change/audit.ts";
import { Type } from "../src/values/type.ts";

/** The operations that tests have made up. */
export const madeUp = new Set<string>();

/** The entries of an operation that no part of the service declares. */
export function anyEntry(operation: string) {
  madeUp.add(operation);
  return { operation, note: Type.Unsafe<AuditNote>({}) };
}
