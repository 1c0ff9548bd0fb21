// The loading of closing prices. (docs/performance.md, 2.1)
import { loadKind } from "../../platform/bulk/load-kind.ts";
import { day, decimal, id, text } from "../../values/scalars.ts";
import { object, optional } from "../../values/wire.ts";
import { keepChangedCloses } from "./odd-close-queries.ts";
import { oddCloses } from "./odd-closes.ts";

/** The file `prices`. */
export const priceKind = loadKind({
  name: "prices",
  about:
    "Closing prices. A business day in New York with a close of any security is a " +
    "valuation day; a security without a close on that day keeps its last one. Closes " +
    "of other days are stored, but make no valuation day.",
  columns: object({
    securityId: id(),
    date: day(),
    close: decimal({ places: 6, min: "0", description: "The price of one share, not below 0." }),
    source: optional(
      text({
        max: 20,
        description: "The source of the close, such as a vendor; `load` if left out.",
      }),
    ),
  }),
  table: "security_price",
  key: ["securityId", "date"],
  fields: { date: "priced_on", source: null },
  derived: { columns: ["source"], of: ({ source }) => ({ source: source ?? "load" }) },
  references: [{ fields: ["securityId"], table: "security", columns: ["security_id"] }],
  pastDays: ["date"],
  afterApply: keepChangedCloses,
  atEnd: async (tx, { notify }) => (await oddCloses(tx)).forEach(notify),
  subject: ({ securityId }) => `security:${securityId}`,
  audit: "summary",
  canBeWithdrawn: true,
  example: "securityId,date,close\n6001,2026-09-29,83.50\n6001,2026-09-30,84.125000",
});
