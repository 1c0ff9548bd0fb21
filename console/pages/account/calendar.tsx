// The returns of each month and year: by sign and shade, the darker the further from nothing.
import type { Shapes } from "../../data/service.ts";
import { directionOf, none } from "../../data/texts.ts";
import { Columns } from "../../parts/columns.tsx";
import { Change } from "../../parts/figure.tsx";
import { Panel } from "../../parts/panel.tsx";
import { type FeesChosen, FeesSwitch } from "./fees.tsx";

type Year = Shapes["YearReturns"];

const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

interface CalendarProps extends FeesChosen {
  readonly years: readonly Year[];
}

/** The panel of returns by the calendar, the newest year first. */
export function Calendar({ years, fees, setFees }: CalendarProps) {
  return (
    <Panel title="By month and year" aside={<FeesSwitch fees={fees} setFees={setFees} />} isBare>
      <table className="shades">
        <Columns of={["Year", ...months, "Whole"]} />
        <tbody>
          {years.toReversed().map((year) => (
            <tr key={year.year}>
              <th scope="row">{year.year}</th>
              {months.map((month, at) => (
                <Cell key={month} amount={monthOf(year, at + 1)?.[fees]} />
              ))}
              <Cell amount={year[fees]} isYear />
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

interface CellProps {
  readonly amount: string | null | undefined;
  readonly isYear?: boolean;
}

function Cell({ amount, isYear = false }: CellProps) {
  const className = isYear ? "year" : undefined;
  if (amount === null || amount === undefined) {
    return (
      <td className={className}>
        <span className="faint">{none}</span>
      </td>
    );
  }
  return (
    <td className={className} style={{ background: shadeOf(amount) }}>
      <Change amount={amount} />
    </td>
  );
}

/** A shade is only seen: how much of a colour stands behind a figure, of at most 5 %. */
function shadeOf(amount: string): string {
  const direction = directionOf(amount);
  if (direction === "even") return "transparent";
  const part = Math.min(Math.abs(Number(amount)) / 5, 1) * 14 + 4;
  const color = direction === "up" ? "--shade" : "--shade-down";
  return `color-mix(in srgb, var(${color}) ${part.toFixed(1)}%, transparent)`;
}
