// The callers that see an account: the operator all, a firm its own, a client the accounts that it
// owns or was permitted, as far as its level has the right.
import assert from "node:assert/strict";
import { isAccountNumber } from "@bursar/values/ids";
import type { Caller } from "../../../platform/change/context.ts";
import type { Statement } from "../../../platform/store/db.ts";
import type { Right } from "../../../values/rights.ts";
import { accountInView, viewerOf } from "./queries.ts";

/** Whether the caller has the right to the account of the path; an absent one is treated like a
 * foreign one, and like one to which the right is not there. */
export function mayUseAccount(
  caller: Caller,
  { accountnumber: number = "" }: Readonly<Record<string, string>>,
  right?: Right,
): Statement<unknown> | boolean {
  // An impossible account number never reaches the store, which rejects U+0000.
  assert(right, "each route of an account states its right");
  return isAccountNumber(number) && accountInView(number, viewerOf(caller, right));
}
