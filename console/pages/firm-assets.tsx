// A firm's assets under management over time, and the accounts that moved the most on the last day.
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { Link } from "wouter";
import { consolePath } from "../data/place.ts";
import { secondsOf } from "../data/ranges.ts";
import { reads } from "../data/reads.ts";
import type { Shapes } from "../data/service.ts";
import { day, directionOf, money } from "../data/texts.ts";
import { Chart, type Line } from "../parts/chart.tsx";
import { Change } from "../parts/figure.tsx";
import { Empty, Panel, Reading } from "../parts/panel.tsx";
import { figures, Table } from "../parts/table.tsx";

type Quarter = Shapes["QuarterAssets"];

/** The two panels, side by side on a wide screen. */
export function FirmAssets({ firmId }: { readonly firmId: string }) {
  const assets = useQuery(reads.firmAssets(firmId));
  return (
    <Reading of={assets} lines={6}>
      {({ quarters, movers, moversDate }) => (
        <div className="columns halves">
          <Panel
            title="Assets by quarter"
            aside={
              moversDate && <span className="aside">As of market close {day(moversDate)}</span>
            }
          >
            {quarters.some(isValued) ? <Assets all={quarters} /> : <Empty title="No values yet" />}
          </Panel>
          <Panel
            title="Movers of the day"
            aside={moversDate && <span className="aside">{day(moversDate)}, net of fees</span>}
            isBare
          >
            {movers.length === 0 ? (
              <Empty title="No values yet" />
            ) : (
              <Movers movers={movers.slice(0, 6)} />
            )}
          </Panel>
        </div>
      )}
    </Reading>
  );
}

/** Whether the firm had something in a quarter: the chart begins with the first of these. */
function isValued({ value }: Quarter): boolean {
  return directionOf(value) !== "even";
}

function Assets({ all }: { readonly all: readonly Quarter[] }) {
  const [at, setAt] = useState<number>();
  const quarters = useMemo(() => all.slice(all.findIndex(isValued)), [all]);
  const drawn = useMemo(() => {
    const values = quarters.map(({ value }) => Number(value));
    const lines: Line[] = [
      { name: "Assets under management", color: "--series-1", isFilled: true, values },
    ];
    return { lines, days: quarters.map(({ valueDate }) => secondsOf(valueDate)) };
  }, [quarters]);
  const shown = quarters[at ?? quarters.length - 1];
  const last = quarters.at(-1);
  const label = `Assets under management from ${quarters[0]?.quarter} to ${last?.quarter}: now ${money(last?.value)}`;
  return (
    <div>
      <p className="reading" aria-live="off">
        {shown && (
          <>
            <span className="strong">{quarterText(shown.quarter)}</span> · {money(shown.value)} in{" "}
            {shown.accounts} accounts · net flows <Change amount={shown.netFlows} unit="money" />
          </>
        )}
      </p>
      <Chart {...drawn} label={label} height={190} axis={axisText} onPoint={setAt} />
    </div>
  );
}

/** 2026-Q3 as Q3 2026. */
function quarterText(quarter: string): string {
  return quarter.split("-").toReversed().join(" ");
}

const axisText = (value: number) =>
  `$${value.toLocaleString("en-US", { notation: "compact", maximumFractionDigits: 1 })}`;

function Movers({ movers }: { readonly movers: readonly Shapes["Mover"][] }) {
  return (
    <Table columns={["Account", figures("Value"), figures("Gain/loss"), figures("Return")]}>
      {movers.map(({ accountNumber, accountName, value, gain, dayReturn }) => (
        <tr key={accountNumber}>
          <th scope="row">
            <Link href={`~${consolePath}/accounts/${accountNumber}`}>{accountName}</Link>
          </th>
          <td className="right">{money(value)}</td>
          <td className="right strong">
            <Change amount={gain} unit="money" />
          </td>
          <td className="right">
            <Change amount={dayReturn} />
          </td>
        </tr>
      ))}
    </Table>
  );
}
