// The returns of calendar years, next to the benchmark's.
import type { Shapes } from "../../data/service.ts";
import { day } from "../../data/texts.ts";
import { Change } from "../../parts/figure.tsx";
import { Panel } from "../../parts/panel.tsx";
import { figures, Table } from "../../parts/table.tsx";
import { spanOfCalendar } from "./calendar.tsx";
import { type Compared, feeTitles } from "./fees.tsx";
import { type Asking, Why } from "./return-story.tsx";

type Year = Shapes["YearReturns"];

interface YearsProps extends Compared, Asking {
  readonly years: readonly Year[];
  readonly asOf: string | null;
}

/** The panel of calendar years, newest first. */
export function Years({ years, asOf, fees, benchmark, ask }: YearsProps) {
  return (
    <Panel
      title="Calendar years"
      aside={<span className="aside">{feeTitles[fees]}</span>}
      footer={`As of market close ${day(asOf)}.`}
      isBare
    >
      <Table columns={["Year", figures("Return"), ...(benchmark ? [figures(benchmark.name)] : [])]}>
        {years.toReversed().map((year) => (
          <tr key={year.year}>
            <th scope="row">{year.year}</th>
            <td className="right strong">
              <Why
                of={{ name: year.year, span: spanOfCalendar(year.year), fees }}
                figure={year[fees]}
                ask={ask}
              >
                <Change amount={year[fees]} />
              </Why>
            </td>
            {benchmark && (
              <td className="right">
                <Change amount={year.benchmark?.[fees]} />
              </td>
            )}
          </tr>
        ))}
      </Table>
    </Panel>
  );
}
