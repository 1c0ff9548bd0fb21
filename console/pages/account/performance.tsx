// Value and unit value over a date range, with the service's figures for the range.
import { useCallback, useMemo, useState } from "react";
import { periodTitles, type Span, shortTitle } from "../../data/ranges.ts";
import type { Measured } from "../../data/reads.ts";
import type { Shapes } from "../../data/service.ts";
import { day, dayIn, grouped, money } from "../../data/texts.ts";
import { Chart, type Line } from "../../parts/chart.tsx";
import { Choices } from "../../parts/choices.tsx";
import { Panel } from "../../parts/panel.tsx";
import { SpanInput } from "../../parts/span-input.tsx";
import { type Benchmark, BenchmarkField } from "./benchmark-field.tsx";
import { type Day, drawingOf, isFlow, unitFields, type View, views } from "./drawing.ts";
import { type Compared, type Fees, FeesSwitch } from "./fees.tsx";
import { askedOf } from "./periods.tsx";
import { type Asking, Why } from "./return-story.tsx";
import { earliest, Figures, Now, OwnFigures } from "./span-figures.tsx";

type Answer = Shapes["PerformancePeriods"];
type Code = Shapes["PerformancePeriod"]["period"];

interface PerformanceProps extends Compared, Asking {
  readonly setFees: (fees: Fees) => void;
  readonly measured: Measured;
  readonly measures: Answer;
  readonly securities: readonly { readonly id: string; readonly name: string }[];
  readonly choose: (benchmark: Benchmark | undefined) => void;
}

/** The panel of the performance of an account or a household; there is at least one day. */
export function Performance(props: PerformanceProps) {
  const { measured, measures, securities, choose, fees, setFees, benchmark, ask } = props;
  const days = measures.days ?? none;
  const hasValues = days.some(({ marketValue }) => marketValue !== null);
  const codes = measures.periods.map(({ period }) => period);
  const [named, setNamed] = useState<Code | undefined>(codes.includes("1Y") ? "1Y" : "SI");
  const [own, setOwn] = useState<Span>(() => wholeOf(days));
  const [view, setView] = useState<View>("return");
  const period = measures.periods.find((each) => each.period === named);
  const span = period ? spanOf(period) : named ? wholeOf(days) : own;
  const offered = (Object.keys(views) as View[]).filter((each) => hasValues || each !== "value");
  return (
    <Panel
      title="Performance"
      aside={
        <Choices
          label="View"
          of={offered}
          chosen={view}
          name={(each) => views[each]}
          choose={setView}
        />
      }
    >
      <div className="stack">
        <div className="toolbar" style={{ justifyContent: "space-between" }}>
          <Now day={days.at(-1)} before={days.at(-2)} fees={fees} ask={ask} />
          <div className="toolbar no-print">
            <Choices
              label="Period"
              of={codes}
              chosen={named}
              name={shortTitle}
              title={(each) => periodTitles[each]}
              choose={setNamed}
            />
            <SpanInput
              span={span}
              change={(next) => {
                setNamed(undefined);
                setOwn(next);
              }}
            />
          </div>
        </div>
        <div className="toolbar no-print" style={{ justifyContent: "space-between" }}>
          <BenchmarkField
            number={measured.id}
            securities={securities}
            choose={(next) => {
              choose(next);
              // A benchmark has no value in dollars.
              if (next !== undefined && view === "value") setView("return");
            }}
          />
          <FeesSwitch fees={fees} setFees={setFees} />
        </div>
        {period ? (
          <Figures of={period} asked={askedOf(period, fees)} benchmark={benchmark} ask={ask} />
        ) : (
          <OwnFigures measured={measured} span={span} fees={fees} benchmark={benchmark} ask={ask} />
        )}
        <Drawn days={days} span={span} view={view} fees={fees} benchmark={benchmark} ask={ask} />
      </div>
    </Panel>
  );
}

function spanOf({ startDate, endDate }: Shapes["PerformancePeriod"]): Span {
  return { first: dayIn(startDate), last: dayIn(endDate) };
}

function wholeOf(days: readonly Day[]): Span {
  return { first: dayIn(days[0]?.date ?? ""), last: dayIn(days.at(-1)?.date ?? "") };
}

interface DrawnProps extends Compared, Asking {
  readonly days: readonly Day[];
  readonly span: Span;
  readonly view: View;
}

/** The chart of a date range, with the values of the day under the cursor. */
function Drawn({ days, span: { first, last }, view, fees, benchmark, ask }: DrawnProps) {
  const [at, setAt] = useState<number>();
  const benchmarkName = benchmark?.name;
  const shown = useMemo(
    () => days.filter(({ date }) => dayIn(date) >= first && dayIn(date) <= last),
    [days, first, last],
  );
  const drawing = useMemo(
    () => drawingOf(shown, { view, isWhole: shown[0] === days[0], fees, index: benchmarkName }),
    [shown, days, view, fees, benchmarkName],
  );
  const point = useCallback((place: number | undefined) => setAt(place), []);
  if (shown.length === 0) return <p className="empty">No data for this range</p>;
  const hasFlows = view === "value" && drawing.flows.length > 0;
  return (
    <div>
      <p className="reading" aria-live="off">
        <At
          day={shown[at ?? shown.length - 1]}
          view={view}
          fees={fees}
          benchmarkName={benchmarkName}
          ask={ask}
        />
      </p>
      <Chart
        label={`${views[view]}${benchmarkName ? ` vs. ${benchmarkName}` : ""} from ${day(first)} to ${day(last)}, ${shown.length} days`}
        days={drawing.days}
        lines={drawing.lines}
        marks={hasFlows ? drawing.flows : noMarks}
        height={300}
        axis={view === "value" ? dollarAxis : percentAxis}
        onPoint={point}
      />
      <Legend lines={drawing.lines} hasFlows={hasFlows} />
    </div>
  );
}

const none: readonly Day[] = [];
const noMarks: readonly number[] = [];

const dollarAxis = (value: number) => `$${value.toLocaleString("en-US")}`;
const percentAxis = (value: number) => `${value.toLocaleString("en-US")}%`;

interface AtProps extends Asking {
  readonly day: Day | undefined;
  readonly view: View;
  readonly fees: Fees;
  readonly benchmarkName: string | undefined;
}

function At({ day: shown, view, fees, benchmarkName, ask }: AtProps) {
  if (shown === undefined) return null;
  const { date, marketValue, unitValue, feeUnitValue, cashFlows, securityFlows, estimated } = shown;
  const index = shown[unitFields[fees].index];
  return (
    <>
      <span className="strong">{day(date)}</span>
      {" · "}
      {view === "value" ? (
        money(marketValue)
      ) : (
        <Why
          of={{
            name: `Growth of 100 on ${day(date)}`,
            span: { first: earliest, last: dayIn(date) },
            fees,
          }}
          figure={fees === "net" ? feeUnitValue : unitValue}
          ask={ask}
        >
          {grouped(unitValue ?? "", 5)} gross, {grouped(feeUnitValue ?? "", 5)} net
        </Why>
      )}
      {view !== "value" && benchmarkName && index && ` · ${benchmarkName} ${grouped(index, 5)}`}
      {isFlow(cashFlows) && ` · cash ${money(cashFlows)}`}
      {isFlow(securityFlows) && ` · securities ${money(securityFlows)}`}
      {estimated && " · estimated"}
    </>
  );
}

function Legend({
  lines,
  hasFlows,
}: {
  readonly lines: readonly Line[];
  readonly hasFlows: boolean;
}) {
  return (
    <div className="legend">
      {lines.map(({ name, color }) => (
        <span key={name}>
          <span className="mark" style={{ background: `var(${color})` }} />
          {name}
        </span>
      ))}
      {hasFlows && <span>▲ Deposits and withdrawals</span>}
    </div>
  );
}
