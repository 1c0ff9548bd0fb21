// Positions that could be sold at a loss, with the recent purchases that would disallow it.
import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { householdReads } from "../data/household-reads.ts";
import { consolePath } from "../data/place.ts";
import type { Shapes } from "../data/service.ts";
import type { Session } from "../data/session.ts";
import { day, grouped, money } from "../data/texts.ts";
import { Change } from "../parts/figure.tsx";
import { Empty, Panel, Reading } from "../parts/panel.tsx";
import { figures, Table } from "../parts/table.tsx";

type Candidate = Shapes["TaxLossCandidate"];

interface TaxLossesProps {
  readonly person: Session;
  /** Only the accounts of a household; else those of the firm. */
  readonly household?: string;
}

/** The panel of candidates, the largest loss first. */
export function TaxLosses({ person, household = "" }: TaxLossesProps) {
  const list = useQuery(householdReads.taxLosses(person.firmId, household));
  return (
    <Panel
      title="Tax-loss harvesting candidates"
      footer="A purchase of the same security in any account of the household, within 30 days before or after the sale, can disallow the loss. Estimates only; no order is placed."
      isBare
    >
      <Reading of={list} lines={6}>
        {(candidates) =>
          candidates.length === 0 ? (
            <Empty title="No unrealized losses" />
          ) : (
            <Candidates of={candidates} isOfHousehold={household !== ""} />
          )
        }
      </Reading>
    </Panel>
  );
}

interface CandidatesProps {
  readonly of: readonly Candidate[];
  readonly isOfHousehold: boolean;
}

function Candidates({ of: candidates, isOfHousehold }: CandidatesProps) {
  return (
    <Table
      columns={[
        "Security",
        "Account",
        figures("Shares at a loss"),
        figures("Short-term loss"),
        figures("Long-term loss"),
        figures("Total loss"),
        figures("Estimated tax"),
        "Wash sale window",
      ]}
    >
      {candidates.map((each) => (
        <tr key={`${each.accountNumber} ${each.security.id}`}>
          <th scope="row">
            <Link href={`~${consolePath}/accounts/${each.accountNumber}/lots`}>
              {each.security.ticker}
            </Link>
            <div className="tiny muted" style={{ fontWeight: 400 }}>
              ${grouped(each.price)}, {day(each.priceDate)}
            </div>
          </th>
          <td>
            {each.accountName}
            <div className="tiny muted">
              {isOfHousehold ? each.accountNumber : (each.householdName ?? each.accountNumber)}
            </div>
          </td>
          <td className="right">{grouped(each.shareQuantity)}</td>
          <td className="right">{money(each.shortTermGainLoss)}</td>
          <td className="right">{money(each.longTermGainLoss)}</td>
          <td className="right strong">
            <Change amount={each.unrealizedGainLoss} unit="money" />
          </td>
          <td className="right">{money(each.estimatedTax)}</td>
          <td>
            <WashSale of={each} />
          </td>
        </tr>
      ))}
    </Table>
  );
}

function WashSale({ of: { purchases, daysUntilClear } }: { readonly of: Candidate }) {
  const [newest] = purchases;
  if (newest === undefined) return <span className="tag good">Clear</span>;
  const others = purchases.length - 1;
  return (
    <>
      <span className="tag warn nowrap">Clear in {daysText(daysUntilClear)}</span>
      <div className="tiny muted">
        Purchased {daysText(newest.daysSince)} ago in {newest.accountName}
        {others > 0 && `, and ${others} more`}
      </div>
    </>
  );
}

function daysText(days: string): string {
  return days === "1" ? "1 day" : `${days} days`;
}
