// The account's tax lots: those that are open, and what was closed in each year.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { codes, nameIn } from "../../data/codes.ts";
import { reads } from "../../data/reads.ts";
import type { Shapes } from "../../data/service.ts";
import { day, grouped, money, none, words } from "../../data/texts.ts";
import { Choices } from "../../parts/choices.tsx";
import { Columns, figures, untitled } from "../../parts/columns.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { Change } from "../../parts/figure.tsx";
import { Icon } from "../../parts/icon.tsx";
import { Empty, Panel, Reading } from "../../parts/panel.tsx";
import type { OfAccount } from "./account.tsx";
import { LotStory } from "./lot-story.tsx";
import { Sale } from "./sale.tsx";
import { TaxPapers } from "./tax-papers.tsx";

/** A lot, open or closed. */
export type Lot = Shapes["OpenTaxLot"] | Shapes["ClosedTaxLot"];

/** Whether a lot was closed. */
export function isClosed(lot: Lot): lot is Shapes["ClosedTaxLot"] {
  return "closingTransactionId" in lot;
}

/** The page of lots. */
export function Lots({ account }: OfAccount) {
  const { accountNumber, defaultTaxLotSelection } = account;
  const open = useQuery(reads.openLots(accountNumber));
  const closed = useQuery(reads.closedLots(accountNumber));
  const [asked, setAsked] = useState<Lot>();
  return (
    <div className="stack">
      <Reading of={open}>
        {(lots) => (
          <>
            <Panel
              title="Open lots"
              aside={
                <span className="aside">
                  Relief: {nameIn(codes.methods, defaultTaxLotSelection)}
                </span>
              }
              isBare
            >
              <OpenLots lots={lots} ask={setAsked} />
            </Panel>
            {lots.length > 0 && <Sale number={accountNumber} lots={lots} />}
          </>
        )}
      </Reading>
      <Reading of={closed}>
        {(lots) => <Closed number={accountNumber} lots={lots} ask={setAsked} />}
      </Reading>
      {asked && (
        <Dialog
          title={`Why these figures: ${asked.security.ticker}`}
          close={() => setAsked(undefined)}
        >
          <LotStory lot={asked} />
        </Dialog>
      )}
    </div>
  );
}

interface LotsProps<L> {
  readonly lots: readonly L[];
  readonly ask: (lot: Lot) => void;
}

function OpenLots({ lots, ask }: LotsProps<Shapes["OpenTaxLot"]>) {
  if (lots.length === 0)
    return <Empty title="No lot is open.">Purchases and transfers in open lots.</Empty>;
  return (
    <table className="table">
      <Columns
        of={[
          "Security",
          "Acquired",
          "Term of a sale today",
          figures("Shares"),
          figures("Cost"),
          figures("Basis now"),
          untitled("Explanation"),
        ]}
      />
      <tbody>
        {lots.map((lot) => (
          <tr key={lot.taxLotId}>
            <th scope="row">{lot.security.ticker}</th>
            <td className="nowrap">
              {day(lot.adjustedAcquisitionDate)}
              <Moved lot={lot} />
            </td>
            <td>
              <span className="tag">{words(lot.gainLossTerm)}</span>
            </td>
            <td className="right">{grouped(lot.shareQuantity)}</td>
            <td className="right muted">{money(lot.origionalCostBasis)}</td>
            <td className="right strong">
              {lot.costBasisKnown ? money(lot.adjustedCostBasis) : "unknown"}
            </td>
            <td className="right">
              <WhyButton lot={lot} ask={ask} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** That a day of acquisition is another than that of the purchase, as after a wash sale. */
function Moved({ lot }: { readonly lot: Lot }) {
  const { origionalAcquisitionDate: bought, adjustedAcquisitionDate: counted } = lot;
  if (bought === null || bought === counted) return null;
  return <div className="tiny muted">bought {day(bought)}</div>;
}

function WhyButton({ lot, ask }: { readonly lot: Lot; readonly ask: (lot: Lot) => void }) {
  return (
    <button type="button" className="button quiet" onClick={() => ask(lot)}>
      Why<span className="hidden-text"> the figures of this lot of {lot.security.ticker}</span>
    </button>
  );
}

interface ClosedProps extends LotsProps<Shapes["ClosedTaxLot"]> {
  readonly number: string;
}

function Closed({ number, lots, ask }: ClosedProps) {
  const years = [...new Set(lots.map(({ taxYear }) => taxYear))].toSorted().toReversed();
  const [chosen, setChosen] = useState(years[0]);
  const year = years.includes(chosen ?? "") ? chosen : years[0];
  if (year === undefined) {
    return (
      <Panel title="Closed lots">
        <Empty title="No lot was closed.">Sales, exchanges and transfers out close lots.</Empty>
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
          ? "A washed loss is not lost: it is added to the basis of the shares that were bought within 30 days of the sale."
          : undefined
      }
      isBare
    >
      <table className="table">
        <Columns
          of={[
            "Security",
            "Acquired",
            "Closed",
            "Term",
            figures("Shares"),
            figures("Proceeds"),
            figures("Basis"),
            figures("Washed loss"),
            figures("Reportable"),
            untitled("Explanation"),
          ]}
        />
        <tbody>
          {shown.map((lot) => (
            <ClosedRow key={`${lot.taxLotId} ${lot.closingTransactionId}`} lot={lot} ask={ask} />
          ))}
        </tbody>
      </table>
      <TaxPapers number={number} year={year} />
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
        {lot.transCode === null && <div className="tiny muted">transferred out</div>}
      </th>
      <td className="nowrap">
        {day(lot.adjustedAcquisitionDate)}
        <Moved lot={lot} />
      </td>
      <td className="nowrap">{day(lot.saleDate)}</td>
      <td>
        <span className="tag">{words(lot.gainLossTerm)}</span>
      </td>
      <td className="right">{grouped(lot.shareQuantity)}</td>
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
