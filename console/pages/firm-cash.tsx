// The cash of a firm's accounts: who is overdrawn, and who has cash to invest.
import { useInfiniteQuery } from "@tanstack/react-query";
import { useDeferredValue } from "react";
import { Link, useSearchParams } from "wouter";
import { isAmount, plainAmount } from "../data/amounts.ts";
import { bookReads, type CashFilter } from "../data/book-reads.ts";
import { withFilters } from "../data/filters.ts";
import { consolePath } from "../data/place.ts";
import type { Shapes } from "../data/service.ts";
import { day, directionOf, latestOf, money } from "../data/texts.ts";
import { Icon } from "../parts/icon.tsx";
import { AmountInput } from "../parts/inputs.tsx";
import { Listed } from "../parts/listed.tsx";
import { Notice, Panel } from "../parts/panel.tsx";
import { figures, Table } from "../parts/table.tsx";

const amounts = ["cashfrom", "cashto"] as const;

/** The filters in an address as the service takes them; undefined where one is no amount. */
function filterIn(address: string): CashFilter | undefined {
  const asked = new URLSearchParams(address);
  const typed = amounts.flatMap((name) => {
    const amount = plainAmount(asked.get(name) ?? "");
    return amount === "" ? [] : [[name, amount] as const];
  });
  if (typed.some(([, amount]) => !isAmount(amount))) return undefined;
  return { ...Object.fromEntries(typed), ...(asked.has("overdrawn") && { overdrawn: true }) };
}

/** The page of cash. Its filters are in its address. */
export function FirmCash() {
  const [asked, setAsked] = useSearchParams();
  const choose = (name: string, value: string) =>
    setAsked((now) => withFilters(now, { [name]: value }), { replace: true });
  const filter = filterIn(useDeferredValue(asked.toString()));
  const list = useInfiniteQuery({ ...bookReads.cash(filter ?? {}), enabled: filter !== undefined });
  const asOf = latestOf((list.data?.pages.flat() ?? []).map((row) => row.asOf));
  return (
    <Panel
      title="Cash by account"
      aside={asOf && <span className="aside">As of {day(asOf)}</span>}
      isBare
    >
      <div className="body">
        <div className="toolbar no-print">
          <label className="small nowrap">
            <input
              type="checkbox"
              checked={asked.has("overdrawn")}
              onChange={({ target }) => choose("overdrawn", target.checked ? "true" : "")}
            />{" "}
            Overdrawn
          </label>
          <Bound
            name="Cash at least"
            value={asked.get("cashfrom")}
            set={(amount) => choose("cashfrom", amount)}
          />
          <Bound
            name="Cash at most"
            value={asked.get("cashto")}
            set={(amount) => choose("cashto", amount)}
          />
        </div>
      </div>
      {filter === undefined ? (
        <div className="body">
          <Notice kind="bad">Enter an amount such as 10,000.</Notice>
        </div>
      ) : (
        <Listed of={list} empty="No matching accounts">
          {(rows) => <CashTable rows={rows} />}
        </Listed>
      )}
    </Panel>
  );
}

interface BoundProps {
  readonly name: string;
  readonly value: string | null;
  readonly set: (amount: string) => void;
}

function Bound({ name, value, set }: BoundProps) {
  return (
    <AmountInput
      className="input"
      style={{ width: "9rem" }}
      aria-label={name}
      placeholder={name}
      value={plainAmount(value ?? "")}
      set={set}
    />
  );
}

/** Balances as a table; sums of a household come without a number. */
export function CashTable({ rows }: { readonly rows: readonly Shapes["ListedBalances"][] }) {
  return (
    <Table
      columns={[
        "Account",
        figures("Cash balance"),
        figures("Settled cash"),
        figures("Unsettled in"),
        figures("Unsettled out"),
        figures("Available to trade"),
        figures("Available to withdraw"),
      ]}
    >
      {rows.map((row) => (
        <tr key={row.accountNumber ?? ""}>
          {row.accountNumber === null ? (
            <th scope="row">All accounts</th>
          ) : (
            <th scope="row">
              <Link href={`~${consolePath}/accounts/${row.accountNumber}`}>{row.accountName}</Link>
              <div className="tiny muted mono" style={{ fontWeight: 400 }}>
                {row.accountNumber}
              </div>
            </th>
          )}
          <td className="right strong">
            {money(row.tradeDateBalance)}
            {directionOf(row.tradeDateBalance) === "down" && (
              <div>
                <span className="tag bad">
                  <Icon name="alert" />
                  Overdrawn
                </span>
              </div>
            )}
          </td>
          <td className="right">{money(row.settlementDateBalance)}</td>
          <td className="right muted">{money(row.unsettledCredits)}</td>
          <td className="right muted">{money(row.unsettledDebits)}</td>
          <td className="right">{money(row.balanceAvailableForT1Trades)}</td>
          <td className="right">{money(row.balanceAvailableForWithdrawal)}</td>
        </tr>
      ))}
    </Table>
  );
}
