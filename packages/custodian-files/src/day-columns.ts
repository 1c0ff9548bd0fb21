// The days of one column: what their order is, and which of them could be another day.
import {
  couldBeEither,
  type DayForm,
  type DayReadings,
  isNothing,
  readDay,
} from "./cell-readings.ts";
import type { Profile } from "./profile.ts";

/** The forms that a column's days have, as the days that can be read in one form alone show. */
export function formsIn(cells: Iterable<string>): ReadonlySet<DayForm> {
  const forms = new Set<DayForm>();
  for (const cell of new Set(cells)) {
    const readings = isNothing(cell) ? {} : readDay(cell);
    const [form, ...others] = Object.keys(readings) as DayForm[];
    if (form !== undefined && others.length === 0) forms.add(form);
  }
  return forms;
}

/** The order that a profile states, and the one that a person has said days have that could be either. */
interface DayOrders extends Pick<Profile, "dayOrder"> {
  readonly ambiguousDays: "mdy" | "dmy" | undefined;
}

/** A day, or why it is none. Where a column has two forms, a day that could be either is never guessed, unless a
 * person has said which it is. */
export function dayIn(
  cell: string,
  forms: ReadonlySet<DayForm>,
  { dayOrder, ambiguousDays }: DayOrders,
): { readonly day: string } | { readonly problem: string; readonly isAmbiguous?: true } {
  const readings = readDay(cell);
  const only = anyOf(readings);
  if (only === undefined) return { problem: `"${cell}" is not a day` };
  if (!couldBeEither(readings)) return { day: only };
  const decided = ambiguousDays === undefined ? undefined : readings[ambiguousDays];
  if (decided !== undefined) return { day: decided };
  const all = new Set(dayOrder === undefined ? forms : [...forms, dayOrder]);
  const [form, ...others] = all;
  const day = form === undefined ? undefined : readings[form];
  if (day !== undefined && others.length === 0) return { day };
  const why = all.size === 0 ? "no other day shows the order" : "the column has days in two forms";
  const problem = `"${cell}" could be ${readings.mdy} or ${readings.dmy}: ${why}`;
  return { problem, isAmbiguous: true };
}

function anyOf({ ymd, mdy, dmy }: DayReadings): string | undefined {
  return ymd ?? mdy ?? dmy;
}
