// The exceptions of a run that need a look before it is approved, by kind.
import { Fragment } from "react";
import { Link } from "wouter";
import { type FeeRun, warningOrder, warningTexts } from "../../data/fee-codes.ts";
import { consolePath } from "../../data/place.ts";
import { grouped } from "../../data/texts.ts";
import { Panel } from "../../parts/panel.tsx";
import { figures, Table } from "../../parts/table.tsx";

interface ExceptionsProps {
  readonly of: FeeRun;
  readonly chosen: string;
  readonly choose?: (warning: string) => void;
}

/** Warnings by kind, those that most need a decision first; none of them stops a run. */
export function Exceptions({ of: { warnings, unbilled }, chosen, choose }: ExceptionsProps) {
  const found = warningOrder.filter((each) => (warnings[each] ?? "0") !== "0");
  if (found.length === 0 && !unbilled?.length) return null;
  return (
    <Panel title="Exceptions" footer="Exceptions do not stop a run." isBare>
      <Table columns={["Exception", figures("Items"), "Meaning"]}>
        <Unbilled accounts={unbilled ?? []} />
        {found.map((each) => (
          <tr key={each} {...(chosen === each && { className: "marked" })}>
            <th scope="row">
              {choose ? (
                <button
                  type="button"
                  className="why"
                  aria-pressed={chosen === each}
                  onClick={() => choose(chosen === each ? "" : each)}
                >
                  {warningTexts[each].name}
                </button>
              ) : (
                warningTexts[each].name
              )}
            </th>
            <td className="right strong">{grouped(warnings[each] ?? "0", 0)}</td>
            <td className="wraps muted">{warningTexts[each].text}</td>
          </tr>
        ))}
      </Table>
    </Panel>
  );
}

/** Accounts that the run cannot bill. They have no items by which to filter. */
function Unbilled({ accounts }: { readonly accounts: NonNullable<FeeRun["unbilled"]> }) {
  if (accounts.length === 0) return null;
  const count = `${grouped(String(accounts.length), 0)}${accounts.length < mostUnbilled ? "" : "+"}`;
  return (
    <tr>
      <th scope="row">Not billed</th>
      <td className="right strong">{count}</td>
      <td className="wraps muted">
        The billing terms name another firm's plan.{" "}
        {accounts.map(({ accountNumber }, at) => (
          <Fragment key={accountNumber}>
            {at > 0 && ", "}
            <Link href={`~${consolePath}/accounts/${accountNumber}`} className="mono">
              {accountNumber}
            </Link>
          </Fragment>
        ))}
      </td>
    </tr>
  );
}

/** The service names no more. */
const mostUnbilled = 100;
