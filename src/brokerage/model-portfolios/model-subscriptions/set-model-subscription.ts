// Subscribing a folio to a model, changing that, and releasing newer target weights. (interface 4.23)
import assert from "node:assert/strict";
import { isDeepStrictEqual } from "node:util";
import { newYorkDay } from "@bursar/values/dates";
import { isFolioNumber } from "@bursar/values/ids";
import type { Context } from "../../../platform/change/context.ts";
import { write } from "../../../platform/change/write.ts";
import type { Tx } from "../../../platform/store/db.ts";
import { refuseFor } from "../../../values/problem.ts";
import { lockAccountForCaller } from "../../clients-and-accounts/accounts/changes.ts";
import { folioNotFound } from "../../clients-and-accounts/accounts/reads.ts";
import { renameFolio } from "../../clients-and-accounts/folios/changes.ts";
import {
  type FolioDetailRow,
  problemsWithFixedFolio,
  selectFolio,
} from "../../clients-and-accounts/folios/reads.ts";
import { selectRestrictionsInForce } from "../../clients-and-accounts/restrictions/reads.ts";
import { lockPublishedModel } from "../models/changes.ts";
import { selectNewestVersion } from "../models/reads.ts";
import { setModelSubscriptionEntry } from "./entries.ts";
import { subscriptionAdopted } from "./events.ts";
import {
  type SubscriptionRow,
  selectExcludedTickers,
  selectSubscription,
  upsertSubscription,
} from "./queries.ts";
import { problemsWithSubscription } from "./rules.ts";
import type { NewModelSubscription } from "./schema.ts";

/** Gives a folio the newest target weights of a model; 404 where there is no such folio. */
export async function setModelSubscription(
  ctx: Context,
  accountNumber: string,
  folioNumber: string,
  request: NewModelSubscription,
): Promise<void> {
  await write(ctx, setModelSubscriptionEntry, async (tx) => {
    // Models are locked before accounts; the lock keeps the model published meanwhile.
    const model = await lockPublishedModel(tx, ctx.caller, request.modelFolioOid);
    const account = await lockAccountForCaller(tx, ctx.caller, accountNumber, "papers");
    const folio = await selectFolioOf(tx, account.number, folioNumber);
    const [before = null, newest, excluded, inForce] = await Promise.all([
      selectSubscription(tx, account.number, folioNumber),
      model && selectNewestVersion(tx, model.modelOid),
      selectExcludedTickers(tx, account.number, newYorkDay(ctx.now)),
      selectRestrictionsInForce(tx, account.number),
    ]);
    const found = model && newest && { ...model, ...newest };
    refuseFor([
      ...problemsWithFixedFolio(folio),
      ...problemsWithSubscription(request, { model: found, inForce, excluded }),
    ]);

    const subscription = subscriptionOf(request, found);
    const isNew = !isDeepStrictEqual(before, subscription);
    if (isNew) upsertSubscription(tx, folio, subscription);
    const { folioName = folio.folioName } = request;
    const renamed = renameFolio(tx, folio, folioName);
    const data = { folioNumber, modelOid: subscription.modelOid };
    const note = {
      subject: account.number,
      before: { folioNumber, folioName: folio.folioName, subscription: before },
      after: { folioNumber, folioName, subscription },
      events: [...(isNew ? [subscriptionAdopted(data)] : []), ...renamed],
    };
    return { value: null, audit: [note] };
  });
}

async function selectFolioOf(
  tx: Tx,
  accountNumber: string,
  folioNumber: string,
): Promise<FolioDetailRow> {
  const isNumber = isFolioNumber(folioNumber);
  const folio = isNumber ? await selectFolio(tx, accountNumber, folioNumber) : undefined;
  if (folio === undefined) throw folioNotFound();
  return folio;
}

function subscriptionOf(
  { programOid, subscriptionType, exclusionRule }: NewModelSubscription,
  model: Pick<SubscriptionRow, "modelOid" | "version"> | undefined,
): SubscriptionRow {
  assert(model, "a folio is subscribed to a model that was found");
  const { modelOid, version } = model;
  return {
    modelOid,
    version,
    programOid: programOid ?? null,
    subscriptionType,
    exclusionRule,
    subscriptionStatus: "CURRENT",
  };
}
