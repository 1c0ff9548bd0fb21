// The wire shapes of performance series and of what selects one. (interface 2.11, 4.12, 4.13)
import Type, { type Static } from "typebox";
import { type Day, decodeDay } from "../../values/dates.ts";
import { day, decimal, text } from "../../values/scalars.ts";
import { note, object, optional, wired } from "../../values/wire.ts";
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
    description: "First and last day, both included; without it the last 12 months of values.",
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
    description: "netfee takes fees into account; anything else means grossfee.",
    default: "grossfee",
    examples: ["netfee"],
  },
  {
    kind: "scalar",
    decode: (raw) => (raw === "netfee" ? "netfee" : "grossfee"),
    codes: () => [],
  },
);

/** Which days and which series are asked for. */
export const SeriesQuery = Type.Object({
  daterange: Type.Optional(DateRange),
  returntype: Type.Optional(ReturnType),
});
export type SeriesQuery = Static<typeof SeriesQuery>;

/** The unit values of an account or folio, one for each day that has one, oldest first. */
export const Series = Type.Object({
  identifierType: Type.String({ enum: ["ACCOUNT", "FOLIO"] }),
  identifierValue: Type.String(),
  values: Type.Array(
    Type.Object({
      date: Type.String({ description: "Midnight in New York, written in UTC." }),
      value: Type.String({ description: "A decimal with 5 places." }),
    }),
  ),
});
export type Series = Static<typeof Series>;

const unitValue = (description: string) =>
  decimal({ places: 18, min: "0", max: "1000000000000", description });

/** The unit values of one day, as they are loaded. */
export const UnitValueRecord = object({
  accountNumber: text({ description: "The account." }),
  folioNumber: optional(text({ description: "One of its folios; empty for the account itself." })),
  date: day({ description: "The day of the valuation, from 1900 on." }),
  grossUnitValue: unitValue("Unit value that ignores fees."),
  netUnitValue: unitValue("Unit value after fees, never above the gross one."),
});
