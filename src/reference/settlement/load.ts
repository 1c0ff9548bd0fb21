// The loading of days on which banks or settlement depart from their rules, and of settlement
// periods.

import { loadKind } from "../../platform/bulk/load-kind.ts";
import { day, decimal, text } from "../../values/scalars.ts";
import { object, optional } from "../../values/wire.ts";
import { settlementGroups } from "./periods.ts";

function dayKind({
  name,
  about,
  table,
  example,
}: Record<"name" | "about" | "table" | "example", string>) {
  return loadKind({
    name,
    about,
    columns: object({
      date: day(),
      status: text({ pattern: /^(open|closed)$/, description: "`closed` or `open`." }),
      reason: optional(text({ max: 100 })),
    }),
    table,
    key: ["date"],
    fields: { date: "day" },
    subject: ({ date }) => `${name.replace(/s$/, "")}:${date}`,
    audit: "summary",
    canBeWithdrawn: true,
    example,
  });
}

/** The file `bank-days`. */
export const bankDayKind = dayKind({
  name: "bank-days",
  about:
    "Days on which banks rest or open contrary to the rules of the Federal Reserve. Its weekends and " +
    "holidays need not be loaded.",
  table: "bank_day",
  example: "date,status,reason\n2026-11-27,closed,Payment systems down",
});

/** The file `settlement-days`. */
export const settlementDayKind = dayKind({
  name: "settlement-days",
  about:
    "Days on which trades settle, or do not, whatever the exchange and banks do. A settlement day is " +
    "otherwise a day on which both are open: on Columbus day and Veterans day the exchange trades, and " +
    "nothing settles.",
  table: "settlement_day",
  example: "date,status,reason\n2026-11-30,closed,Clearing halted",
});

/** The file `settlement-periods`. */
export const settlementPeriodKind = loadKind({
  name: "settlement-periods",
  about:
    "How many settlement days after its trade date a trade settles, by the group of its security and from " +
    "a trade date on. Those in force so far need not be loaded: `EQ`, which is everything in no other " +
    "group, 5, 3 from 1995-06-07, 2 from 2017-09-05 and 1 from 2024-05-28; funds (`MF`, `MM`), listed " +
    "options (`OP`) and government securities (`GV`) 1; private placements (`PR`) 0. A security may have " +
    "a period of its own, and a row a settlement date.",
  columns: object({
    settlementGroup: text({
      oneOf: settlementGroups,
      description: `\`${settlementGroups.join("`, `")}\`: the type of its instrument, else \`EQ\`.`,
    }),
    from: day({ description: "The first trade date that settles so." }),
    settlementDays: decimal({ places: 0, min: "0", max: "10" }),
  }),
  table: "settlement_period",
  key: ["settlementGroup", "from"],
  fields: { from: "traded_from" },
  subject: ({ settlementGroup }) => `settlement-period:${settlementGroup}`,
  audit: "summary",
  canBeWithdrawn: true,
  example: "settlementGroup,from,settlementDays\nGV,2027-01-04,0",
});
