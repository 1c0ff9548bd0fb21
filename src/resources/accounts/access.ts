// Who sees an account: the operator all, a firm its own, a client what it owns or was permitted.
import type { Caller } from "../../platform/change/context.ts";
import type { Statement } from "../../platform/store/db.ts";
import { isAccountNumber } from "../../values/ids.ts";
import { accountInView, viewerOf } from "./queries.ts";

/** Whether the caller may use the account of the path; an absent one is answered like a foreign
 * one. */
export function mayUseAccount(
  caller: Caller,
  { accountnumber: number = "" }: Readonly<Record<string, string>>,
): Statement<unknown> | boolean {
  // An impossible account number never reaches the store, which refuses U+0000.
  return isAccountNumber(number) && accountInView(number, viewerOf(caller));
}
