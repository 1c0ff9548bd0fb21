// The loading of former names of securities. (docs/securities.md)

import type { Day } from "@bursar/values/dates";
import { loadKind } from "../../platform/bulk/load-kind.ts";
import { rowRules } from "../../values/row-rule.ts";
import { day, id, text } from "../../values/scalars.ts";
import { object, optional } from "../../values/wire.ts";
import { cusip, ticker } from "./load.ts";

const rule = rowRules<{ readonly from?: Day; readonly to: Day }>();

/** The file `security-symbols`. */
export const securitySymbolKind = loadKind({
  name: "security-symbols",
  about:
    "Former tickers, CUSIPs and names of securities, by which they are found as well. A load of `securities` " +
    "that changes one of the three adds the former ones itself. A ticker that another security has now means " +
    "that one.",
  columns: object({
    securityId: id(),
    to: day({ description: "The first day on which the security was named otherwise." }),
    ticker: ticker("As it was."),
    cusip: optional(cusip()),
    name: text({ max: 100 }),
    from: optional(
      day({
        description: "The first day on which it was named so; the change before if left out.",
      }),
    ),
  }),
  table: "security_name",
  key: ["securityId", "to", "ticker"],
  fields: { to: "changed_on", from: "since_on" },
  references: [{ fields: ["securityId"], table: "security", columns: ["security_id"] }],
  pastDays: ["to"],
  rules: [
    rule(["from", "to"], ({ from, to }) => {
      if (from === undefined) return [];
      const reason = "It does not lie before the day on which that ended.";
      return from < to ? [] : [{ column: "from", reason }];
    }),
  ],
  subject: ({ securityId }) => `security:${securityId}`,
  audit: "summary",
  canBeWithdrawn: true,
  example: "securityId,to,ticker,cusip,name,from\n6002,2021-03-01,FAST,99902B106,Fast Bolts Inc.,",
});
