// Reading how a firm stands: what its clients have, what came and went, and what waits. (interface 6)
import assert from "node:assert/strict";
import { addDays, encodeDay, newYorkDay } from "@bursar/values/dates";
import { type Decimal, fixed } from "@bursar/values/decimal";
import { moneyText, places, unitsOf } from "@bursar/values/units";
import type { Context } from "../../../platform/change/context.ts";
import { finalStatuses } from "../accounts/reads.ts";
import { selectFirm } from "./change-queries.ts";
import {
  type FlowsRow,
  selectCash,
  selectFlows,
  selectHeld,
  selectOwnerCount,
  selectWaiting,
  type WaitingKind,
} from "./overview-queries.ts";
import type { FirmOverview } from "./overview-schema.ts";

/** The days whose flows are summed, today included. */
const daysOfFlows = 30;

/** Returns the sums over the accounts of a firm; those of the operator are all. */
export async function getFirmOverview(ctx: Context, firmOid: string): Promise<FirmOverview> {
  const { db, now } = ctx;
  const firm = await selectFirm(db, firmOid);
  assert(firm, "access has found the firm");
  const today = newYorkDay(now);
  const since = addDays(today, 1 - daysOfFlows);
  const isAll = firm.kind === "operator";
  const query = { firmOid: isAll ? null : firm.firmOid, today, now, since, finalStatuses };
  const waiting = (kind: WaitingKind) => selectWaiting(db, kind, query);
  const [held, owners, cash, flows] = await Promise.all([
    selectHeld(db, query),
    selectOwnerCount(db, query),
    selectCash(db, query),
    selectFlows(db, query),
  ]);
  return {
    firmOid: firm.firmOid,
    firmName: firm.firmName,
    asOf: encodeDay(today),
    accounts: held.accounts,
    owners,
    value: fixed(held.value, places.money),
    valueDate: held.valuedOn === null ? null : encodeDay(held.valuedOn),
    accountsUnvalued: held.unvalued,
    cash: fixed(cash, places.money),
    flows: { firstDate: encodeDay(since), ...encodeFlows(flows) },
    waiting: {
      itemsForAttention: await waiting("items"),
      ordersUndecided: await waiting("orders"),
      transfersOpen: await waiting("transfers"),
      ballotsOpen: await waiting("ballots"),
      modelsPending: await waiting("models"),
      accountsRestricted: await waiting("restricted"),
    },
  };
}

function encodeFlows({ in: came, out: went }: FlowsRow) {
  const cents = (amount: Decimal) => unitsOf(amount, places.money);
  return {
    in: fixed(came, places.money),
    out: fixed(went, places.money),
    net: moneyText(cents(came) - cents(went)),
  };
}
