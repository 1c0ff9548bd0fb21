// Value and unit value over a span of days, with what the service says of the span.
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useCallback, useId, useMemo, useState } from "react";
import {
  type Span,
  type SpanName,
  secondsOf,
  spanNames,
  spanOf,
  spanTitles,
} from "../../data/ranges.ts";
import { reads } from "../../data/reads.ts";
import type { Shapes } from "../../data/service.ts";
import { day, dayIn, directionOf, grouped, money } from "../../data/texts.ts";
import { Chart, type Line } from "../../parts/chart.tsx";
import { Choices } from "../../parts/choices.tsx";
import { Change } from "../../parts/figure.tsx";
import { Panel } from "../../parts/panel.tsx";

type Day = Shapes["RawDataDay"];
type View = "value" | "units" | "drawdown";

const views: Readonly<Record<View, string>> = {
  value: "Value",
  units: "Unit value",
  drawdown: "Drawdown",
};

interface PerformanceProps {
  readonly number: string;
  readonly days: readonly Day[];
}

/** The panel of an account's performance; there is at least one day. */
export function Performance({ number, days }: PerformanceProps) {
  const begun = dayIn(days[0]?.date ?? "");
  const last = dayIn(days.at(-1)?.date ?? "");
  const hasValues = days.some(({ marketValue }) => marketValue !== null);
  const [named, setNamed] = useState<SpanName | undefined>("1Y");
  const [own, setOwn] = useState<Span>({ first: begun, last });
  const [view, setView] = useState<View>(hasValues ? "value" : "units");
  const [at, setAt] = useState<number>();
  const span = named ? spanOf(named, begun, last) : own;
  const shown = useMemo(() => within(days, span.first, span.last), [days, span.first, span.last]);
  const drawing = useMemo(() => drawingOf(shown, view), [shown, view]);
  const point = useCallback((place: number | undefined) => setAt(place), []);
  const current = days.at(-1);
  const offered = (Object.keys(views) as View[]).filter((each) => hasValues || each !== "value");
  return (
    <Panel
      title="Performance"
      aside={
        <Choices
          label="What is shown"
          of={offered}
          chosen={view}
          name={(each) => views[each]}
          choose={setView}
        />
      }
    >
      <div className="stack">
        <div className="toolbar" style={{ justifyContent: "space-between" }}>
          {current && <Now day={current} />}
          <div className="toolbar no-print">
            <Choices
              label="Span"
              of={spanNames}
              chosen={named}
              name={(each) => each}
              title={(each) => spanTitles[each]}
              choose={setNamed}
            />
            <OwnSpan
              span={span}
              change={(next) => {
                setNamed(undefined);
                setOwn(next);
              }}
            />
          </div>
        </div>
        <Summary number={number} span={span} />
        {shown.length === 0 ? (
          <p className="empty">No value between these days.</p>
        ) : (
          <div>
            <p className="reading" aria-live="off">
              <At day={shown[at ?? shown.length - 1]} view={view} />
            </p>
            <Chart
              label={`${views[view]} from ${day(span.first)} to ${day(span.last)}, ${shown.length} days`}
              days={drawing.days}
              lines={drawing.lines}
              marks={view === "value" ? drawing.flows : none}
              height={300}
              axis={view === "drawdown" ? percentAxis : view === "value" ? dollarAxis : plainAxis}
              onPoint={point}
            />
            <Legend lines={drawing.lines} hasFlows={view === "value" && drawing.flows.length > 0} />
          </div>
        )}
      </div>
    </Panel>
  );
}

const none: readonly number[] = [];

function within(days: readonly Day[], first: string, last: string): readonly Day[] {
  return days.filter(({ date }) => dayIn(date) >= first && dayIn(date) <= last);
}

const dollarAxis = (value: number) => `$${value.toLocaleString("en-US")}`;
const plainAxis = (value: number) => value.toLocaleString("en-US");
const percentAxis = (value: number) => `${value.toLocaleString("en-US")}%`;

interface Drawing {
  readonly days: readonly number[];
  readonly lines: readonly Line[];
  readonly flows: readonly number[];
}

/** Where the points stand; only a place on the screen is made of a number. */
function drawingOf(shown: readonly Day[], view: View): Drawing {
  const place = (text: string | null) => (text === null ? null : Number(text));
  const days = shown.map(({ date }) => secondsOf(date));
  const flows = shown
    .filter(({ cashFlows, securityFlows }) => isFlow(cashFlows) || isFlow(securityFlows))
    .map(({ date }) => secondsOf(date));
  const gross = shown.map(({ unitValue }) => place(unitValue));
  const net = shown.map(({ feeUnitValue }) => place(feeUnitValue));
  const value: Line = {
    name: "Market value",
    color: "--series-1",
    isFilled: true,
    values: shown.map(({ marketValue }) => place(marketValue)),
  };
  const linesOf: Readonly<Record<View, readonly Line[]>> = {
    value: [value],
    units: [
      { name: "Gross of fees", color: "--series-1", values: gross },
      { name: "Net of fees", color: "--series-2", values: net, isDashed: true },
    ],
    drawdown: [
      {
        name: "Below the highest unit value of the span, net of fees",
        color: "--loss",
        isFilled: true,
        values: depths(net),
      },
    ],
  };
  return { days, lines: linesOf[view], flows };
}

function isFlow(amount: string | null): boolean {
  return amount !== null && directionOf(amount) !== "even";
}

/** How far below its highest point so far each point is drawn. */
function depths(values: readonly (number | null)[]): (number | null)[] {
  let highest = 0;
  return values.map((value) => {
    if (value === null) return null;
    highest = Math.max(highest, value);
    return highest === 0 ? null : (value / highest - 1) * 100;
  });
}

function Now({ day: { date, marketValue, unitValue, dailyReturn } }: { readonly day: Day }) {
  return (
    <div>
      <div className="value-now">
        {marketValue === null ? grouped(unitValue ?? "", 5) : money(marketValue)}
      </div>
      <div className="small muted">
        {dailyReturn !== null && (
          <>
            <Change amount={dailyReturn} /> on{" "}
          </>
        )}
        {day(date)}
      </div>
    </div>
  );
}

function At({ day: shown, view }: { readonly day: Day | undefined; readonly view: View }) {
  if (shown === undefined) return null;
  const { date, marketValue, unitValue, feeUnitValue, cashFlows, securityFlows, estimated } = shown;
  return (
    <>
      <span className="strong">{day(date)}</span>
      {view === "value"
        ? ` · ${money(marketValue)}`
        : ` · ${grouped(unitValue ?? "", 5)} gross, ${grouped(feeUnitValue ?? "", 5)} net`}
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
      {hasFlows && <span>▲ cash or securities came or went</span>}
    </div>
  );
}

interface SummaryProps {
  readonly number: string;
  readonly span: Span;
}

/** What the service says of a span, before and after fees. */
function Summary({ number, span }: SummaryProps) {
  const range = `${span.first},${span.last}`;
  const net = useQuery({
    ...reads.summary(number, range, "netfee"),
    placeholderData: keepPreviousData,
  });
  const figures = net.data;
  return (
    <dl className="figures">
      <div>
        <dt>Time-weighted, net of fees</dt>
        <dd>
          <Change amount={figures?.timeWeightedReturn} />
        </dd>
      </div>
      <div>
        <dt>Money-weighted, net of fees</dt>
        <dd>
          <Change amount={figures?.moneyWeightedReturn} />
        </dd>
      </div>
      <div>
        <dt>At the start</dt>
        <dd>{money(figures?.startMarketValue)}</dd>
      </div>
      <div>
        <dt>Paid in less paid out</dt>
        <dd>{money(figures?.netFlows)}</dd>
      </div>
      <div>
        <dt>At the end</dt>
        <dd>{money(figures?.endMarketValue)}</dd>
      </div>
    </dl>
  );
}

interface OwnSpanProps {
  readonly span: Span;
  readonly change: (span: Span) => void;
}

function OwnSpan({ span, change }: OwnSpanProps) {
  const id = useId();
  const field = (end: "first" | "last", name: string) => (
    <>
      <label className="hidden-text" htmlFor={`${id}-${end}`}>
        {name}
      </label>
      <input
        id={`${id}-${end}`}
        type="date"
        className="input small"
        style={{ width: "9.25rem" }}
        value={span[end]}
        onChange={({ target }) => target.value && change({ ...span, [end]: target.value })}
      />
    </>
  );
  return (
    <fieldset className="toolbar" style={{ gap: "0.375rem" }}>
      <legend className="hidden-text">Own span</legend>
      {field("first", "First day")}
      <span aria-hidden="true">–</span>
      {field("last", "Last day")}
    </fieldset>
  );
}
