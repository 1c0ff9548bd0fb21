// Reading how the returns of a range came about, step by step. (interface 4.14)

import { debitOf } from "@bursar/performance";
import { daysBetween, encodeDayUtc } from "@bursar/values/dates";
import type { Context } from "../../../platform/change/context.ts";
import { moneyOrNull } from "./day-columns.ts";
import { explainedFigures } from "./explain-return.ts";
import { selectDayNotes } from "./folio-days.ts";
import { countedFlows, stepsOf } from "./return-steps.ts";
import type { ReturnSteps, StepsQuery } from "./steps-schema.ts";
import { figuresOf } from "./summary.ts";
import { rangeOf, selectValuedRange, type ValuedRange } from "./valued-days.ts";

/** Returns the steps of a range and the figures in which they end; none where nothing is valued. */
export async function getReturnSteps(
  ctx: Context,
  accountNumber: string,
  { daterange, by = "day" }: StepsQuery,
): Promise<ReturnSteps> {
  const key = { accountNumber, folioNumber: "" };
  const range = await rangeOf(ctx.db, key, daterange);
  const valued = range && (await selectValuedRange(ctx.db, key, range));
  const hasAdvances = valued?.days.some(({ raw }) => raw && (raw.advances || debitOf(raw)));
  const { advances } = hasAdvances ? await selectDayNotes(ctx.db, key) : { advances: [] };
  return {
    identifierType: "ACCOUNT",
    identifierValue: accountNumber,
    ...(valued === undefined ? nothing : explained(valued, { by, advances })),
  };
}

function explained(valued: ValuedRange, how: Parameters<typeof stepsOf>[1]) {
  const { start, days } = valued;
  const endOn = days.at(-1)?.on ?? start.on;
  const { netFlows, endMarketValue } = figuresOf(valued, "gross");
  return {
    startDate: encodeDayUtc(start.on),
    endDate: encodeDayUtc(endOn),
    days: String(daysBetween(start.on, endOn)),
    startMarketValue: moneyOrNull(start.value),
    leftAtStart: moneyOrNull(start.left),
    netFlows: moneyOrNull(netFlows),
    endMarketValue: moneyOrNull(endMarketValue),
    gross: figures(valued, "gross"),
    net: figures(valued, "net"),
    steps: stepsOf(valued, how),
    flows: countedFlows(valued),
  };
}

function figures(valued: ValuedRange, view: "gross" | "net"): ReturnSteps["gross"] {
  const {
    startUnit,
    endUnit,
    noReturn = null,
    noRate = null,
    ...rates
  } = explainedFigures(valued, view);
  return { startUnitValue: startUnit, endUnitValue: endUnit, ...rates, noReturn, noRate };
}

const noFigures = {
  startUnitValue: null,
  endUnitValue: null,
  timeWeightedReturn: null,
  noReturn: "nothing is valued",
  moneyWeightedReturn: null,
  noRate: "nothing is valued",
};

const nothing = {
  startDate: null,
  endDate: null,
  days: null,
  startMarketValue: null,
  leftAtStart: null,
  netFlows: null,
  endMarketValue: null,
  gross: noFigures,
  net: noFigures,
  steps: [],
  flows: null,
};
