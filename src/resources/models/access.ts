// Who sees a model: the operator all, a firm those it manages and those of its programs; a client
// member sees what its firm sees. (interface 2.8)
import type { Context } from "../../platform/context.ts";
import { isId } from "../../values/ids.ts";
import { type ModelRow, selectModelInView } from "./queries.ts";

/** Whether the caller may read the model of the path; an absent one answers as a foreign one. */
export async function mayReadModel(
  ctx: Context,
  params: Readonly<Record<string, string>>,
): Promise<boolean> {
  return (await selectModelForCaller(ctx, params.foliooid ?? "")) !== undefined;
}

/** The model of a folio if the caller sees it; one statement decides absent and foreign alike. */
export async function selectModelForCaller(
  { db, caller: { firm } }: Context,
  folioOid: string,
): Promise<ModelRow | undefined> {
  // An id that cannot exist never reaches the store.
  if (!isId(folioOid)) return undefined;
  const firmOid = firm.kind === "operator" ? null : firm.oid;
  return selectModelInView(db, folioOid, { firmOid, programOids: firm.programOids });
}
