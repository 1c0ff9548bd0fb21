// Reading a firm's assets by quarter, and the movers of the newest day. (interface 6)
import assert from "node:assert/strict";
import { addDays, type Day, encodeDay, newYorkDay } from "@bursar/values/dates";
import { fixed } from "@bursar/values/decimal";
import { places } from "@bursar/values/units";
import type { Context } from "../../../platform/change/context.ts";
import { selectMovers, selectQuarters } from "./assets-queries.ts";
import type { FirmAssets } from "./assets-schema.ts";
import { selectFirm } from "./change-queries.ts";

/** Five years of quarters, the one that has begun included. */
const mostQuarters = 20;
const daysOfQuarters = 1_830;

const mostMovers = 10;

/** More than are shown: value × return only nears what an account with flows gained. */
const candidates = 50;

/** Returns the sums over the accounts of a firm; those of the operator are all. */
export async function getFirmAssets({ db, now }: Context, firmOid: string): Promise<FirmAssets> {
  const firm = await selectFirm(db, firmOid);
  assert(firm, "access has found the firm");
  const whose = firm.kind === "operator" ? null : firm.firmOid;
  const since = addDays(newYorkDay(now), -daysOfQuarters);
  const quarters = (await selectQuarters(db, whose, since)).slice(-mostQuarters);
  const valuedOn = quarters.at(-1)?.valuedOn;
  const movers = valuedOn ? await selectMovers(db, { firmOid: whose, valuedOn, candidates }) : [];
  return {
    firmOid: firm.firmOid,
    quarters: quarters.map(({ quarterOn, valuedOn: on, accounts, value, netFlows }) => ({
      quarter: quarterName(quarterOn),
      valueDate: encodeDay(on),
      accounts,
      value: fixed(value, places.money),
      netFlows: fixed(netFlows, places.money),
    })),
    moversDate: valuedOn === undefined ? null : encodeDay(valuedOn),
    movers: movers.slice(0, mostMovers).map(({ value, gain, dayReturn, ...account }) => ({
      ...account,
      value: fixed(value, places.money),
      gain: fixed(gain, places.money),
      dayReturn: dayReturn === null ? null : fixed(dayReturn, 5),
    })),
  };
}

function quarterName(quarterOn: Day): string {
  const quarter = { "01": 1, "04": 2, "07": 3, "10": 4 }[quarterOn.slice(5, 7)];
  return `${quarterOn.slice(0, 4)}-Q${quarter}`;
}
