// The activity of a household: the transactions of its accounts of today, newest first.
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link, useSearchParams } from "wouter";
import { statusNames, subCategoryName } from "../../data/activity-codes.ts";
import { withFilters } from "../../data/filters.ts";
import { householdReads } from "../../data/household-reads.ts";
import { consolePath } from "../../data/place.ts";
import type { Shapes } from "../../data/service.ts";
import { day, grouped, money, none } from "../../data/texts.ts";
import { Listed } from "../../parts/listed.tsx";
import { Panel } from "../../parts/panel.tsx";
import { figures, Table } from "../../parts/table.tsx";
import {
  type ActivityAddress,
  ActivityFilters,
  activityFilter,
  filtersIn,
  usualFilters,
} from "../account/activity-filters.tsx";
import type { OfHousehold } from "./of-household.ts";

/** The page of a household's activity. Its filters are in its address. */
export function HouseholdActivity({ household: { householdOid, accounts } }: OfHousehold) {
  const [asked, setAsked] = useSearchParams();
  const chosen = filtersIn(asked);
  const choose = (change: Partial<ActivityAddress>) =>
    setAsked((now) => withFilters(now, change, usualFilters), { replace: true });
  const list = useInfiniteQuery(householdReads.activity(householdOid, activityFilter(chosen)));
  const nameOf = (number: string) =>
    accounts.find(({ accountNumber }) => accountNumber === number)?.overview?.accountName ?? number;
  return (
    <Panel title="Activity" isBare>
      <div className="body">
        <ActivityFilters chosen={chosen} choose={choose} />
      </div>
      <Listed of={list} empty="No transactions">
        {(entries) => (
          <Table
            columns={[
              "Date",
              "Description",
              "Account",
              figures("Quantity"),
              figures("Price"),
              figures("Amount"),
            ]}
          >
            {entries.map((entry) => (
              <Row
                key={`${entry.accountId} ${entry.transactionId} ${entry.folioNumber} ${entry.transactionCode}`}
                entry={entry}
                accountName={nameOf(entry.accountId)}
              />
            ))}
          </Table>
        )}
      </Listed>
    </Panel>
  );
}

interface RowProps {
  readonly entry: Shapes["TransactionEntry"];
  readonly accountName: string;
}

function Row({ entry, accountName }: RowProps) {
  const { accountId, quantity, price, net, status, settled } = entry;
  return (
    <tr>
      <td className="nowrap">
        {day(entry.date)}
        {!settled && <div className="tiny muted">settles {day(entry.settlementDate)}</div>}
      </td>
      <th scope="row" className="wraps">
        {entry.transactionDesc}
        <div className="tiny muted" style={{ fontWeight: 400 }}>
          {entry.categoryName} · {subCategoryName(entry.subCategoryName)}
          {entry.ticker && ` · ${entry.ticker}`}
        </div>
        {status !== "IN_FORCE" && <span className="tag warn">{statusNames[status]}</span>}
      </th>
      <td>
        <Link href={`~${consolePath}/accounts/${accountId}/activity`}>{accountName}</Link>
      </td>
      <td className="right">{quantity === null ? none : grouped(quantity)}</td>
      <td className="right muted">{price === null ? none : grouped(price)}</td>
      <td className="right strong">{money(net)}</td>
    </tr>
  );
}
