// The activity of an account or of one of its folios: every transaction, newest first.
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useSearchParams } from "wouter";
import { statusNames, subCategoryName } from "../../data/activity-codes.ts";
import { bookReads } from "../../data/book-reads.ts";
import { withFilters } from "../../data/filters.ts";
import { bursar, type Shapes } from "../../data/service.ts";
import { day, grouped, money, none } from "../../data/texts.ts";
import { Dialog } from "../../parts/dialog.tsx";
import { ExportButton } from "../../parts/export-button.tsx";
import { Listed } from "../../parts/listed.tsx";
import { Panel } from "../../parts/panel.tsx";
import { figures, Table, untitled } from "../../parts/table.tsx";
import {
  type ActivityAddress,
  ActivityFilters,
  activityFilter,
  filtersIn,
  usualFilters,
} from "./activity-filters.tsx";
import type { OfAccount } from "./of-account.ts";
import { TransactionStory } from "./transaction-story.tsx";

type Entry = Shapes["TransactionEntry"];

/** The page of an account's activity. Its filters are in its address. */
export function Activity({ account }: OfAccount) {
  const { accountNumber: number } = account;
  const [asked, setAsked] = useSearchParams();
  const chosen = filtersIn(asked);
  const choose = (change: Partial<ActivityAddress>) =>
    setAsked((now) => withFilters(now, change, usualFilters), { replace: true });
  const folios = useQuery(bookReads.folios(number));
  const list = useInfiniteQuery(bookReads.activity(number, chosen.folio, activityFilter(chosen)));
  const [opened, open] = useState<string>();
  const nameOf = (folio: string) =>
    folios.data?.find(({ folioNumber }) => folioNumber === folio)?.folioName ?? folio;
  return (
    <Panel title="Activity" aside={<Export number={number} chosen={chosen} />} isBare>
      <div className="body">
        <ActivityFilters chosen={chosen} folios={folios.data ?? []} choose={choose} />
      </div>
      <Listed of={list} empty="No transactions">
        {(entries) => <ActivityTable entries={entries} nameOf={nameOf} open={open} />}
      </Listed>
      {opened !== undefined && (
        <Dialog title={`Transaction ${opened}`} close={() => open(undefined)}>
          <TransactionStory
            key={opened}
            account={account}
            nameOf={nameOf}
            open={open}
            id={opened}
          />
        </Dialog>
      )}
    </Panel>
  );
}

interface ExportProps {
  readonly number: string;
  readonly chosen: ActivityAddress;
}

/** CSV has the whole period, whatever else is filtered, so that a load takes it. */
function Export({ number, chosen: { range, folio } }: ExportProps) {
  const query = { daterange: range, format: "csv" } as const;
  const read = async () => {
    const sheet =
      folio === ""
        ? await bursar.get("/restapi/accounts/{accountnumber}/transactions", {
            params: { path: { accountnumber: number }, query },
            parseAs: "text",
          })
        : await bursar.get("/restapi/accounts/{accountnumber}/folios/{folionumber}/transactions", {
            params: { path: { accountnumber: number, folionumber: folio }, query },
            parseAs: "text",
          });
    return String(sheet);
  };
  return (
    <ExportButton
      of="Every transaction of the period, of any category and status"
      name={`${folio === "" ? number : folio}-transactions.csv`}
      read={read}
    />
  );
}

interface TableProps {
  readonly entries: readonly Entry[];
  /** The name of a folio of the account. */
  readonly nameOf: (folio: string) => string;
  readonly open: (id: string) => void;
}

function ActivityTable({ entries, nameOf, open }: TableProps) {
  return (
    <Table
      className="activity"
      columns={[
        "Date",
        "Description",
        "Folio",
        figures("Quantity"),
        figures("Price"),
        figures("Amount"),
        figures("Folio cash"),
        untitled("Details"),
      ]}
    >
      {entries.map((entry) => (
        <Row
          key={`${entry.transactionId} ${entry.folioNumber} ${entry.transactionCode}`}
          entry={entry}
          nameOf={nameOf}
          open={open}
        />
      ))}
    </Table>
  );
}

interface RowProps extends Pick<TableProps, "nameOf" | "open"> {
  readonly entry: Entry;
}

function Row({ entry, nameOf, open }: RowProps) {
  const { quantity, price, net, cashAfter, folioName, folioNumber, toFolioNumber: to } = entry;
  return (
    <tr>
      <td className="nowrap">
        {day(entry.date)}
        {!entry.settled && <div className="tiny muted">settles {day(entry.settlementDate)}</div>}
      </td>
      <th scope="row" className="wraps">
        {entry.transactionDesc}
        <div className="tiny muted" style={{ fontWeight: 400 }}>
          {entry.categoryName} · {subCategoryName(entry.subCategoryName)}
          {entry.ticker && ` · ${entry.ticker}`}
          {entry.notes && ` · ${entry.notes}`}
        </div>
        <Status entry={entry} />
      </th>
      <td>
        {folioName ?? none}
        {to && to !== folioNumber && <div className="tiny muted">to {nameOf(to)}</div>}
      </td>
      <td className="right">{quantity === null ? none : grouped(quantity)}</td>
      <td className="right muted">{price === null ? none : grouped(price)}</td>
      <td className="right strong">{money(net)}</td>
      <td className="right muted">{money(cashAfter)}</td>
      <td className="right">
        <button type="button" className="button quiet" onClick={() => open(entry.transactionId)}>
          Details<span className="hidden-text"> of transaction {entry.transactionId}</span>
        </button>
      </td>
    </tr>
  );
}

/** Tags of a transaction that is not settled or was taken back. */
function Status({ entry: { status, settled } }: { readonly entry: Entry }) {
  if (status !== "IN_FORCE") return <span className="tag warn">{statusNames[status]}</span>;
  return settled ? null : <span className="tag blue">Unsettled</span>;
}
