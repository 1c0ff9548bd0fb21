// The account's standard periods from the service, next to the benchmark.
import { periodTitles } from "../../data/ranges.ts";
import type { Shapes } from "../../data/service.ts";
import { day, dayIn, none } from "../../data/texts.ts";
import { Change } from "../../parts/figure.tsx";
import { Empty, Panel } from "../../parts/panel.tsx";
import { figures, Table } from "../../parts/table.tsx";
import type { Benchmark } from "./benchmark-field.tsx";
import { type Compared, type Fees, feeTitles } from "./fees.tsx";
import { type AskedReturn, type Asking, Why } from "./return-story.tsx";

type Answer = Shapes["PerformancePeriods"];
type Period = Shapes["PerformancePeriod"];

interface PeriodsProps extends Compared, Asking {
  readonly measures: Answer;
}

/** The panel of the standard periods. */
export function Periods({ measures, fees, benchmark, ask }: PeriodsProps) {
  return (
    <Panel
      title="Returns by period"
      aside={<span className="aside">{feeTitles[fees]}</span>}
      footer={<Volatility of={measures} fees={fees} benchmark={benchmark} />}
      isBare
    >
      {measures.periods.length === 0 ? (
        <Empty title="Not enough history" />
      ) : (
        <PeriodTable measures={measures} fees={fees} benchmark={benchmark} ask={ask} />
      )}
    </Panel>
  );
}

interface TableProps extends Asking {
  readonly measures: Answer;
  readonly fees: Fees;
  readonly benchmark: Benchmark | undefined;
}

function PeriodTable({ measures, fees, benchmark, ask }: TableProps) {
  return (
    <Table
      className="periods"
      columns={[
        "Period",
        figures("Time-weighted"),
        figures("Annualized"),
        figures("Money-weighted"),
        figures("Annualized"),
        ...(benchmark ? [figures(benchmark.name), figures("Annualized")] : []),
        figures("Max drawdown"),
      ]}
    >
      {measures.periods.map((period) => (
        <Row
          key={period.period}
          period={period}
          fees={fees}
          ask={ask}
          span={benchmark ? measures.benchmark : undefined}
        />
      ))}
    </Table>
  );
}

interface RowProps extends Asking {
  readonly period: Period;
  readonly fees: Fees;
  /** The days on which the benchmark has values; undefined without a benchmark. */
  readonly span: Answer["benchmark"] | undefined;
}

function Row({ period, fees, span, ask }: RowProps) {
  const figures = period[fees];
  const { benchmark } = figures;
  const why = (figure: string | null) => (
    <Why of={askedOf(period, fees)} figure={figure} ask={ask}>
      <Change amount={figure} />
    </Why>
  );
  return (
    <tr>
      <th scope="row">
        {periodTitles[period.period]}
        <div className="tiny muted" style={{ fontWeight: 400 }}>
          from {day(period.startDate)}
        </div>
      </th>
      <td className="right strong">{why(figures.timeWeightedReturn)}</td>
      <td className="right">{why(figures.annualizedTimeWeightedReturn)}</td>
      <td className="right strong">{why(figures.moneyWeightedReturn)}</td>
      <td className="right">{why(figures.annualizedMoneyWeightedReturn)}</td>
      {span !== undefined &&
        (benchmark === null ? (
          <td className="right tiny muted" colSpan={2}>
            {whyNone(span, period.startDate)}
          </td>
        ) : (
          <>
            <td className="right strong">
              <Change amount={benchmark.timeWeightedReturn} />
            </td>
            <td className="right">
              <Change amount={benchmark.annualizedTimeWeightedReturn} />
            </td>
          </>
        ))}
      <td className="right">
        <Fall of={figures.largestDrawdown} fees={fees} ask={ask} />
      </td>
    </tr>
  );
}

/** The request for the calculation of a period's returns. */
export function askedOf(period: Period, fees: Fees): AskedReturn {
  const { annualizedTimeWeightedReturn, annualizedMoneyWeightedReturn } = period[fees];
  return {
    name: periodTitles[period.period],
    span: { first: dayIn(period.startDate), last: dayIn(period.endDate) },
    fees,
    yearly: [annualizedTimeWeightedReturn, annualizedMoneyWeightedReturn],
  };
}

/** Why a benchmark has no return over a period. */
function whyNone(span: Answer["benchmark"], startDate: string): string {
  if (span === null || span.firstDate === null) return "No data for this period";
  if (span.firstDate > startDate) return `Data since ${day(span.firstDate)}`;
  return "Incomplete price history";
}

interface FallProps extends Asking {
  readonly of: Period["net"]["largestDrawdown"];
  readonly fees: Fees;
}

/** A drawdown with its dates. */
function Fall({ of: fall, fees, ask }: FallProps) {
  if (fall === null) return <span className="faint">{none}</span>;
  const span = { first: dayIn(fall.peakDate), last: dayIn(fall.troughDate) };
  return (
    <>
      <Why of={{ name: "Max drawdown", span, fees }} figure={fall.return} ask={ask}>
        <Change amount={fall.return} />
      </Why>
      <div className="tiny muted">
        {day(fall.peakDate)} – {day(fall.troughDate)}
      </div>
      {fall.recoveredDate === null && <div className="tiny muted">not recovered</div>}
    </>
  );
}

interface VolatilityProps {
  readonly of: Shapes["PerformancePeriods"];
  readonly fees: Fees;
  readonly benchmark: Benchmark | undefined;
}

function Volatility({ of: { asOf, volatility }, fees, benchmark }: VolatilityProps) {
  const shown = (amount: string | null) =>
    amount === null ? "needs 36 months of data" : `${amount}% annualized`;
  return (
    <>
      As of market close {day(asOf)}. 36-month volatility: {shown(volatility[fees])}
      {benchmark && `; ${benchmark.name}: ${shown(volatility.benchmark)}`}.
    </>
  );
}
