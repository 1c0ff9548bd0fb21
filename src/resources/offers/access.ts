// Who sees an offer: its creating and issuing firm and the operator; once published the firms that
// take part, and their clients where clients have access. (interface 4.3 to 4.5)
import { type Caller, type Context, clientsInView } from "../../platform/context.ts";
import type { Statement } from "../../platform/db.ts";
import { offerStatuses } from "../../reference/codes.ts";
import { isId } from "../../values/ids.ts";
import { type OfferRow, type OfferSight, offersInSight } from "./queries.ts";

/** Whether the caller may use the offer of the path; an absent one answers as a foreign one. */
export function mayUseOffer(
  caller: Caller,
  params: Readonly<Record<string, string>>,
): Statement<unknown> | boolean {
  return offerInSight(caller, params.privateplacementofferoid ?? "") ?? false;
}

/** The offer if it exists and the caller sees it. */
export async function selectOfferForCaller(
  ctx: Context,
  offerOid: string,
): Promise<OfferRow | undefined> {
  const statement = offerInSight(ctx.caller, offerOid);
  return statement && ctx.db.first(statement);
}

function offerInSight(caller: Caller, offerOid: string): Statement<OfferRow> | undefined {
  // An id that no offer can have never reaches the store.
  if (!isId(offerOid)) return undefined;
  const statuses = offerStatuses.rows.map(({ code }) => code);
  return offersInSight(sightOf(caller), { offerOid, statuses });
}

/** Whose view decides: that of the client in view, else of the member acted for, else the firm's. */
export function sightOf(caller: Caller): OfferSight {
  const [client] = clientsInView(caller);
  const viewer = client ?? caller.actingFor;
  return { firmOid: viewer?.firmOid ?? caller.firm.oid, isClient: client !== undefined };
}
