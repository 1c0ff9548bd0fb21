// The wire shapes of performance and of what selects a range. (interface 2.11, 2.12, 2.13)

import { type Day, decodeDay } from "@bursar/values/dates";
import type { Static } from "typebox";
import { day, decimal, text } from "../../../values/scalars.ts";
import { Type } from "../../../values/type.ts";
import { note, nullable, object, optional, wired } from "../../../values/wire.ts";
import { performanceErrors } from "./errors.ts";

/** The days of a series, both ends included. */
export interface DateRange {
  readonly firstOn: Day;
  readonly lastOn: Day;
}

/** Whether fees are ignored (gross) or taken into account (net). */
export type ReturnType = "grossfee" | "netfee";

const DateRange = wired<DateRange>(
  {
    type: "string",
    description: "First and last day, both included; if left out, the last 12 months of values.",
    examples: ["2025-01-02,2025-01-31"],
  },
  {
    kind: "scalar",
    decode(raw, field, problems) {
      const ends = String(raw).split(",");
      const [firstOn, lastOn] = ends.map(decodeDay);
      const isRange = ends.length === 2 && firstOn && lastOn && firstOn <= lastOn;
      if (isRange) return { firstOn, lastOn };
      return note(problems, field, performanceErrors.dateRange);
    },
    codes: () => [performanceErrors.dateRange.code],
  },
);

const ReturnType = wired<ReturnType>(
  {
    type: "string",
    description: "`netfee` takes fees into account; anything else means `grossfee`.",
    enum: ["grossfee", "netfee"],
    default: "grossfee",
    examples: ["netfee"],
  },
  {
    kind: "scalar",
    decode: (raw) => (raw === "netfee" ? "netfee" : "grossfee"),
    codes: () => [],
  },
);

/** The days and the series to return. */
export const SeriesQuery = Type.Object({
  daterange: Type.Optional(DateRange),
  returntype: Type.Optional(ReturnType),
});
export type SeriesQuery = Static<typeof SeriesQuery>;

/** The days to return. */
export const RawDataQuery = Type.Object({ daterange: Type.Optional(DateRange) });
export type RawDataQuery = Static<typeof RawDataQuery>;

/** The series that a response is about. */
export interface Identifier {
  readonly identifierType: "ACCOUNT" | "FOLIO" | "HOUSEHOLD";
  readonly identifierValue: string;
}

/** The subject of a response. */
export const identifier = {
  identifierType: Type.String({ enum: ["ACCOUNT", "FOLIO", "HOUSEHOLD"] }),
  identifierValue: Type.String(),
};

/** A day of a series in a response. */
export const utcDay = Type.String({
  description: "Midnight in New York, written in UTC.",
  pattern: "^\\d{4}-\\d\\d-\\d\\dT0[45]:00:00\\.000\\+0000$",
});

const UnitValue = Type.Object(
  { date: utcDay, value: Type.String({ description: "A decimal with 5 places." }) },
  { title: "UnitValue" },
);

/** The unit values of an account or folio, one for each day that has one, oldest first. */
export const Series = Type.Object(
  {
    ...identifier,
    values: Type.Array(UnitValue),
  },
  { title: "UnitValueSeries" },
);
export type Series = Static<typeof Series>;

/** An amount that may not be known. */
export const money = (description: string) => nullable(Type.String({ description }));

/** A figure in percent that may not be known. */
export const rate = (description: string) => nullable(Type.String({ description }));

/** The results of a range; money has 2 places, a return is in percent with 5. */
export const Summary = Type.Object(
  {
    ...identifier,
    timeWeightedReturn: rate("From the published unit values, in percent, not annualised."),
    moneyWeightedReturn: rate("The period's internal rate, in percent, not annualised."),
    netFlows: money("Flows in from outside less flows out, without fees."),
    startMarketValue: money(
      "The market value at the start of the range, accrued payouts included.",
    ),
    endMarketValue: money("The market value at the end of the range, accrued payouts included."),
  },
  { title: "PerformanceSummary" },
);
export type Summary = Static<typeof Summary>;

/** The raw data of one valued day. */
export const RawDataDay = Type.Object(
  {
    date: utcDay,
    marketValue: money("Positions at the day's close, and cash."),
    accrued: money("Payouts from their ex-date until they are paid."),
    cashFlows: money("Positive from outside, negative to the outside."),
    securityFlows: money("Shares transferred from and to the outside, at the day's price."),
    fees: money("Fees taken from the account; below 0 on a day of refunds."),
    cash: money("Cash by trade date: a part of the market value."),
    advances: money(
      "Cash still to come that purchases have been counted as paid with: a part of what is accrued.",
    ),
    estimated: nullable(
      Type.Boolean({
        description:
          "Whether a price used is not a close of that day, or shares of an event are not booked yet.",
      }),
    ),
    dailyReturn: rate("Gross of fees, in percent, with 5 places."),
    unitValue: rate("Gross of fees, with 5 places."),
    feeDailyReturn: rate("Net of fees."),
    feeUnitValue: rate("Net of fees."),
  },
  { title: "RawDataDay" },
);

/** The raw data of unit values, one entry for each valued day, oldest first. */
export const RawData = Type.Object(
  {
    ...identifier,
    values: Type.Array(RawDataDay),
  },
  { title: "PerformanceRawData" },
);
export type RawData = Static<typeof RawData>;

const unitValue = (description: string) =>
  decimal({ places: 18, min: "0", max: "1000000000000", description });

/** The unit values of one day, as they are loaded. */
export const UnitValueRecord = object({
  accountNumber: text({ description: "The account." }),
  folioNumber: optional(
    text({ description: "A folio of the account; empty for the account itself." }),
  ),
  date: day({ description: "The day of the valuation, from 1900 on." }),
  grossUnitValue: unitValue("Unit value that ignores fees."),
  netUnitValue: unitValue(
    "Unit value after fees; above the gross one only where fees were paid back.",
  ),
});
