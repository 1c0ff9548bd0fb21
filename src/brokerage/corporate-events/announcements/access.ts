// The callers that see a corporate event: the operator all, an issuer those of its securities,
// others those that are announced of securities that their accounts hold, or by which they were
// given something.
import {
  type Caller,
  clientsInView,
  firmInView,
  isForFirm,
  kindOfCaller,
} from "../../../platform/change/context.ts";
import type { Reader } from "../../../platform/store/db.ts";
import { accountsOfClients } from "../../clients-and-accounts/accounts/reads.ts";
import type { EventViewer } from "./queries.ts";

/** The caller as a viewer of events. */
export async function viewerOfEvents(db: Reader, caller: Caller): Promise<EventViewer> {
  const kind = kindOfCaller(caller);
  const hasClients = clientsInView(caller).length > 0;
  return {
    isOperator: kind === "operator" && isForFirm(caller),
    issuingFirmOid: kind === "issuing" && !hasClients ? caller.firm.oid : null,
    firmOid: kind === "issuing" && !hasClients ? null : firmInView(caller).oid,
    accountNumbers: hasClients ? await accountsOfClients(db, caller, "detail") : null,
  };
}

/** Whether the caller sees the sums of all holders. */
export function seesSums({ isOperator, issuingFirmOid }: EventViewer): boolean {
  return isOperator || issuingFirmOid !== null;
}
