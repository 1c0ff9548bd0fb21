// Reading who follows a model. (interface 4.23)
import assert from "node:assert/strict";
import type { Decimal } from "@bursar/values/decimal";
import type { Context } from "../../../platform/change/context.ts";
import { type Page, pageOf } from "../../../values/page.ts";
import { viewerOf } from "../../clients-and-accounts/accounts/reads.ts";
import { selectModelOid } from "../models/reads.ts";
import { selectFollowers } from "./follower-queries.ts";
import type { FollowersQuery, ModelSubscription } from "./schema.ts";

const most = "100" as Decimal;

/** The folios that follow a model, by number, in accounts of which the caller sees the details: of others not even
 * how many there are. */
export async function listModelSubscriptions(
  { db, caller }: Context,
  folioOid: string,
  { subscriptionstatus, after = "", limit = most }: FollowersQuery,
): Promise<Page<ModelSubscription>> {
  // By itself: together with the rule of access a distributed store does not plan the list.
  const modelOid = await selectModelOid(db, folioOid);
  assert(modelOid, "access has found the model");
  const wanted = { modelOid, status: subscriptionstatus ?? null, after, limit };
  const rows = await selectFollowers(db, viewerOf(caller, "detail"), wanted);
  const { shown, last } = pageOf(rows, limit);
  return { entries: shown, next: last?.folioNumber };
}
