// The readers of a customer agreement: the account's firm and the operator any, a client only its
// own.
import { type Caller, clientsInView } from "../../../platform/change/context.ts";

/** The members each of whom must be the signer of what the caller reads; an empty list is no limit. */
export function signersInView(caller: Caller): readonly string[] {
  return clientsInView(caller).map(({ loginId }) => loginId);
}
