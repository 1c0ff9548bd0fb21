// The open lots, with their unrealized gains and losses.
import { codes, nameIn } from "../../data/codes.ts";
import type { Shapes } from "../../data/service.ts";
import { day, grouped, latestOf, money, none, words } from "../../data/texts.ts";
import { Change } from "../../parts/figure.tsx";
import { Empty, Panel } from "../../parts/panel.tsx";
import { figures, Table, untitled } from "../../parts/table.tsx";
import { type LotsProps, Moved, WhyButton } from "./lot-parts.tsx";

type Gains = Shapes["UnrealizedGains"];
type OpenLot = Shapes["UnrealizedLot"];

interface OpenProps extends Pick<LotsProps<OpenLot>, "ask"> {
  readonly gains: Gains;
  /** The account's cost basis method. */
  readonly method: string | null;
}

/** The panel of open lots, with totals by term. */
export function Open({ gains, method, ask }: OpenProps) {
  const priced = latestOf(gains.lots.map(({ priceDate }) => priceDate));
  return (
    <Panel
      title="Open lots"
      aside={
        <span className="aside">
          Cost basis method: {nameIn(codes.methods, method)}
          {priced && ` · prices as of ${day(priced)} close`}
        </span>
      }
      isBare
    >
      {gains.lots.length === 0 ? (
        <Empty title="No open tax lots" />
      ) : (
        <>
          <div className="body">
            <Sums of={gains} />
          </div>
          <LotTable lots={gains.lots} priced={priced} ask={ask} />
        </>
      )}
    </Panel>
  );
}

const terms = [
  ["shortTerm", "SHORT_TERM", "Short-term unrealized gain/loss"],
  ["longTerm", "LONG_TERM", "Long-term unrealized gain/loss"],
  ["unknownTerm", "UNKNOWN", "Unrealized gain/loss, term unknown"],
] as const;

/** Totals of each term that has a lot. */
function Sums({ of: gains }: { readonly of: Gains }) {
  const shown = terms.filter(([, term]) =>
    gains.lots.some(({ gainLossTerm }) => gainLossTerm === term),
  );
  return (
    <dl className="figures">
      {shown.map(([key, , name]) => (
        <Sum key={key} name={name} sum={gains[key]} />
      ))}
      <Sum name="Total unrealized gain/loss" sum={gains.total} />
    </dl>
  );
}

function Sum({ name, sum }: { readonly name: string; readonly sum: Shapes["UnrealizedSum"] }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <Change amount={sum.unrealizedGainLoss} unit="money" />
      </dd>
      <dd className="note">
        market value {money(sum.marketValue)}, cost basis {money(sum.adjustedCostBasis)}
      </dd>
    </div>
  );
}

interface Priced {
  /** The price date in the header. */
  readonly priced: string | undefined;
}

function LotTable({ lots, priced, ask }: LotsProps<OpenLot> & Priced) {
  return (
    <Table
      columns={[
        "Security",
        "Date acquired",
        "Term if sold today",
        figures("Shares"),
        figures("Price"),
        figures("Value"),
        figures("Adjusted cost basis"),
        figures("Unrealized gain/loss"),
        untitled("Details"),
      ]}
    >
      {lots.map((lot) => (
        <Row key={lot.taxLotId} lot={lot} priced={priced} ask={ask} />
      ))}
    </Table>
  );
}

interface RowProps extends Priced, Pick<LotsProps<OpenLot>, "ask"> {
  readonly lot: OpenLot;
}

function Row({ lot, priced, ask }: RowProps) {
  const { origionalCostBasis: cost, adjustedCostBasis: basis } = lot;
  return (
    <tr>
      <th scope="row">{lot.security.ticker}</th>
      <td className="nowrap">
        {day(lot.adjustedAcquisitionDate)}
        <Moved lot={lot} />
      </td>
      <td>
        <span className="tag">{words(lot.gainLossTerm)}</span>
        <Until lot={lot} />
      </td>
      <td className="right">{grouped(lot.shareQuantity)}</td>
      <td className="right muted">
        {lot.price === null ? none : grouped(lot.price)}
        {lot.priceDate !== null && lot.priceDate !== priced && (
          <div className="tiny">{day(lot.priceDate)}</div>
        )}
      </td>
      <td className="right">{money(lot.marketValue)}</td>
      <td className="right">
        {lot.costBasisKnown ? money(basis) : "unknown"}
        {cost !== null && cost !== basis && (
          <div className="tiny muted">original cost {money(cost)}</div>
        )}
      </td>
      <td className="right strong">
        <Change amount={lot.unrealizedGainLoss} unit="money" />
      </td>
      <td className="right">
        <WhyButton lot={lot} ask={ask} />
      </td>
    </tr>
  );
}

/** How long a lot remains short-term. */
function Until({ lot: { daysToLongTerm: days, longTermFrom } }: { readonly lot: OpenLot }) {
  if (days === null || days === "0") return null;
  return (
    <div className="tiny muted">
      long-term in {grouped(days)} {days === "1" ? "day" : "days"}, from {day(longTermFrom)}
    </div>
  );
}
