// Monthly and yearly returns, by sign and shade: the larger the return, the darker.
import type { Span } from "../../data/ranges.ts";
import type { Shapes } from "../../data/service.ts";
import { day, directionOf, none } from "../../data/texts.ts";
import { Change } from "../../parts/figure.tsx";
import { Panel } from "../../parts/panel.tsx";
import { Columns } from "../../parts/table.tsx";
import { type Fees, feeTitles } from "./fees.tsx";
import { type Asking, Why } from "./return-story.tsx";

type Year = Shapes["YearReturns"];

const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

interface CalendarProps extends Asking {
  readonly fees: Fees;
  readonly years: readonly Year[];
  readonly asOf: string | null;
}

/** The panel of calendar returns, newest year first. */
export function Calendar({ years, asOf, fees, ask }: CalendarProps) {
  return (
    <Panel
      title="Monthly returns"
      aside={<span className="aside">{feeTitles[fees]}</span>}
      footer={`As of market close ${day(asOf)}.`}
      isBare
    >
      <table className="shades">
        <Columns of={["Year", ...months, "Total"]} />
        <tbody>
          {years.toReversed().map((year) => (
            <tr key={year.year}>
              <th scope="row">{year.year}</th>
              {months.map((month, at) => (
                <Cell
                  key={month}
                  name={`${month} ${year.year}`}
                  of={monthOf(year, at + 1)}
                  fees={fees}
                  ask={ask}
                />
              ))}
              <Cell name={year.year} of={year} isYear fees={fees} ask={ask} />
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  );
}

function monthOf({ year, months: known }: Year, at: number) {
  const name = `${year}-${String(at).padStart(2, "0")}`;
  return known.find(({ month }) => month === name);
}

interface CellProps extends Asking {
  readonly name: string;
  readonly of: Year | Year["months"][number] | undefined;
  readonly fees: Fees;
  readonly isYear?: boolean;
}

function Cell({ name, of, fees, ask, isYear = false }: CellProps) {
  const className = isYear ? "year" : undefined;
  const amount = of?.[fees];
  if (of === undefined || amount === null || amount === undefined) {
    return (
      <td className={className}>
        <span className="faint">{none}</span>
      </td>
    );
  }
  const span = spanOfCalendar("month" in of ? of.month : of.year);
  return (
    <td className={className} style={{ background: shadeOf(amount) }}>
      <Why of={{ name, span, fees }} figure={amount} ask={ask}>
        <Change amount={amount} />
      </Why>
    </td>
  );
}

/** From the last day before a month or year to its own last day. */
export function spanOfCalendar(name: string): Span {
  const [year = "", month] = name.split("-");
  const at = Number(month ?? 1) - 1;
  const dayBefore = (of: number) => new Date(Date.UTC(Number(year), of, 0)).toISOString();
  const first = dayBefore(at).slice(0, 10);
  return { first, last: dayBefore(month === undefined ? 12 : at + 1).slice(0, 10) };
}

/** The shade of a return, at its darkest from 5 %. It is only decoration. */
function shadeOf(amount: string): string {
  const direction = directionOf(amount);
  if (direction === "even") return "transparent";
  const part = Math.min(Math.abs(Number(amount)) / 5, 1) * 14 + 4;
  const color = direction === "up" ? "--shade" : "--shade-down";
  return `color-mix(in srgb, var(${color}) ${part.toFixed(1)}%, transparent)`;
}
