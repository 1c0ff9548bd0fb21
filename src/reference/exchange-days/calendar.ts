// The business days of New York: by the exchange's rules and its known special closings. What is
// loaded for a day takes precedence over both. (docs/performance.md, "Valuation days")
import { readFileSync } from "node:fs";
import type { Day } from "@bursar/values/dates";
import { isRegularTradingDay } from "@bursar/values/exchange-holidays";
import { csvRecordsIn } from "../../platform/bulk/read/csv-records.ts";

/** The loaded status of a day on which the exchange departs from its rules. */
export type ExchangeDayStatus = "open" | "closed";

/** Whether a day is a business day of New York. */
export function isBusinessDay(day: Day, loaded?: ExchangeDayStatus): boolean {
  if (loaded !== undefined) return loaded === "open";
  return isRegularTradingDay(day) && !specialClosings.has(day);
}

const specialClosings = readSpecialClosings();

function readSpecialClosings(): ReadonlySet<string> {
  const text = readFileSync(new URL("special-closings.csv", import.meta.url), "utf8");
  const { records } = csvRecordsIn(text, { delimiter: ",", firstLine: 1 });
  // The first record is the heading, the first cell of each other one its day.
  return new Set(records.slice(1).map(({ cells: [day] }) => day ?? ""));
}
