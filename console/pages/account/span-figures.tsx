// Figures of a date range and of its last day; each opens its calculation.
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { Span } from "../../data/ranges.ts";
import { type Measured, reads } from "../../data/reads.ts";
import type { Shapes } from "../../data/service.ts";
import { day, dayIn, directionOf, grouped, money } from "../../data/texts.ts";
import { Change } from "../../parts/figure.tsx";
import type { Benchmark } from "./benchmark-field.tsx";
import type { Day } from "./drawing.ts";
import { type Compared, type Fees, feeTitles } from "./fees.tsx";
import { type AskedReturn, type Asking, Why } from "./return-story.tsx";

/** Before any valuation. */
export const earliest = "1900-01-01";

interface NowProps extends Asking {
  readonly day: Day | undefined;
  readonly before: Day | undefined;
  readonly fees: Fees;
}

/** The value of the last day, and its return. */
export function Now({ day: last, before, fees, ask }: NowProps) {
  if (last === undefined) return null;
  const { date, marketValue, accrued, unitValue } = last;
  const dailyReturn = fees === "net" ? last.feeDailyReturn : last.dailyReturn;
  return (
    <div>
      <div className="value-now">
        {marketValue === null ? grouped(unitValue ?? "", 5) : money(marketValue)}
      </div>
      {accrued !== null && directionOf(accrued) !== "even" && (
        <div className="small muted">and {money(accrued)} accrued</div>
      )}
      <div className="small muted">
        {dailyReturn !== null && (
          <>
            <Why
              of={{
                name: day(date),
                span: { first: dayIn(before?.date ?? earliest), last: dayIn(date) },
                fees,
              }}
              figure={dailyReturn}
              ask={ask}
            >
              <Change amount={dailyReturn} />
            </Why>{" "}
            {feeTitles[fees].toLowerCase()}, on{" "}
          </>
        )}
        {dailyReturn === null && "As of market close "}
        {day(date)}
      </div>
    </div>
  );
}

interface OwnFiguresProps extends Compared, Asking {
  readonly measured: Measured;
  readonly span: Span;
}

/** Figures of a custom range. */
export function OwnFigures({ measured, span, fees, benchmark, ask }: OwnFiguresProps) {
  const read = useQuery({
    ...reads.ownPeriod(measured, span, benchmark?.value),
    placeholderData: keepPreviousData,
  });
  const name = `${day(span.first)} – ${day(span.last)}`;
  const own = read.data?.periods.find(({ period }) => period === "OWN");
  return <Figures of={own} asked={{ name, span, fees }} benchmark={benchmark} ask={ask} />;
}

interface FiguresProps extends Asking {
  readonly of: Shapes["PerformancePeriod"] | undefined;
  readonly asked: AskedReturn;
  readonly benchmark: Benchmark | undefined;
}

/** The returns of a range, next to the benchmark's, with its flows and values. */
export function Figures({ of: figures, asked, benchmark, ask }: FiguresProps) {
  const returns = figures?.[asked.fees];
  const why = (figure: string | null | undefined) => (
    <Why of={asked} figure={figure} ask={ask}>
      <Change amount={figure} />
    </Why>
  );
  return (
    <dl className="figures">
      <div>
        <dt>Time-weighted return (TWR), {asked.fees}</dt>
        <dd>{why(returns?.timeWeightedReturn)}</dd>
      </div>
      {benchmark && (
        <div>
          <dt>{benchmark.name}</dt>
          <dd>
            <Change amount={returns?.benchmark?.timeWeightedReturn} />
          </dd>
        </div>
      )}
      <div>
        <dt>Money-weighted return (IRR), {asked.fees}</dt>
        <dd>{why(returns?.moneyWeightedReturn)}</dd>
      </div>
      <div>
        <dt>Beginning value</dt>
        <dd>{money(figures?.startMarketValue)}</dd>
        <dd className="note">{day(asked.span.first)}</dd>
      </div>
      <div>
        <dt>Net contributions</dt>
        <dd>{money(figures?.netFlows)}</dd>
      </div>
      <div>
        <dt>Ending value</dt>
        <dd>{money(figures?.endMarketValue)}</dd>
        <dd className="note">{day(asked.span.last)}</dd>
      </div>
    </dl>
  );
}
