// The filter that a query sets on a list of transactions, as statements take it; and the rules over
// its fields.
import { type Day, newYorkDay } from "@bursar/values/dates";
import type { Context } from "../../../platform/change/context.ts";
import { selectSecuritiesOf } from "../../../reference/securities/queries.ts";
import {
  type DateRange,
  daysOfRange,
  isSameRange,
  type SentRange,
} from "../../../values/date-range.ts";
import { fieldProblem, invalid, type Problem, ruleProblem } from "../../../values/problem.ts";
import { shapeRules } from "../../../values/shape-rule.ts";
import { categoriesNamed } from "./categories.ts";
import { activityErrors } from "./errors.ts";
import type { PagePlace } from "./page-place.ts";
import type { Wanted } from "./read-page.ts";
import type { TransactionsQuery } from "./schema.ts";

const rule = shapeRules<object>();

/** The parameters that go with CSV. */
const besideCsv: ReadonlySet<string> = new Set([
  "format",
  "daterange",
  "dateRange",
  "accountnumber",
  "household",
  "asofversion",
]);

/** Rules over the fields of a query: the two names of the range say the same, and CSV has no filter. */
export const rulesOfList = [
  rule([], (_body, { query, now }): Problem[] => {
    const { daterange, dateRange } = query as TransactionsQuery;
    if (daterange === undefined || dateRange === undefined) return [];
    const isSame = isSameRange(daterange, dateRange, newYorkDay(now));
    return isSame ? [] : [fieldProblem("daterange", activityErrors.dateRange)];
  }),
  rule([], (_body, { query }): Problem[] => {
    const { subCategoryName: one, subcategory: other } = query as TransactionsQuery;
    const isSame = one === undefined || other === undefined || String(one) === String(other);
    return isSame ? [] : [invalid("subcategory")];
  }),
  rule([], (_body, { query }): Problem[] => {
    if (query.format !== "csv") return [];
    const others = Object.entries(query).filter(
      ([name, value]) => value !== undefined && !besideCsv.has(name),
    );
    return others.length === 0 ? [] : [ruleProblem(activityErrors.format)];
  }),
];

/** The filters that lists of an account and of all accounts have in common. */
export type ListQuery = Omit<TransactionsQuery, "asofversion">;

/** The days of a query; a range that is left out has so many days or years. */
export function rangeOf(query: ListQuery, usual: SentRange, today: Day): DateRange {
  return daysOfRange(query.daterange ?? query.dateRange ?? usual, today);
}

const usualLimit = 50;

/** The filter of a page of a list; its days are those of the list's first page. */
export async function wantedOf(
  { db, now }: Pick<Context, "db" | "now">,
  query: ListQuery,
  usual: SentRange,
  place: PagePlace | undefined,
): Promise<Omit<Wanted, "version">> {
  const { from, to } = place ?? rangeOf(query, usual, newYorkDay(now));
  const { status = "inforce", ticker, eventid: eventId } = query;
  const named = categoriesNamed(query.category, query.subCategoryName ?? query.subcategory);
  const types = named && [...new Set(named.flatMap(({ types: ofRow }) => ofRow))];
  // A cancellation stands with what it cancels, whose type is any.
  const isOfAnyType = types?.includes("CXL") === true;
  return {
    filter: {
      from,
      to,
      types: isOfAnyType ? undefined : types,
      securityIds:
        ticker && [...(await selectSecuritiesOf(db, ticker)).values()].map(({ id }) => id),
      eventId,
      folioNumber: undefined,
      status,
    },
    categories: named && new Set(named.map(({ code }) => code)),
    limit: Number(query.limit ?? usualLimit),
  };
}
