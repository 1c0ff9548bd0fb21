// The fees of accounts by a run, as one table; each line unfolds to its calculation.
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Link } from "wouter";
import {
  type FeeItem,
  itemStates,
  itemTones,
  lineKinds,
  unitText,
  warningOrder,
  warningTexts,
} from "../../data/fee-codes.ts";
import { householdReads } from "../../data/household-reads.ts";
import { consolePath } from "../../data/place.ts";
import { day, directionOf, grouped, money, none } from "../../data/texts.ts";
import { DetailsButton } from "../../parts/details-button.tsx";
import { Columns, figures, untitled } from "../../parts/table.tsx";
import { FeeSteps } from "./fee-steps.tsx";

interface ItemTableProps {
  readonly items: readonly FeeItem[];
  /** The actions on a line; absent in a dry run. */
  readonly actions?: (item: FeeItem) => ReactNode;
}

/** Items as a table, also of a dry run. */
export function ItemTable({ items, actions }: ItemTableProps) {
  const isByHousehold = items.some(({ unit }) => unit.startsWith("household:"));
  const { data: names = [] } = useQuery({ ...householdReads.all(), enabled: isByHousehold });
  const namesById = new Map(names.map(({ householdOid, name }) => [householdOid, name]));
  return (
    <table className="table fees by-account">
      <Columns
        of={[
          "Account",
          figures("Billing basis"),
          figures("Annual rate"),
          figures("Last period"),
          figures("Change"),
          figures("Fee"),
          "Status",
          untitled("Details"),
        ]}
      />
      {items.map((item) => (
        <Item
          key={itemKey(item)}
          item={item}
          unit={unitText(item.unit, namesById)}
          {...(actions && { actions })}
        />
      ))}
    </table>
  );
}

/** The place of an item in its run. */
function itemKey({ accountNumber, line }: FeeItem): string {
  return `${accountNumber}-${line}`;
}

interface ItemProps extends Pick<ItemTableProps, "actions"> {
  readonly item: FeeItem;
  /** Empty of an account that is billed alone. */
  readonly unit: string;
}

function Item({ item, unit, actions }: ItemProps) {
  const [isOpen, setOpen] = useState(false);
  const { accountNumber, lineKind, warnings, state, due, changed } = item;
  const shown = warningOrder.filter((each) =>
    each === "changed" ? changed !== null : warnings.includes(each),
  );
  return (
    <tbody>
      <tr>
        <th scope="row">
          <Link href={`~${consolePath}/accounts/${accountNumber}/fees`} className="mono">
            {accountNumber}
          </Link>
          <div className="tiny muted" style={{ fontWeight: 400 }}>
            {[unit, lineKinds[lineKind]].filter(Boolean).join(" · ")}
          </div>
        </th>
        <td className="right muted">{money(item.basis)}</td>
        <td className="right">{grouped(item.rate)}%</td>
        <td className="right muted">{money(item.previous)}</td>
        <td className="right">
          <Moved by={item.change} />
        </td>
        <td className="right strong">
          <Amount of={item} />
        </td>
        <td className="wraps">
          <span className="toolbar" style={{ gap: "0.25rem" }}>
            <span className={itemTones[state]}>{itemStates[state]}</span>
            {shown.map((each) => (
              <span key={each} className="tag warn" title={warningTexts[each].text}>
                {warningTexts[each].name}
              </span>
            ))}
          </span>
          {directionOf(due) !== "even" && state !== "OPEN" && (
            <div className="tiny muted">{money(due)} due</div>
          )}
        </td>
        <td className="right">
          <DetailsButton of={accountNumber} isOpen={isOpen} setOpen={setOpen} />
        </td>
      </tr>
      {isOpen && (
        <tr className="unfolded">
          <td colSpan={8}>
            <div className="stack">
              <ItemDetails of={item} />
              <FeeSteps name={`the fee of ${accountNumber}`} steps={item.steps} />
              {actions?.(item)}
            </div>
          </td>
        </tr>
      )}
    </tbody>
  );
}

/** How far a fee is from that of the last period; more is neither good nor bad. */
function Moved({ by: change }: { readonly by: string | null }) {
  if (change === null) return <span className="faint">{none}</span>;
  return <>{directionOf(change) === "up" ? `+${money(change)}` : money(change)}</>;
}

/** The fee, and what was computed where it was adjusted. */
function Amount({ of: { computed, adjusted, state, changed } }: { readonly of: FeeItem }) {
  return (
    <>
      {state === "EXCLUDED" ? <s>{money(computed)}</s> : money(adjusted ?? computed)}
      {adjusted !== null && state !== "EXCLUDED" && (
        <div className="tiny muted" style={{ fontWeight: 400 }}>
          <span className="hidden-text">Computed </span>
          <s>{money(computed)}</s>
        </div>
      )}
      {changed !== null && (
        <div className="tiny muted" style={{ fontWeight: 400 }}>
          now {money(changed)}
        </div>
      )}
    </>
  );
}

/** Days, plan, payer and reason of an item. */
function ItemDetails({ of: item }: { readonly of: FeeItem }) {
  const { payerAccountNumber: payer, reason, collect, retryUntil, paidDate } = item;
  const parts = [
    `${day(item.from)} – ${day(item.to)}, ${grouped(item.days, 0)} ${item.days === "1" ? "day" : "days"}`,
    `Plan ${item.billingPlanOid}`,
    payer !== null && `Paid by ${payer}`,
    collect === "invoice" && "Invoiced",
    directionOf(item.posted) !== "even" && `${money(item.posted)} collected`,
    directionOf(item.refunded) !== "even" && `${money(item.refunded)} refunded`,
    directionOf(item.setOff) === "up" && `${money(item.setOff)} credited for days not served`,
    retryUntil !== null && `Retried until ${day(retryUntil)}`,
    paidDate !== null && `Paid on ${day(paidDate)}`,
    reason !== null && `Reason: ${reason}`,
  ];
  return <p className="small muted">{parts.filter(Boolean).join(" · ") || none}</p>;
}
