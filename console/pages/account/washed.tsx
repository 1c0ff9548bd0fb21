// Wash sale losses, each connected by a line to the replacement purchase.
import type { Shapes } from "../../data/service.ts";
import { day, grouped, money } from "../../data/texts.ts";
import { isClosed, type Lot } from "./lot-parts.tsx";

type ClosedLot = Shapes["ClosedTaxLot"];

interface WashedProps {
  /** The closed lots on display, some with a disallowed loss. */
  readonly closed: readonly ClosedLot[];
  /** Every lot of the account, including the replacement shares. */
  readonly all: readonly Lot[];
}

/** The disallowed losses by replacement purchase; nothing if there are none. */
export function Washed({ closed, all }: WashedProps) {
  const tied = [...Map.groupBy(closed, (lot) => lot.replacementTransactionId)].filter(
    (entry): entry is [string, ClosedLot[]] => entry[0] !== null,
  );
  if (tied.length === 0) return null;
  return (
    <div className="body washed">
      <h3 className="small strong">Wash sale adjustments</h3>
      <ul>
        {tied.map(([purchase, losses]) => (
          <Tie
            key={purchase}
            losses={losses}
            purchase={purchase}
            replacements={all.filter((lot) => lot.originatingTransactionId === purchase)}
          />
        ))}
      </ul>
    </div>
  );
}

interface TieProps {
  readonly losses: readonly ClosedLot[];
  readonly purchase: string;
  readonly replacements: readonly Lot[];
}

function Tie({ losses, purchase, replacements }: TieProps) {
  const [{ security: { ticker = "" } = {} } = {}] = losses;
  // Only lots that took over a holding period have a date other than that of their purchase.
  const dated = replacements.filter(isDatedBack);
  const shown = dated.length > 0 ? dated : replacements;
  const bought = replacements[0]?.origionalAcquisitionDate;
  return (
    <li>
      <ul className="losses">
        {losses.map((lot) => (
          <li key={lot.taxLotId} className="end-of-tie">
            <span className="strong">{money(lot.disallowedLoss)}</span> loss disallowed on{" "}
            {grouped(lot.shareQuantity)} {ticker}
            <div className="tiny muted">
              held from {day(lot.adjustedAcquisitionDate)}, sold {day(lot.saleDate)}
            </div>
            <span className="hidden-text"> added to the basis of:</span>
          </li>
        ))}
      </ul>
      <Lines count={losses.length} />
      <div className="end-of-tie">
        <span className="strong">
          {ticker} purchased {day(bought)}
        </span>
        <div className="tiny muted">transaction {purchase}</div>
        {shown.map((lot) => (
          <div key={`${lot.taxLotId} ${isClosed(lot) ? lot.closingTransactionId : ""}`}>
            {nowOf(lot)}
          </div>
        ))}
      </div>
    </li>
  );
}

function isDatedBack(lot: Lot): boolean {
  return lot.origionalAcquisitionDate !== lot.adjustedAcquisitionDate;
}

function nowOf(lot: Lot): string {
  const shares = grouped(lot.shareQuantity);
  const basis = `cost basis ${money(lot.adjustedCostBasis)}, holding period from ${day(lot.adjustedAcquisitionDate)}`;
  return isClosed(lot)
    ? `${shares} sold ${day(lot.saleDate)}, ${basis}`
    : `${shares} still held, ${basis}`;
}

const step = 100;

/** A line from each loss to the middle of the purchase; text next to it says the same. */
function Lines({ count }: { readonly count: number }) {
  const whole = count * step;
  return (
    <svg viewBox={`0 0 100 ${whole}`} preserveAspectRatio="none" aria-hidden="true">
      {Array.from({ length: count }, (_, at) => {
        const from = (at + 0.5) * step;
        const to = whole / 2;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place
          <path key={at} d={`M0 ${from} C50 ${from} 50 ${to} 100 ${to}`} />
        );
      })}
    </svg>
  );
}
