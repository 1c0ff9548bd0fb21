// Who reads a customer agreement: the account's firm and the operator any, a client its own alone.
import { type Caller, clientsInView } from "../../platform/change/context.ts";

/** The members of whom each must be the signer of what the caller reads; none limit nothing. */
export function signersInView(caller: Caller): readonly string[] {
  return clientsInView(caller).map(({ loginId }) => loginId);
}
