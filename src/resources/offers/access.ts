// Who sees an offer: its creating and issuing firm and the operator; once published the firms that
// take part, and their clients where clients have access. (interface 4.3 to 4.5)
import { type Caller, type Context, clientsInView } from "../../platform/context.ts";
import { offerStatuses } from "../../reference/codes.ts";
import { isId } from "../../values/ids.ts";
import { type OfferRow, type OfferSight, selectOffersInSight } from "./queries.ts";

/** Whether the caller may use the offer of the path; an absent one answers as a foreign one. */
export async function mayUseOffer(
  ctx: Context,
  params: Readonly<Record<string, string>>,
): Promise<boolean> {
  const oid = params.privateplacementofferoid ?? "";
  return (await selectOfferForCaller(ctx, oid)) !== undefined;
}

/** The offer if it exists and the caller sees it. */
export async function selectOfferForCaller(
  ctx: Context,
  offerOid: string,
): Promise<OfferRow | undefined> {
  // An id that no offer can have never reaches the store.
  if (!isId(offerOid)) return undefined;
  const statuses = offerStatuses.rows.map(({ code }) => code);
  const [offer] = await selectOffersInSight(ctx.db, sightOf(ctx.caller), { offerOid, statuses });
  return offer;
}

/** Whose view decides: that of the client in view, else of the member acted for, else the firm's. */
export function sightOf(caller: Caller): OfferSight {
  const [client] = clientsInView(caller);
  const viewer = client ?? caller.actingFor;
  return { firmOid: viewer?.firmOid ?? caller.firm.oid, isClient: client !== undefined };
}
