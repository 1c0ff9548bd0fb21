// The fees of an account: the billed amounts with their calculation, and an estimate for a period.

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type AccountFee, itemStates, itemTones, runKinds } from "../../data/fee-codes.ts";
import { feeReads } from "../../data/fee-reads.ts";
import type { Session } from "../../data/session.ts";
import { day, directionOf, grouped, money, none } from "../../data/texts.ts";
import { DetailsButton } from "../../parts/details-button.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { Empty, Panel, Reading } from "../../parts/panel.tsx";
import { Columns, figures, untitled } from "../../parts/table.tsx";
import { FeeSteps } from "../billing/fee-steps.tsx";
import { mayBill } from "../billing/rights.ts";
import type { OfAccount } from "./of-account.ts";
import { Refund } from "./refund.tsx";

/** The page of an account's fees. */
export function Billed({ account, person }: OfAccount) {
  const { accountNumber } = account;
  const fees = useQuery(feeReads.ofAccount(accountNumber));
  const [refunded, refund] = useState<AccountFee>();
  return (
    <div className="stack">
      <Panel title="Fees" isBare>
        <Reading of={fees}>
          {(list) =>
            list.length === 0 ? (
              <Empty title="No fees billed yet" />
            ) : (
              <FeeTable fees={list} person={person} refund={refund} />
            )
          }
        </Reading>
      </Panel>
      <Estimate number={accountNumber} />
      {refunded && (
        <Dialog
          title={`Refund: ${runKinds[refunded.kind]}, ${day(refunded.periodEnd)}`}
          close={() => refund(undefined)}
        >
          <Refund number={accountNumber} fee={refunded} done={() => refund(undefined)} />
        </Dialog>
      )}
    </div>
  );
}

interface FeeTableProps {
  readonly fees: readonly AccountFee[];
  readonly person: Session;
  readonly refund: (fee: AccountFee) => void;
}

function FeeTable({ fees, person, refund }: FeeTableProps) {
  return (
    <table className="table fees">
      <Columns
        of={[
          "Period",
          figures("Billing basis"),
          figures("Annual rate"),
          figures("Days"),
          figures("Fee"),
          "Status",
          untitled("Details"),
        ]}
      />
      {fees.map((fee) => (
        <Fee key={`${fee.feeRunOid} ${fee.line}`} fee={fee} person={person} refund={refund} />
      ))}
    </table>
  );
}

interface FeeProps extends Pick<FeeTableProps, "person" | "refund"> {
  readonly fee: AccountFee;
}

function Fee({ fee, person, refund }: FeeProps) {
  const [isOpen, setOpen] = useState(false);
  const { state, refunded, setOff, due, transactionIds, reason } = fee;
  const name = `${runKinds[fee.kind]}, ${day(fee.from)} – ${day(fee.to)}`;
  const isRefundable =
    mayBill(person) && transactionIds.length > 0 && (state === "POSTED" || state === "PART");
  const details = [
    directionOf(refunded) !== "even" && `${money(refunded)} refunded`,
    directionOf(setOff) === "up" && `${money(setOff)} credited for days not served`,
    directionOf(due) !== "even" && `${money(due)} due`,
  ];
  return (
    <tbody>
      <tr>
        <th scope="row" className="wraps">
          {day(fee.from)} – {day(fee.to)}
          <div className="tiny muted" style={{ fontWeight: 400 }}>
            {runKinds[fee.kind]}
          </div>
        </th>
        <td className="right muted">{money(fee.basis)}</td>
        <td className="right">{grouped(fee.rate)}%</td>
        <td className="right muted">{grouped(fee.days, 0)}</td>
        <td className="right strong">{money(fee.adjusted ?? fee.computed)}</td>
        <td>
          <span className={itemTones[state]}>{itemStates[state]}</span>
          <div className="tiny muted">{details.filter(Boolean).join(", ")}</div>
        </td>
        <td className="right">
          <DetailsButton of={name} isOpen={isOpen} setOpen={setOpen} />
        </td>
      </tr>
      {isOpen && (
        <tr className="unfolded">
          <td colSpan={7}>
            <div className="stack">
              {reason !== null && <p className="small muted">Reason: {reason}</p>}
              {fee.steps.length === 0 ? (
                <p className="small muted">
                  The fee is a share of a group of accounts; ask your advisor for its calculation.
                </p>
              ) : (
                <FeeSteps name={name} steps={fee.steps} />
              )}
              {isRefundable && (
                <div className="actions no-print">
                  <button type="button" className="button" onClick={() => refund(fee)}>
                    Refund<span className="hidden-text">: {name}</span>
                  </button>
                </div>
              )}
            </div>
          </td>
        </tr>
      )}
    </tbody>
  );
}

/** The estimated fee of a period that ends on a day; stored nowhere. */
function Estimate({ number }: { readonly number: string }) {
  const [on, setOn] = useState("");
  const read = useQuery({
    ...feeReads.estimate(number, on),
    placeholderData: keepPreviousData,
  });
  return (
    <Panel
      title="Estimated fee"
      aside={
        <label className="toolbar no-print">
          <span className="tiny muted">Period ending</span>
          <input
            type="date"
            className="input small"
            style={{ width: "9.25rem" }}
            onChange={({ target }) => setOn(target.value)}
          />
        </label>
      }
    >
      <Reading of={read}>
        {(estimate) =>
          estimate.billingPlanOid === null ? (
            <Empty title="No billing plan" />
          ) : (
            <div className="stack">
              <dl className="figures">
                <div>
                  <dt>Estimated fee</dt>
                  <dd>{money(estimate.computed)}</dd>
                  <dd className="note">
                    {estimate.from === null ? none : day(estimate.from)} – {day(estimate.to)}
                  </dd>
                </div>
                <div>
                  <dt>Billing basis</dt>
                  <dd>{money(estimate.basis)}</dd>
                </div>
                <div>
                  <dt>Annual rate</dt>
                  <dd>{grouped(estimate.rate)}%</dd>
                </div>
                <div>
                  <dt>Days</dt>
                  <dd>{grouped(estimate.days, 0)}</dd>
                  <dd className="note">Plan {estimate.billingPlanOid}</dd>
                </div>
              </dl>
              {estimate.steps.length > 0 && (
                <FeeSteps name="the estimated fee" steps={estimate.steps} />
              )}
            </div>
          )
        }
      </Reading>
    </Panel>
  );
}
