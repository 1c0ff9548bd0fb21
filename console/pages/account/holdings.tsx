// The holdings of an account or a household: their gains, and their weights against the targets of its models.
import { Link } from "wouter";
import { consolePath } from "../../data/place.ts";
import type { Shapes } from "../../data/service.ts";
import { day, grouped, latestOf, money, none } from "../../data/texts.ts";
import { Change } from "../../parts/figure.tsx";
import { Empty, Panel, Wide } from "../../parts/panel.tsx";
import { figures, Table } from "../../parts/table.tsx";
import { Allocation } from "./allocation.tsx";

/** A position of an account or of a household. */
type Position = Omit<Shapes["AccountPosition"], "accountNumber">;

interface HoldingsProps {
  readonly positions: readonly Position[];
  readonly basisTitle: string;
}

/** The table of holdings, with their weights as bars. */
export function Holdings({ positions, basisTitle }: HoldingsProps) {
  if (positions.length === 0) {
    return (
      <Panel title="Holdings">
        <Empty title="No holdings" />
      </Panel>
    );
  }
  const priced = latestOf(positions.map(({ priceDate }) => priceDate));
  const hasTargets = positions.some(({ targetWeight }) => targetWeight !== null);
  const lacksBasis = positions.some(
    ({ security, longTermCostBasis }) => security.id !== null && longTermCostBasis === null,
  );
  return (
    <Panel
      title="Holdings"
      footer={
        lacksBasis && "No gain or loss where the cost basis is unknown, or in a retirement account."
      }
      aside={priced && <span className="aside">Prices as of {day(priced)} close</span>}
      isBare
    >
      <Allocation positions={positions} />
      <Wide label="Holdings">
        <Table
          columns={[
            "Security",
            figures("Shares"),
            figures("Price"),
            figures("Value"),
            figures("Day change"),
            figures("Unrealized gain/loss"),
            figures(basisTitle),
            { title: hasTargets ? "Weight vs. target" : "Weight", width: "18%" },
          ]}
        >
          {positions.map((position) => (
            <Row
              key={position.security.id ?? position.security.ticker}
              position={position}
              priced={priced}
            />
          ))}
        </Table>
      </Wide>
    </Panel>
  );
}

interface RowProps {
  readonly position: Position;
  /** The price date in the header. */
  readonly priced: string | undefined;
}

function Row({ position, priced }: RowProps) {
  const { security, shareQuantity, price, priceDate, marketValue } = position;
  const { longTermCostBasis, shortTermCostBasis } = position;
  return (
    <tr>
      <th scope="row">
        {security.id === null ? (
          "Cash"
        ) : (
          <Link href={`~${consolePath}/securities/${security.id}`}>{security.ticker}</Link>
        )}
        <div className="tiny muted" style={{ fontWeight: 400 }}>
          {security.id === null ? "US dollars" : security.companyName}
        </div>
      </th>
      <td className="right">{shareQuantity === null ? none : grouped(shareQuantity)}</td>
      <td className="right">
        {price === null ? none : grouped(price)}
        {priceDate !== null && priceDate !== priced && (
          <div className="tiny muted">{day(priceDate)}</div>
        )}
      </td>
      <td className="right strong">{money(marketValue)}</td>
      <td className="right">
        <Change amount={position.dayChange} unit="money" />
      </td>
      <td className="right">
        <Change amount={position.unrealizedGainLoss} unit="money" />
      </td>
      <td className="right muted">
        {longTermCostBasis === null && shortTermCostBasis === null
          ? none
          : `${money(longTermCostBasis)} · ${money(shortTermCostBasis)}`}
      </td>
      <td>
        <Weight position={position} />
      </td>
    </tr>
  );
}

/** A weight as a bar, with the target as a line across it. */
function Weight({ position: { currentWeight, targetWeight } }: { readonly position: Position }) {
  if (currentWeight === null) return <span className="faint">{none}</span>;
  return (
    <div style={{ display: "grid", gap: "0.3rem" }}>
      <div style={{ display: "flex", justifyContent: "space-between" }}>
        <span>{currentWeight}%</span>
        {targetWeight !== null && <span className="muted tiny">Target {targetWeight}%</span>}
      </div>
      <svg className="bar" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
        <rect width="100" height="6" rx="3" fill="var(--sunken)" />
        <rect width={currentWeight} height="6" rx="1" fill="var(--series-1)" />
        {targetWeight !== null && (
          <rect x={targetWeight} width="0.7" height="6" fill="var(--ink)" />
        )}
      </svg>
    </div>
  );
}
