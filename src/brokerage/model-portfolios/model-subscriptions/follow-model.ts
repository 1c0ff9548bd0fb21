// Giving a folio a newer version of its model, or noting that one waits, as the sweep does it.
// (interface 4.23)

import { newYorkDay } from "@bursar/values/dates";
import type { Id } from "@bursar/values/ids";
import type { WriteContext } from "../../../platform/change/context.ts";
import type { EventNote } from "../../../platform/change/event.ts";
import { write } from "../../../platform/change/write.ts";
import type { Tx } from "../../../platform/store/db.ts";
import { lockAccount } from "../../clients-and-accounts/accounts/changes.ts";
import { selectAccountOwners } from "../../clients-and-accounts/accounts/reads.ts";
import { addNotice, itemCreated } from "../../clients-and-accounts/agreements/changes.ts";
import { selectNewestVersion } from "../models/reads.ts";
import { followModelEntry } from "./entries.ts";
import { subscriptionAdopted, subscriptionPended } from "./events.ts";
import {
  type FollowingFolio,
  type SubscriptionRow,
  selectExcludedTickers,
  selectIsModelSeen,
  selectSubscription,
  upsertSubscription,
} from "./queries.ts";
import { isOwnerNotified, statusAfterNewVersion } from "./rules.ts";

/** Brings a subscription what its type says of a newer version; returns whether one was there. */
export async function followModel(ctx: WriteContext, folio: FollowingFolio): Promise<boolean> {
  const { accountNumber, folioNumber } = folio;
  return write(ctx, followModelEntry, async (tx) => {
    // The model needs no lock: if it gets another version meanwhile, that one is due next.
    lockAccount(tx, accountNumber);
    const [before, excluded] = await Promise.all([
      selectSubscription(tx, accountNumber, folioNumber),
      selectExcludedTickers(tx, accountNumber, newYorkDay(ctx.now)),
    ]);
    const newest = before && (await selectNewestVersion(tx, before.modelOid));
    const isDue = before?.subscriptionStatus === "CURRENT" && newest !== undefined;
    if (!isDue || newest.version <= before.version) return { value: false, audit: [] };
    const isSeen = await selectIsModelSeen(tx, accountNumber, before.modelOid);
    if (!isSeen) return { value: false, audit: [] };

    const { subscriptionType, exclusionRule, modelOid } = before;
    const exclusions = { exclusionRule, excluded };
    const status = statusAfterNewVersion(subscriptionType, newest.targets, exclusions);
    const isAdopted = status === "CURRENT";
    const after: SubscriptionRow = {
      ...before,
      version: isAdopted ? newest.version : before.version,
      subscriptionStatus: status,
    };
    upsertSubscription(tx, folio, after);
    const isNotified = !isAdopted && isOwnerNotified(subscriptionType);
    const item = isNotified ? await notifyOwner(tx, ctx, folio) : undefined;
    const data = { folioNumber, modelOid };
    const note = {
      subject: accountNumber,
      before: { folioNumber, subscription: before },
      after: { folioNumber, subscription: after },
      detail: { itemCreated: item?.id ?? null },
      events: [
        isAdopted ? subscriptionAdopted(data) : subscriptionPended(data),
        ...(item?.events ?? []),
      ],
    };
    return { value: true, audit: [note] };
  });
}

/** Informs the account's primary owner that newer target weights wait. */
async function notifyOwner(
  tx: Tx,
  { now, newId }: WriteContext,
  { accountNumber, folioNumber }: FollowingFolio,
): Promise<{ readonly id: Id; readonly events: readonly EventNote[] } | undefined> {
  const [loginId] = await selectAccountOwners(tx, accountNumber);
  if (loginId === undefined) return undefined;
  const id = newId();
  const ifaType = "AN";
  addNotice(
    tx,
    { accountNumber, id, loginId, ifaType, startOn: newYorkDay(now) },
    {
      title: "New target weights of a model",
      text:
        `The model of folio ${folioNumber} has new target weights. The folio keeps those that it ` +
        "has until your adviser releases the new ones.",
    },
  );
  return { id, events: [itemCreated({ id, loginId, ifaType, ifaStatus: "I" })] };
}
