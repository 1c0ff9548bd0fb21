// How days are loaded on which the exchange departs from its rules.

import { type Day, earliestDay } from "@bursar/values/dates";
import { loadKind } from "../../platform/bulk/load-kind.ts";
import { rowRules } from "../../values/row-rule.ts";
import { day, text } from "../../values/scalars.ts";
import { object, optional } from "../../values/wire.ts";

const rule = rowRules<{ readonly date: Day }>();

/** The file `exchange-days`. */
export const exchangeDayKind = loadKind({
  name: "exchange-days",
  about:
    "Days on which the New York exchange closes or trades contrary to its rules, such " +
    "as a day of mourning. Its weekends and holidays, and its special closings up to " +
    "2025, need not be loaded.",
  columns: object({
    date: day(),
    status: text({ pattern: /^(open|closed)$/, description: "`closed` or `open`." }),
    reason: optional(text({ max: 100 })),
  }),
  table: "exchange_day",
  key: ["date"],
  fields: { date: "day" },
  rules: [
    rule(["date"], ({ date }) =>
      date >= earliestDay ? [] : [{ column: "date", reason: `It lies before ${earliestDay}.` }],
    ),
  ],
  subject: ({ date }) => `exchange-day:${date}`,
  audit: "summary",
  canBeWithdrawn: true,
  example: "date,status,reason\n2026-12-24,closed,Snowstorm",
});
