// An estimate of a sale by each lot relief method; nothing is stored.
import { Refused } from "@bursar/client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type ReactNode, useId } from "react";
import { codes, nameIn } from "../../data/codes.ts";
import { useDraft } from "../../data/drafts.ts";
import { problemText } from "../../data/problem-text.ts";
import { reads } from "../../data/reads.ts";
import type { Shapes } from "../../data/service.ts";
import { day, grouped, money } from "../../data/texts.ts";
import { useSettled } from "../../parts/change-form.tsx";
import { Columns, figures } from "../../parts/columns.tsx";
import { Change } from "../../parts/figure.tsx";
import { AmountInput } from "../../parts/inputs.tsx";
import { Empty, Failure, Loading, Panel } from "../../parts/panel.tsx";

interface SaleProps {
  readonly number: string;
  readonly lots: readonly Shapes["OpenTaxLot"][];
}

/** The panel of the estimate; there is at least one open lot. */
export function Sale({ number, lots }: SaleProps) {
  const names = new Map(lots.map(({ security }) => [security.id, security.ticker]));
  const form = `sale ${number}`;
  const [securityId, setSecurity] = useDraft(form, "security", [...names.keys()][0] ?? "");
  const [shares, setShares] = useDraft(form, "shares", "");
  const [price, setPrice] = useDraft(form, "price", "");
  const sale = useSettled({ securityId, shares, price });
  const read = useQuery({
    ...reads.sale(number, sale),
    enabled: sale.shares !== "",
    placeholderData: keepPreviousData,
  });
  return (
    <Panel title="Estimate gain/loss by lot method" isBare>
      <div className="body">
        <div className="form try">
          <Control label="Security">
            {(id) => (
              <select
                id={id}
                className="input"
                value={securityId}
                onChange={({ target }) => setSecurity(target.value)}
              >
                {[...names].map(([each, ticker]) => (
                  <option key={each} value={each}>
                    {ticker}
                  </option>
                ))}
              </select>
            )}
          </Control>
          <Amount label="Shares" value={shares} change={setShares} />
          <Amount
            label="Limit price (optional; default last close)"
            value={price}
            change={setPrice}
          />
        </div>
      </div>
      <div aria-live="polite">
        {sale.shares === "" ? (
          <Empty title="Enter a quantity">Estimates only. No order is placed.</Empty>
        ) : read.error ? (
          <Refusal error={read.error} />
        ) : read.data ? (
          <Preview of={read.data} />
        ) : (
          <div className="body">
            <Loading lines={5} />
          </div>
        )}
      </div>
    </Panel>
  );
}

interface ControlProps {
  readonly label: string;
  readonly children: (id: string) => ReactNode;
}

function Control({ label, children }: ControlProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children(id)}
    </div>
  );
}

interface AmountProps {
  readonly label: string;
  readonly value: string;
  readonly change: (value: string) => void;
}

function Amount({ label, value, change }: AmountProps) {
  return (
    <Control label={label}>
      {(id) => <AmountInput id={id} className="input" value={value} set={change} />}
    </Control>
  );
}

function Refusal({ error }: { readonly error: unknown }) {
  const problems = error instanceof Refused ? error.problems : [];
  return (
    <div className="body">
      {problems.length === 0 && <Failure error={error} />}
      {problems.map((problem) => (
        <p key={problemText(problem)} className="problem" role="alert">
          {problemText(problem)}
        </p>
      ))}
    </div>
  );
}

function Preview({ of: preview }: { readonly of: Shapes["SalePreview"] }) {
  const { security, shareQuantity, salePrice, priceDate, netSaleAmount, sales } = preview;
  return (
    <>
      <p className="small muted body">
        {grouped(shareQuantity)} {security.ticker} at ${grouped(salePrice)}
        {priceDate !== null && `, price as of ${day(priceDate)}`}: {money(netSaleAmount)}
      </p>
      <table className="table">
        <Columns
          of={[
            "Method",
            figures("Lots"),
            figures("Cost basis"),
            figures("Short-term gain/loss"),
            figures("Long-term gain/loss"),
            figures("Wash sale loss disallowed"),
            figures("Remaining unrealized gain/loss"),
          ]}
        />
        <tbody>
          {sales.map((each) => (
            <Method key={each.method} sale={each} />
          ))}
        </tbody>
      </table>
    </>
  );
}

function Method({ sale }: { readonly sale: Shapes["PreviewedSale"] }) {
  const { method, isDefault, lots, remaining } = sale;
  return (
    <tr className={isDefault ? "marked" : undefined}>
      <th scope="row">
        {nameIn(codes.methods, method)}
        {isDefault && <div className="tiny muted">Account default</div>}
      </th>
      <td className="right">{lots.length}</td>
      <td className="right">{money(sale.adjustedCostBasis)}</td>
      <td className="right">
        <Change amount={sale.shortTermGainLoss} unit="money" />
      </td>
      <td className="right">
        <Change amount={sale.longTermGainLoss} unit="money" />
      </td>
      <td className="right">{money(sale.disallowedLoss)}</td>
      <td className="right">
        <Change amount={remaining.unrealizedGainLoss} unit="money" />
      </td>
    </tr>
  );
}
