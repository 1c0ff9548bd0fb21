// The lots that were closed in each year.
import { useState } from "react";
import type { Shapes } from "../../data/service.ts";
import { day, grouped, money, none, words } from "../../data/texts.ts";
import { Choices } from "../../parts/choices.tsx";
import { Change } from "../../parts/figure.tsx";
import { Icon } from "../../parts/icon.tsx";
import { Empty, Panel } from "../../parts/panel.tsx";
import { figures, Table, untitled } from "../../parts/table.tsx";
import { closingOf, hasShares, type Lot, type LotsProps, Moved, WhyButton } from "./lot-parts.tsx";
import { TaxPapers } from "./tax-papers.tsx";
import { Washed } from "./washed.tsx";

interface ClosedProps extends LotsProps<Shapes["ClosedTaxLot"]> {
  readonly number: string;
  /** The open lots; some may be replacement shares of wash sales. */
  readonly open: readonly Lot[];
  /** Whether the user may see tax forms. */
  readonly hasPapers: boolean;
}

/** The panel of closed lots, year by year. */
export function Closed({ number, lots, open, hasPapers, ask }: ClosedProps) {
  const years = [...new Set(lots.map(({ taxYear }) => taxYear))].toSorted().toReversed();
  const [chosen, setChosen] = useState(years[0]);
  const year = years.includes(chosen ?? "") ? chosen : years[0];
  if (year === undefined) {
    return (
      <Panel title="Closed lots">
        <Empty title="No realized gains or losses" />
        {hasPapers && <TaxPapers number={number} offered="" />}
      </Panel>
    );
  }
  const shown = lots.filter(({ taxYear }) => taxYear === year);
  const hasWashed = shown.some(({ disallowedLoss }) => disallowedLoss !== null);
  return (
    <Panel
      title="Closed lots"
      aside={
        <Choices label="Year" of={years} chosen={year} name={(each) => each} choose={setChosen} />
      }
      footer={
        hasWashed
          ? "Disallowed losses are added to the basis of the replacement shares."
          : undefined
      }
      isBare
    >
      <Table
        columns={[
          "Security",
          "Date acquired",
          "Date sold",
          "Term",
          figures("Shares"),
          figures("Proceeds"),
          figures("Cost basis"),
          figures("Wash sale loss disallowed"),
          figures("Reportable gain/loss"),
          untitled("Details"),
        ]}
      >
        {shown.map((lot) => (
          <ClosedRow key={`${lot.taxLotId} ${lot.closingTransactionId}`} lot={lot} ask={ask} />
        ))}
      </Table>
      <Washed closed={shown} all={[...open, ...lots]} />
      {hasPapers && <TaxPapers key={year} number={number} offered={year} />}
    </Panel>
  );
}

function ClosedRow({
  lot,
  ask,
}: {
  readonly lot: Shapes["ClosedTaxLot"];
  readonly ask: (lot: Lot) => void;
}) {
  return (
    <tr>
      <th scope="row">
        {lot.security.ticker}
        {lot.transCode !== "SLE" && <div className="tiny muted closing">{closingOf(lot)}</div>}
      </th>
      <td className="nowrap">
        {day(lot.adjustedAcquisitionDate)}
        <Moved lot={lot} />
      </td>
      <td className="nowrap">{day(lot.saleDate)}</td>
      <td>
        <span className="tag">{words(lot.gainLossTerm)}</span>
      </td>
      <td className="right">{hasShares(lot) ? grouped(lot.shareQuantity) : none}</td>
      <td className="right">{money(lot.netSaleAmount)}</td>
      <td className="right">{money(lot.adjustedCostBasis)}</td>
      <td className="right">
        {lot.disallowedLoss === null ? (
          <span className="faint">{none}</span>
        ) : (
          <span className="tag warn">
            <Icon name="link" />
            {money(lot.disallowedLoss)}
          </span>
        )}
      </td>
      <td className="right">
        <Change amount={lot.reportableGainLoss} unit="money" />
      </td>
      <td className="right">
        <WhyButton lot={lot} ask={ask} />
      </td>
    </tr>
  );
}
