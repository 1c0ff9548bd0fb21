// An operation of a test, whose audit entries may say anything.
import Type from "typebox";
import type { AuditNote } from "../src/platform/change/audit.ts";

/** The entries of an operation that no part of the service declares. */
export function anyEntry(operation: string) {
  return { operation, note: Type.Unsafe<AuditNote>({}) };
}
