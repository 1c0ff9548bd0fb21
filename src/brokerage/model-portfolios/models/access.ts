// The callers that see a model: the operator all, a firm those it manages and those published in
// its programs; a client member sees the published ones that its firm sees. (interface 2.8)

import { isId } from "@bursar/values/ids";
import { type Caller, clientsInView, firmInView } from "../../../platform/change/context.ts";
import type { Statement } from "../../../platform/store/db.ts";
import { type ModelViewer, modelInView, modelManaged } from "./queries.ts";

/** Whether the caller may read the model of the path; an absent one is treated like a foreign one. */
export function mayReadModel(
  caller: Caller,
  { foliooid: folioOid = "" }: Readonly<Record<string, string>>,
): Statement<unknown> | boolean {
  // An impossible id never reaches the store.
  return isId(folioOid) && modelInView(folioOid, viewerOf(caller));
}

/** Whether the caller manages the model of the path, which names the model itself, not its folio. */
export function mayManageModel(
  { firm }: Caller,
  { foliooid: modelOid = "" }: Readonly<Record<string, string>>,
): Statement<unknown> | boolean {
  return isId(modelOid) && modelManaged(modelOid, firm.oid);
}

/** The caller as a viewer of models. */
export function viewerOf(caller: Caller): ModelViewer {
  const { oid, kind, programOids } = firmInView(caller);
  return {
    isClient: clientsInView(caller).length > 0,
    firmOid: kind === "operator" ? null : oid,
    programOids,
  };
}
