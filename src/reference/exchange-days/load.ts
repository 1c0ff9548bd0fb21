// The loading of days on which the exchange departs from its rules.

import type { Day } from "@bursar/values/dates";
import { loadKind } from "../../platform/bulk/load-kind.ts";
import { rowRules } from "../../values/row-rule.ts";
import { bool, day, text } from "../../values/scalars.ts";
import { object, optional } from "../../values/wire.ts";
import { opensAt, regularClose } from "./early-closes.ts";

const rule = rowRules<{
  readonly date: Day;
  readonly status: string;
  readonly early?: boolean;
  readonly closesAt?: string;
}>();

/** The file `exchange-days`. */
export const exchangeDayKind = loadKind({
  name: "exchange-days",
  about:
    "Days on which the New York exchange closes or trades contrary to its rules, such " +
    "as a day of mourning, and days on which it closes early or late. Its weekends and " +
    "holidays, and its special closings up to 2025, need not be loaded. Nor need its early " +
    "closes by rule: the Friday after Thanksgiving, and the eves of Christmas and of " +
    "Independence day where the holiday falls on a Tuesday to a Friday.",
  columns: object({
    date: day(),
    status: text({ pattern: /^(open|closed)$/, description: "`closed` or `open`." }),
    reason: optional(text({ max: 100 })),
    early: optional(
      bool({ description: "Whether it closes at 13:00; by the exchange's rules if left out." }),
    ),
    closesAt: optional(
      text({
        pattern: /^([01]\d|2[0-3]):[0-5]\d$/,
        description: "When it closes in New York, `HH:MM`, in place of 13:00 or 16:00.",
      }),
    ),
  }),
  table: "exchange_day",
  key: ["date"],
  fields: { date: "day", early: "is_early" },
  rules: [
    ...(["early", "closesAt"] as const).map((column) =>
      rule(["status", column], (row) => {
        const isMisfit = row.status === "closed" && row[column] !== undefined;
        return isMisfit ? [{ column, reason: "On a closed day the exchange has no close." }] : [];
      }),
    ),
    rule(["early", "closesAt"], ({ early, closesAt }) => {
      if (closesAt === undefined) return [];
      const column = "closesAt";
      if (closesAt <= opensAt) return [{ column, reason: `It does not open before ${opensAt}.` }];
      const isEarly = closesAt < regularClose;
      const reason = `\`early\` says otherwise: an early day closes before ${regularClose}.`;
      return early !== undefined && early !== isEarly ? [{ column, reason }] : [];
    }),
  ],
  subject: ({ date }) => `exchange-day:${date}`,
  audit: "summary",
  canBeWithdrawn: true,
  example:
    "date,status,reason,early,closesAt\n2026-12-23,open,Snowstorm,true,11:30\n" +
    "2026-12-24,closed,Snowstorm,,",
});
