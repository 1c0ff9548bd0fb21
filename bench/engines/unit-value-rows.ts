// The rows of unit values: a long history from prices, and one late correction to it.
import {
  beforeFirstDay,
  type ChainState,
  type ComputedDay,
  chainDays,
  computeRawData,
  endValueOf,
  type RawSources,
  rawDaysOf,
  sumOfFolios,
} from "@bursar/performance";
import type { Day } from "@bursar/values/dates";
import { accountHistory, type HistorySize } from "./account-history.ts";
import type { BenchRow, Size, Work } from "./row.ts";

/** Ten years from prices, and a correction in the last month. */
export const unitValueRows: readonly BenchRow[] = [
  {
    name: "unit values, 10 years of 50 holdings",
    measured: "facts and closes in, raw data and units of the account and two folios out",
    target: "1 s, 300 MB",
    prepare: prepareFull,
  },
  {
    name: "unit values, one late correction",
    measured: "the same facts but for one in, the last month's days out; warm: the third in a row",
    target: "20 ms",
    prepare: prepareLate,
  },
];

const sizes: Readonly<Record<Size, HistorySize>> = {
  full: { years: 10, holdings: 50, transactions: 14_400 },
  quick: { years: 1, holdings: 3, transactions: 60 },
};

function prepareFull(size: Size): Work {
  const sources = accountHistory(sizes[size]);
  return {
    count: sources.facts.length,
    of: "transaction",
    run: () => {
      const folios = computeRawData(sources);
      const days = [sumOfFolios([...folios.values()]), ...[...folios.values()].map(rawDaysOf)];
      const units = days.map((raw) => chainDays(beforeFirstDay, raw).units.length);
      return { counts: { days: units[0] ?? 0, series: units.length } };
    },
  };
}

/** The state of the series before the corrected month, as a store keeps it. */
interface Standing {
  readonly after: Day;
  readonly values: (bigint | undefined)[];
  readonly chains: ChainState[];
}

function prepareLate(size: Size): Work {
  const sources = accountHistory(sizes[size]);
  const standing = standingOf(sources);
  const corrected = { ...sources, facts: sources.facts.slice(0, -1) };
  const run = () => {
    const folios = computeRawData(corrected, standing.after);
    const days = [
      sumOfFolios([...folios.values()], standing.values),
      ...[...folios.values()].map(rawDaysOf),
    ];
    const units = days.map(
      (raw, at) => chainDays(standing.chains[at] ?? beforeFirstDay, raw).units.length,
    );
    return { counts: { days: units[0] ?? 0, series: units.length } };
  };
  // Runs once first, so that the computation is measured and not the compiler.
  run();
  run();
  return { count: 1, of: "correction", run };
}

function standingOf(sources: RawSources): Standing {
  const after = sources.valuationDays.at(-22) ?? ("2015-01-02" as Day);
  const folios = [...computeRawData(sources).values()];
  const upTo = (days: readonly ComputedDay[]) => days.filter(({ on }) => on <= after);
  const whole = sumOfFolios(folios.map(upTo));
  return {
    after,
    values: folios.map((days) => {
      const last = upTo(days).at(-1)?.valuation;
      return last && endValueOf(last);
    }),
    chains: [whole, ...folios.map((days) => rawDaysOf(upTo(days)))].map(
      (raw) => chainDays(beforeFirstDay, raw).end,
    ),
  };
}
