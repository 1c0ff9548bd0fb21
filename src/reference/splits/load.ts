// The loading of splits of securities. (docs/performance.md, "Benchmarks")

import type { Day } from "@bursar/values/dates";
import { type Decimal, isZero } from "@bursar/values/decimal";
import { loadKind } from "../../platform/bulk/load-kind.ts";
import { rowRules } from "../../values/row-rule.ts";
import { day, decimal, id } from "../../values/scalars.ts";
import { object } from "../../values/wire.ts";

const ratio = (description: string) => decimal({ places: 20, min: "0", description });

const rule = rowRules<{
  readonly exDate: Day;
  readonly ratioNew: Decimal;
  readonly ratioOld: Decimal;
}>();

/** The file `splits`. */
export const splitKind = loadKind({
  name: "splits",
  about:
    "Splits of securities, by which a benchmark follows their closes. The positions of an account follow its " +
    "own `SPL` alone; a load says where one of the two is missing or has another ratio.",
  columns: object({
    securityId: id(),
    exDate: day({ description: "The first day on which the security trades split." }),
    ratioNew: ratio("New shares, above 0, for `ratioOld` shares."),
    ratioOld: ratio("Above 0."),
  }),
  table: "security_split",
  key: ["securityId", "exDate"],
  fields: { exDate: "ex_on" },
  references: [{ fields: ["securityId"], table: "security", columns: ["security_id"] }],
  rules: [
    ...(["ratioNew", "ratioOld"] as const).map((column) =>
      rule([column], (row) =>
        isZero(row[column]) ? [{ column, reason: "The ratio is zero." }] : [],
      ),
    ),
  ],
  subject: ({ securityId }) => `security:${securityId}`,
  audit: "summary",
  canBeWithdrawn: true,
  example: "securityId,exDate,ratioNew,ratioOld\n6002,2026-06-15,3,1",
});
