// The wire shapes of a comparison: the benchmark of a request, and a folio's summary next to it. (interface 2.12)

import type { Static } from "typebox";
import { text } from "../../../values/scalars.ts";
import { Type } from "../../../values/type.ts";
import { nullable } from "../../../values/wire.ts";
import { SeriesQuery, Summary, utcDay } from "../../books/performance/reads.ts";

/** The name of a benchmark. */
export const benchmarkName = text({
  pattern: /^(account:[A-Z0-9]{1,12}|model:[1-9]\d{0,18}|security:[1-9]\d{0,18}|[^\s:]{1,40})$/,
  description:
    "The benchmark of the returns: a ticker, `account:` and the number of another account, " +
    "`model:` and a `modelOid`, or `security:` and its id. Of a folio its own benchmark if left out, " +
    "else that of its model.",
  examples: ["security:601"],
});

/** The days of a folio, and the benchmark. */
export const FolioSummaryQuery = Type.Object({
  ...SeriesQuery.properties,
  benchmark: Type.Optional(benchmarkName),
});
export type FolioSummaryQuery = Static<typeof FolioSummaryQuery>;

const BenchmarkOfRange = Type.Object(
  {
    identifier: Type.String({ description: "Its name in the query, or of the folio or model." }),
    startDate: utcDay,
    endDate: utcDay,
    return: Type.String({ description: "In percent with 5 places, over the days of the range." }),
  },
  { title: "BenchmarkOfRange" },
);

/** The results of a range of a folio, next to its benchmark. */
export const FolioSummary = Type.Object(
  {
    ...Summary.properties,
    benchmark: nullable(BenchmarkOfRange),
  },
  { title: "FolioPerformanceSummary" },
);
export type FolioSummary = Static<typeof FolioSummary>;
