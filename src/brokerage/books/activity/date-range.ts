// The days that a list of transactions is asked for: two days, or a code that ends today. (docs/activity.md)
import { addDays, addMonths, type Day, decodeDay } from "@bursar/values/dates";
import { note, wired } from "../../../values/wire.ts";
import { activityErrors } from "./errors.ts";

/** Two days, both included. */
export interface DayRange {
  readonly firstOn: Day;
  readonly lastOn: Day;
}

/** A range as it is asked for: its days, or how long it is until today. */
export type AskedRange = DayRange | { readonly count: number; readonly unit: Unit };

type Unit = "d" | "w" | "m" | "y";

/** How many of each unit are ten years. */
const most: Readonly<Record<Unit, number>> = { d: 3_650, w: 520, m: 120, y: 10 };

/** The range of a query. */
export function dateRange(example?: string) {
  return wired<AskedRange>(
    {
      type: "string",
      description:
        "First and last trade date, both included, as `MM-dd-yyyy` or ISO 8601; or a code for the " +
        "last days, weeks, months or years: `30d`, `2w`, `6m`, `1y`. At most ten years.",
      ...(example && { examples: [example] }),
    },
    {
      kind: "scalar",
      decode(raw, field, problems) {
        const text = String(raw);
        const range = /^\d{1,4}[dwmy]$/i.test(text) ? rangeOfCode(text) : rangeOfDays(text);
        return range ?? note(problems, field, activityErrors.dateRange);
      },
      codes: () => [activityErrors.dateRange.code],
    },
  );
}

function rangeOfCode(text: string): AskedRange | undefined {
  const count = Number(text.slice(0, -1));
  const unit = text.slice(-1).toLowerCase() as Unit;
  return count >= 1 && count <= most[unit] ? { count, unit } : undefined;
}

function rangeOfDays(text: string): AskedRange | undefined {
  const ends = text.split(",");
  const [firstOn, lastOn] = ends.map((end) => decodeDay(isoOf(end)));
  if (ends.length !== 2 || firstOn === undefined || lastOn === undefined) return undefined;
  const isSound = firstOn <= lastOn && lastOn <= addMonths(firstOn, 120);
  return isSound ? { firstOn, lastOn } : undefined;
}

/** A day that begins with its month, as ISO 8601 has it. */
function isoOf(day: string): string {
  return day.replace(/^(\d\d)-(\d\d)-(\d{4})$/, "$3-$1-$2");
}

/** The days of a range, of which a code ends today. */
export function daysOf(range: AskedRange, today: Day): DayRange {
  if ("firstOn" in range) return range;
  const { count, unit } = range;
  const isOfMonths = unit === "m" || unit === "y";
  const before = isOfMonths
    ? addMonths(today, unit === "y" ? -12 * count : -count)
    : addDays(today, unit === "w" ? -7 * count : -count);
  return { firstOn: addDays(before, 1), lastOn: today };
}
