// Who sees a model: the operator all, a firm those it manages and those of its programs; a client
// member sees what its firm sees. (interface 2.8)
import type { Caller } from "../../platform/change/context.ts";
import type { Statement } from "../../platform/store/db.ts";
import { isId } from "../../values/ids.ts";
import { type ModelViewer, modelInView } from "./queries.ts";

/** Whether the caller may read the model of the path; an absent one is answered like a foreign one.
 * */
export function mayReadModel(
  caller: Caller,
  { foliooid: folioOid = "" }: Readonly<Record<string, string>>,
): Statement<unknown> | boolean {
  // An impossible id never reaches the store.
  return isId(folioOid) && modelInView(folioOid, viewerOf(caller));
}

/** Whose view applies. */
export function viewerOf({ firm }: Caller): ModelViewer {
  return {
    firmOid: firm.kind === "operator" ? null : firm.oid,
    programOids: firm.programOids,
  };
}
