// The wire shapes of the steps of a return. (interface 4.14)
import type { Static } from "typebox";
import { text } from "../../../values/scalars.ts";
import { Type } from "../../../values/type.ts";
import { nullable, nullableText } from "../../../values/wire.ts";
import { identifier, money, rate, SeriesQuery, utcDay } from "./schema.ts";

/** Of which days, and by what they are put together. */
export const StepsQuery = Type.Object({
  daterange: SeriesQuery.properties.daterange,
  by: Type.Optional(
    text({
      pattern: /^(day|month|year)$/,
      description: "How long a step is: `day` (a valuation, the default), `month` or `year`.",
      examples: ["month"],
    }),
  ),
});
export type StepsQuery = Static<typeof StepsQuery>;

const StepReturn = Type.Object(
  {
    from: rate(
      "The divisor of `to`: of a day its capital, the value before and the inflows; of a month " +
        "or year, and in an imported history, the published unit value before.",
    ),
    to: rate("Of a day its value, the outflows and, gross, the fees; else the unit value after."),
    return: rate("to / from − 1 in percent with 5 places; null where the step has no return."),
    unitValue: rate("At the end, with 18 places: what the next day goes on from."),
  },
  { title: "StepReturn" },
);

const StepAdvance = Type.Object(
  {
    date: utcDay,
    folioNumber: Type.String({ description: "The folio that bought." }),
    lacked: Type.String({
      description: "The cash that it still lacked for its purchases of the day.",
    }),
    amount: money("The amount counted as paid; null if no more cash comes in time."),
    transactionId: nullableText("The deposit or journal that brings it."),
    paidDate: nullable(utcDay),
    untilDate: utcDay,
    givenBy: nullableText("The folio that a journal takes it from."),
  },
  { title: "StepAdvance" },
);

const ReturnStep = Type.Object(
  {
    startDate: utcDay,
    endDate: utcDay,
    startMarketValue: money("The value before the step, accrued payouts included."),
    inflows: money("Cash and shares that came in."),
    outflows: money("Cash and shares that went out."),
    fees: money("Fees taken from the account."),
    endMarketValue: money("The value at its end."),
    advances: money("Of it, cash still to come that purchases have been counted as paid with."),
    advanced: Type.Array(StepAdvance, {
      description:
        "Cash that purchases of its days lacked, and the later cash counted as paid for them.",
    }),
    debit: Type.String({ description: "The most that was owed before the step or on its days." }),
    noReturn: nullableText("Why a day has no return, with its figures."),
    carriedDays: Type.String({
      description: "How many of its days have no return, since too little was there.",
    }),
    estimated: Type.Boolean({
      description:
        "Whether a price used is not a close of its day, or shares of an event are not booked yet.",
    }),
    gross: StepReturn,
    net: StepReturn,
  },
  { title: "ReturnStep" },
);

const ExplainedReturn = Type.Object(
  {
    startUnitValue: rate("The published unit value at the start."),
    endUnitValue: rate("The published one at the end."),
    timeWeightedReturn: rate("endUnitValue / startUnitValue − 1, in percent with 5 places."),
    noReturn: nullableText("Why there is no time-weighted return."),
    moneyWeightedReturn: rate("The one rate at which start value and flows grow to the end value."),
    noRate: nullableText("Why there is no money-weighted return."),
  },
  { title: "ExplainedReturn" },
);

const ReturnFlow = Type.Object(
  {
    date: utcDay,
    inflow: money("Cash and shares that came in; they count from the start of the day."),
    inflowDays: Type.String({ description: "For how many of the period's days." }),
    outflow: money("Cash and shares that went out; they count until the end of the day."),
    fees: money("An outflow too, for the gross return."),
    outflowDays: Type.String({ description: "For how many of the period's days." }),
  },
  { title: "ReturnFlow" },
);

/** How the returns of a range came about. */
export const ReturnSteps = Type.Object(
  {
    ...identifier,
    startDate: nullable(utcDay),
    endDate: nullable(utcDay),
    days: nullableText("From start to end."),
    startMarketValue: money("The value at the start of the range."),
    leftAtStart: money("The value left of a chain that begins anew: an inflow of the first day."),
    netFlows: money("Flows in less flows out, without fees."),
    endMarketValue: money("The value at the end of the range."),
    gross: ExplainedReturn,
    net: ExplainedReturn,
    steps: Type.Array(ReturnStep, { description: "In order; each begins where the last ended." }),
    flows: nullable(
      Type.Array(ReturnFlow, {
        description: "The days with flows or fees; null where not all days have raw data.",
      }),
    ),
  },
  { title: "ReturnSteps" },
);
export type ReturnSteps = Static<typeof ReturnSteps>;
