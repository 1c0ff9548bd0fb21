// The account's standard periods as the service answers them, beside whatever they are compared with.
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { periodTitles } from "../../data/ranges.ts";
import { reads } from "../../data/reads.ts";
import type { Shapes } from "../../data/service.ts";
import { day, none } from "../../data/texts.ts";
import { Choices } from "../../parts/choices.tsx";
import { Columns, figures } from "../../parts/columns.tsx";
import { Change } from "../../parts/figure.tsx";
import { Empty, Failure, Panel, Reading } from "../../parts/panel.tsx";
import { type Benchmark, BenchmarkField } from "./benchmark-field.tsx";
import { Calendar } from "./calendar.tsx";
import { type Fees, feeTitles } from "./fees.ts";

type Period = Shapes["PerformancePeriod"];
interface PeriodsProps {
  readonly number: string;
  readonly positions: readonly Shapes["AccountPosition"][];
}

/** The panel of the standard periods. */
export function Periods({ number, positions }: PeriodsProps) {
  const [fees, setFees] = useState<Fees>("net");
  const [benchmark, setBenchmark] = useState<Benchmark>();
  const read = useQuery({
    ...reads.periods(number, benchmark?.value),
    placeholderData: keepPreviousData,
  });
  const securities = positions.flatMap(({ security }) =>
    security.id === null ? [] : [{ id: security.id, name: security.ticker }],
  );
  const calendar = read.data?.calendar ?? [];
  return (
    <>
      <Panel
        title="Standard periods"
        aside={
          <div className="toolbar no-print">
            <BenchmarkField number={number} securities={securities} choose={setBenchmark} />
            <Choices
              label="Fees"
              of={["net", "gross"]}
              chosen={fees}
              name={(each) => feeTitles[each]}
              choose={setFees}
            />
          </div>
        }
        footer={read.data && <Volatility of={read.data} fees={fees} beside={benchmark} />}
        isBare
      >
        {read.error && read.data !== undefined && (
          <div className="body">
            <Failure error={read.error} again={() => void read.refetch()} />
          </div>
        )}
        <Reading of={read} lines={7}>
          {({ periods }) =>
            periods.length === 0 ? (
              <Empty title="There is no period yet.">Periods begin with the second value.</Empty>
            ) : (
              <Table periods={periods} fees={fees} beside={benchmark} />
            )
          }
        </Reading>
      </Panel>
      {calendar.length > 0 && <Calendar years={calendar} />}
    </>
  );
}

interface TableProps {
  readonly periods: readonly Period[];
  readonly fees: Fees;
  readonly beside: Benchmark | undefined;
}

function Table({ periods, fees, beside }: TableProps) {
  return (
    <table className="table periods">
      <Columns
        of={[
          "Period",
          ...[figures("Time-weighted"), figures("a year")],
          ...[figures("Money-weighted"), figures("a year")],
          ...(beside ? [figures(beside.name), figures("a year")] : []),
          figures("Largest drawdown"),
        ]}
      />
      <tbody>
        {periods.map((period) => (
          <Row
            key={period.period}
            period={period}
            fees={fees}
            hasBenchmark={beside !== undefined}
          />
        ))}
      </tbody>
    </table>
  );
}

interface RowProps {
  readonly period: Period;
  readonly fees: Fees;
  readonly hasBenchmark: boolean;
}

function Row({ period, fees, hasBenchmark }: RowProps) {
  const figures = period[fees];
  const { benchmark } = figures;
  return (
    <tr>
      <th scope="row">
        {periodTitles[period.period]}
        <div className="tiny muted" style={{ fontWeight: 400 }}>
          from {day(period.startDate)}
        </div>
      </th>
      <td className="right strong">
        <Change amount={figures.timeWeightedReturn} />
      </td>
      <td className="right">
        <Change amount={figures.annualizedTimeWeightedReturn} />
      </td>
      <td className="right strong">
        <Change amount={figures.moneyWeightedReturn} />
      </td>
      <td className="right">
        <Change amount={figures.annualizedMoneyWeightedReturn} />
      </td>
      {hasBenchmark && (
        <>
          <td className="right strong">
            <Change amount={benchmark?.timeWeightedReturn} />
          </td>
          <td className="right">
            <Change amount={benchmark?.annualizedTimeWeightedReturn} />
          </td>
        </>
      )}
      <td className="right">
        <Fall of={figures.largestDrawdown} />
      </td>
    </tr>
  );
}

/** A drawdown with the days between which it fell. */
function Fall({ of: fall }: { readonly of: Period["net"]["largestDrawdown"] }) {
  if (fall === null) return <span className="faint">{none}</span>;
  return (
    <>
      <Change amount={fall.return} />
      <div className="tiny muted">
        {day(fall.peakDate)} – {day(fall.troughDate)}
        {fall.recoveredDate === null && ", not recovered"}
      </div>
    </>
  );
}

interface VolatilityProps {
  readonly of: Shapes["PerformancePeriods"];
  readonly fees: Fees;
  readonly beside: Benchmark | undefined;
}

function Volatility({ of: { asOf, volatility }, fees, beside }: VolatilityProps) {
  const told = (amount: string | null) =>
    amount === null ? "not known before 36 month-ends" : `${amount}% a year`;
  return (
    <>
      Until {day(asOf)}. Volatility of 36 months: {told(volatility[fees])}
      {beside && `; ${beside.name}: ${told(volatility.benchmark)}`}.
    </>
  );
}
