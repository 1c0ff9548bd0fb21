// Who sees a model: the operator all, a firm those it manages and those of its programs; a client
// member sees what its firm sees. (interface 2.8)
import type { Caller, Context } from "../../platform/context.ts";
import type { Statement } from "../../platform/db.ts";
import { isId } from "../../values/ids.ts";
import { type ModelRow, modelInView } from "./queries.ts";

/** Whether the caller may read the model of the path; an absent one answers as a foreign one. */
export function mayReadModel(
  caller: Caller,
  params: Readonly<Record<string, string>>,
): Statement<unknown> | boolean {
  return modelForCaller(caller, params.foliooid ?? "") ?? false;
}

/** The model of a folio if the caller sees it; one statement decides absent and foreign alike. */
export async function selectModelForCaller(
  { db, caller }: Context,
  folioOid: string,
): Promise<ModelRow | undefined> {
  const statement = modelForCaller(caller, folioOid);
  return statement && db.first(statement);
}

function modelForCaller({ firm }: Caller, folioOid: string): Statement<ModelRow> | undefined {
  // An id that cannot exist never reaches the store.
  if (!isId(folioOid)) return undefined;
  const firmOid = firm.kind === "operator" ? null : firm.oid;
  return modelInView(folioOid, { firmOid, programOids: firm.programOids });
}
