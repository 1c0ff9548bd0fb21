// Reading whether a member's identity is verified.
import assert from "node:assert/strict";
import type { Context } from "../../../platform/change/context.ts";
import { selectCipStatus } from "../members/reads.ts";

/** The status of the member's verification: PASSED, FAILED or PENDING_NEW. */
export async function getVerificationStatus({ db }: Context, loginId: string): Promise<string> {
  const status = await selectCipStatus(db, loginId);
  assert(status, "access has found the member");
  return status;
}
