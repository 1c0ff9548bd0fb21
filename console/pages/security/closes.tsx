// The closes of a security over a period, as a chart and as a table, with its splits.
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { bookReads } from "../../data/book-reads.ts";
import { secondsOf } from "../../data/ranges.ts";
import { priceSource } from "../../data/security-kinds.ts";
import { bursar, type Shapes } from "../../data/service.ts";
import { day, grouped } from "../../data/texts.ts";
import { Chart, type Line } from "../../parts/chart.tsx";
import { Choices } from "../../parts/choices.tsx";
import { ExportButton } from "../../parts/export-button.tsx";
import { Empty, Panel, Reading, Wide } from "../../parts/panel.tsx";
import { Columns, figures, Table } from "../../parts/table.tsx";

type Prices = Shapes["SecurityPrices"];

const periods = { "3m": "3M", "1y": "1Y", "3y": "3Y", "5y": "5Y", "10y": "10Y" } as const;
type Period = keyof typeof periods;

/** Rows of the table before the rest is shown. */
const shownAtFirst = 10;

interface ClosesProps {
  readonly id: string;
  readonly ticker: string;
}

/** The panel of closes. */
export function Closes({ id, ticker }: ClosesProps) {
  const [period, setPeriod] = useState<Period>("1y");
  const read = useQuery(bookReads.prices(id, period));
  const save = async () => {
    const sheet = await bursar.get("/restapi/securities/{securityid}/prices", {
      params: { path: { securityid: id }, query: { daterange: period, format: "csv" } },
      parseAs: "text",
    });
    return String(sheet);
  };
  return (
    <Panel
      title="Closing prices"
      aside={
        <div className="actions">
          <Choices
            label="Period"
            of={Object.keys(periods) as Period[]}
            chosen={period}
            name={(each) => periods[each]}
            choose={setPeriod}
          />
          <ExportButton
            of="The closing prices of the period"
            name={`${ticker}-prices.csv`}
            read={save}
          />
        </div>
      }
    >
      <Reading of={read}>
        {({ prices, splits }) =>
          prices.length === 0 ? (
            <Empty title="No prices for this period" />
          ) : (
            <div className="stack">
              <Drawn prices={prices} splits={splits} ticker={ticker} />
              {splits.length > 0 && <Splits of={splits} />}
              <CloseTable of={prices} />
            </div>
          )
        }
      </Reading>
    </Panel>
  );
}

function Drawn({ prices, splits, ticker }: Prices & Pick<ClosesProps, "ticker">) {
  const drawn = useMemo(() => {
    const values = prices.map(({ adjustedClose }) => Number(adjustedClose));
    const name = "Close, adjusted for splits";
    const lines: Line[] = [{ name, color: "--series-1", values }];
    const days = prices.map(({ date }) => secondsOf(date));
    return { lines, days, marks: splits.map(({ exDate }) => secondsOf(exDate)) };
  }, [prices, splits]);
  const [at, setAt] = useState<number>();
  const shown = prices[at ?? prices.length - 1];
  const label = `Closing prices of ${ticker} from ${day(prices[0]?.date)} to ${day(prices.at(-1)?.date)}, ${prices.length} days`;
  return (
    <div>
      <p className="reading" aria-live="off">
        {shown && (
          <>
            <span className="strong">{day(shown.date)}</span> · {grouped(shown.adjustedClose)}
            {shown.adjustedClose !== shown.close && ` · as quoted ${grouped(shown.close)}`}
          </>
        )}
      </p>
      <Chart {...drawn} label={label} height={240} axis={plainAxis} onPoint={setAt} />
      <div className="legend">
        {drawn.lines.map(({ name, color }) => (
          <span key={name}>
            <span className="mark" style={{ background: `var(${color})` }} />
            {name}
          </span>
        ))}
        {splits.length > 0 && <span>▲ Split</span>}
      </div>
    </div>
  );
}

const plainAxis = (value: number) => value.toLocaleString("en-US");

function Splits({ of }: { readonly of: Prices["splits"] }) {
  return (
    <table className="table">
      <caption className="small strong">Splits</caption>
      <Columns of={["Ex-date", "Ratio"]} />
      <tbody>
        {of.map(({ exDate, ratioNew, ratioOld }) => (
          <tr key={exDate}>
            <th scope="row" className="nowrap">
              {day(exDate)}
            </th>
            <td>
              {grouped(ratioNew, 0)} for {grouped(ratioOld, 0)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The closes, newest first. */
function CloseTable({ of }: { readonly of: Prices["prices"] }) {
  const [isWhole, setWhole] = useState(false);
  const rows = of.toReversed();
  const shown = isWhole ? rows : rows.slice(0, shownAtFirst);
  return (
    <>
      <Wide label="Closing prices by day">
        <Table columns={["Date", figures("Close"), figures("Adjusted for splits"), "Source"]}>
          {shown.map(({ date, close, adjustedClose, source }) => (
            <tr key={date}>
              <th scope="row" className="nowrap">
                {day(date)}
              </th>
              <td className="right">{grouped(close)}</td>
              <td className="right">{grouped(adjustedClose)}</td>
              <td className="muted">{priceSource(source)}</td>
            </tr>
          ))}
        </Table>
      </Wide>
      {rows.length > shown.length && (
        <div className="no-print">
          <button type="button" className="button" onClick={() => setWhole(true)}>
            Show all {rows.length} days
          </button>
        </div>
      )}
    </>
  );
}
