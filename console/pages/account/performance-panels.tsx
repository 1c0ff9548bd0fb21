// The panels of performance of an account or a household, around its holdings.
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { type Measured, reads } from "../../data/reads.ts";
import type { Shapes } from "../../data/service.ts";
import { Empty, Failure, Panel, Reading } from "../../parts/panel.tsx";
import type { Benchmark } from "./benchmark-field.tsx";
import { Calendar } from "./calendar.tsx";
import { useFees } from "./fees.tsx";
import { Performance } from "./performance.tsx";
import { Periods } from "./periods.tsx";
import type { Asking } from "./return-story.tsx";
import { Years } from "./years.tsx";

interface PerformancePanelsProps extends Asking {
  readonly measured: Measured;
  /** The securities of these positions are offered as benchmarks. */
  readonly positions: readonly Pick<Shapes["AccountPosition"], "security">[] | undefined;
  /** Shown where there is no value yet. */
  readonly empty: string;
  /** The panel of holdings, below the chart. */
  readonly children: ReactNode;
}

/** The chart, the holdings, the standard periods, the years and the months. */
export function PerformancePanels(props: PerformancePanelsProps) {
  const { measured, positions = [], empty, ask, children: holdings } = props;
  const [fees, setFees] = useFees();
  const [benchmark, setBenchmark] = useState<Benchmark>();
  const read = useQuery({
    ...reads.periods(measured, benchmark?.value),
    placeholderData: keepPreviousData,
  });
  const securities = positions.flatMap(({ security }) =>
    security.id === null ? [] : [{ id: security.id, name: security.ticker }],
  );
  // Until the benchmark is read, the page shows figures without it.
  const shown = read.isPlaceholderData ? undefined : benchmark;
  const chosen = { fees, benchmark: shown, ask };
  return (
    <>
      {read.error && read.data !== undefined && (
        <Failure error={read.error} again={() => void read.refetch()} />
      )}
      <Reading of={read} lines={9}>
        {(measures) =>
          measures.days?.length ? (
            <>
              <Performance
                {...chosen}
                setFees={setFees}
                measured={measured}
                measures={measures}
                securities={securities}
                choose={setBenchmark}
              />
              {holdings}
              <div className={shown ? "columns with-years compared" : "columns with-years"}>
                <Periods {...chosen} measures={measures} />
                {measures.calendar.length > 0 && (
                  <Years {...chosen} years={measures.calendar} asOf={measures.asOf} />
                )}
              </div>
              {measures.calendar.length > 0 && (
                <Calendar {...chosen} years={measures.calendar} asOf={measures.asOf} />
              )}
            </>
          ) : (
            <>
              <Panel title="Performance">
                <Empty title="No performance yet">{empty}</Empty>
              </Panel>
              {holdings}
            </>
          )
        }
      </Reading>
    </>
  );
}
