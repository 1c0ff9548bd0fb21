// The cash of an account: trade date and settled balances, available cash and expected payments.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "wouter";
import { bookReads } from "../../data/book-reads.ts";
import { nameIn } from "../../data/codes.ts";
import { eventKinds } from "../../data/event-kinds.ts";
import { eventReads } from "../../data/event-reads.ts";
import { consolePath } from "../../data/place.ts";
import type { Shapes } from "../../data/service.ts";
import { day, directionOf, grouped, money } from "../../data/texts.ts";
import { Panel, Reading, Wide } from "../../parts/panel.tsx";
import { Columns, figures, Table } from "../../parts/table.tsx";

type Balances = Shapes["AccountBalances"];

/** The panel of an account's cash. */
export function Cash({ number }: { readonly number: string }) {
  const balances = useQuery(bookReads.balances(number));
  return (
    <Reading of={balances} lines={4}>
      {(read) => (
        <Panel title="Cash" aside={<span className="aside">As of {day(read.asOf)}</span>}>
          <div className="stack">
            <Figures of={read} />
            {read.settlements.length > 0 && <Settlements of={read.settlements} />}
            <Folios number={number} of={read.folios} />
            <Expected number={number} />
          </div>
        </Panel>
      )}
    </Reading>
  );
}

function Figures({ of }: { readonly of: Balances }) {
  const { balanceAvailableForT1Trades: byOne, balanceAvailableForT2Trades: byTwo } = of;
  const holds = [
    ["on hold", of.held],
    ["reserved for orders", of.reserved],
    ["in pending withdrawals", of.pendingWithdrawals],
  ] as const;
  const shown = holds.filter(([, amount]) => isSome(amount));
  return (
    <dl className="figures">
      <div>
        <dt>Cash balance</dt>
        <dd>{money(of.tradeDateBalance)}</dd>
        <dd className="note">By trade date, including unsettled trades</dd>
      </div>
      <div>
        <dt>Settled cash</dt>
        <dd>{money(of.settlementDateBalance)}</dd>
        <dd className="note">
          Unsettled: {money(of.unsettledCredits)} in, {money(of.unsettledDebits)} out
        </dd>
      </div>
      <div>
        <dt>Available to trade</dt>
        <dd>{money(byOne)}</dd>
        <dd className="note">
          For purchases that settle in one day
          {byTwo !== byOne && `; in two days ${money(byTwo)}`}
        </dd>
      </div>
      <div>
        <dt>Available to withdraw</dt>
        <dd>{money(of.balanceAvailableForWithdrawal)}</dd>
        <dd className="note">
          {shown.length === 0
            ? "Settled cash less unsettled purchases"
            : `After ${shown.map(([name, amount]) => `${money(amount)} ${name}`).join(", ")}`}
        </dd>
      </div>
    </dl>
  );
}

/** Whether an amount is known and not zero. */
function isSome(amount: string | null): boolean {
  return amount !== null && directionOf(amount) !== "even";
}

/** The settlements of each day to come. */
function Settlements({ of }: { readonly of: Balances["settlements"] }) {
  return (
    <Wide label="Unsettled trades">
      <table className="table">
        <caption className="small strong">Unsettled trades by settlement date</caption>
        <Columns
          of={[
            "Settlement date",
            figures("Credits"),
            figures("Debits"),
            figures("Projected settled cash"),
          ]}
        />
        <tbody>
          {of.map(({ date, credits, debits, balance }) => (
            <tr key={date}>
              <th scope="row" className="nowrap">
                {day(date)}
              </th>
              <td className="right">{money(credits)}</td>
              <td className="right">{money(debits)}</td>
              <td className="right strong">{money(balance)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Wide>
  );
}

interface FoliosProps {
  readonly number: string;
  readonly of: Balances["folios"];
}

/** The cash of each folio; their names are read when it is opened. */
function Folios({ number, of }: FoliosProps) {
  const [isOpen, setOpen] = useState(false);
  const folios = useQuery({ ...bookReads.folios(number), enabled: isOpen });
  const nameOf = (folio: string) =>
    folios.data?.find(({ folioNumber }) => folioNumber === folio)?.folioName;
  return (
    <details className="more" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>Cash by folio</summary>
      {isOpen && (
        <Wide label="Cash by folio">
          <Table
            columns={[
              "Folio",
              figures("Cash balance"),
              figures("Settled cash"),
              figures("Reserved"),
            ]}
          >
            {of.map((folio) => (
              <tr key={folio.folioNumber}>
                <th scope="row">
                  {nameOf(folio.folioNumber)}
                  <div className="tiny muted mono">{folio.folioNumber}</div>
                </th>
                <td className="right">{money(folio.tradeDateBalance)}</td>
                <td className="right">{money(folio.settlementDateBalance)}</td>
                <td className="right">{money(folio.reserved)}</td>
              </tr>
            ))}
          </Table>
        </Wide>
      )}
    </details>
  );
}

/** The expected payments of announced events; read when the part is opened. */
function Expected({ number }: { readonly number: string }) {
  const [isOpen, setOpen] = useState(false);
  const read = useQuery({ ...eventReads.entitlements(number), enabled: isOpen });
  return (
    <details className="more" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>Expected payments</summary>
      {isOpen && (
        <Reading of={read} lines={2}>
          {(list) => <ExpectedTable of={list} />}
        </Reading>
      )}
    </details>
  );
}

function ExpectedTable({ of }: { readonly of: readonly Shapes["AccountEntitlement"][] }) {
  const open = of.filter(({ status }) => status !== "POSTED" && status !== "REVERSED");
  if (open.length === 0) return <p className="small muted">No payments expected</p>;
  return (
    <Wide label="Expected payments">
      <Table
        columns={[
          "Pay date",
          "Payment",
          figures("Shares"),
          figures("Gross"),
          figures("Net"),
          "Status",
        ]}
      >
        {open.map((each) => (
          <tr key={each.eventId}>
            <th scope="row" className="nowrap">
              {day(each.payDate)}
              <div className="tiny muted">ex-date {day(each.exDate)}</div>
            </th>
            <td>
              <Link href={`~${consolePath}/securities/${each.securityId}`}>
                {nameIn(eventKinds, each.kind)}
              </Link>
            </td>
            <td className="right">{grouped(each.shares)}</td>
            <td className="right">{money(each.gross)}</td>
            <td className="right strong">{money(each.net)}</td>
            <td>
              <span className="tag">{each.estimated ? "Estimated" : "Entitled"}</span>
            </td>
          </tr>
        ))}
      </Table>
    </Wide>
  );
}
