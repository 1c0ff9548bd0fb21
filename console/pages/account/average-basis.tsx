// The method by which the cost basis of funds, and of stock in a reinvestment plan, is computed.
import { codes, nameIn } from "../../data/codes.ts";
import type { Shapes } from "../../data/service.ts";
import { day } from "../../data/texts.ts";
import { Empty, Panel } from "../../parts/panel.tsx";

type Security = Shapes["SecurityAverageBasis"];

interface AverageBasisProps {
  readonly securities: readonly Security[];
  /** The account's cost basis method. */
  readonly method: string | null;
}

const funds = new Set(["MF", "MM"]);

/** The funds of the account, and what else has an election. */
export function AverageBasis({ securities, method }: AverageBasisProps) {
  const shown = securities.filter(
    ({ security, election }) => election !== null || funds.has(security.instrumentType),
  );
  if (shown.length === 0) {
    return (
      <Panel title="Average basis">
        <Empty title="No funds, and no election" />
      </Panel>
    );
  }
  return (
    <Panel title="Average basis" isBare>
      <ul className="cards">
        {shown.map((each) => (
          <li key={each.security.id} className="card-row">
            <p>
              <strong>{each.security.ticker}</strong>{" "}
              <span className="small muted">{each.security.companyName}</span>
            </p>
            <p className="small">Cost basis method: {methodOf(each, method)}</p>
            {each.planSince !== null && (
              <p className="tiny muted">Reinvestment plan since {day(each.planSince)}</p>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function methodOf({ election, since, byDefault }: Security, method: string | null): string {
  if (election === null) return nameIn(codes.methods, method);
  return byDefault ? `Average (all funds, from ${day(since)})` : `Average (elected ${day(since)})`;
}
