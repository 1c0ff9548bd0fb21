// Constant-time comparison of secrets.
import { timingSafeEqual } from "node:crypto";

/** Whether bytes are those expected, in time that does not depend on where they differ. */
export function isSameBytes(expected: Buffer, given: Buffer | null | undefined): boolean {
  const isWhole = given?.length === expected.length;
  return timingSafeEqual(expected, isWhole ? given : Buffer.alloc(expected.length)) && isWhole;
}
