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
import { Change } from "../../parts/figure.tsx";
import { AmountInput } from "../../parts/inputs.tsx";
import { Empty, Failure, Loading, Panel } from "../../parts/panel.tsx";
import { figures, Table } from "../../parts/table.tsx";

interface SaleProps {
  readonly account: Shapes["Account"];
  readonly lots: readonly Shapes["OpenTaxLot"][];
}

/** The panel of the estimate; there is at least one open lot. */
export function Sale({ account, lots }: SaleProps) {
  const { accountNumber: number, shortTermTaxRate, longTermTaxRate } = account;
  const isTaxable = account.defaultTaxLotSelection !== "AVGC";
  const names = new Map(lots.map(({ security }) => [security.id, security.ticker]));
  const form = `sale ${number}`;
  const [securityId, setSecurity] = useDraft(form, "security", [...names.keys()][0] ?? "");
  const [shares, setShares] = useDraft(form, "shares", "");
  const [price, setPrice] = useDraft(form, "price", "");
  const [shortRate, setShortRate] = useDraft(form, "short-term rate", "");
  const [longRate, setLongRate] = useDraft(form, "long-term rate", "");
  const sale = useSettled({
    securityId,
    shares,
    price,
    shortTermTaxRate: shortRate,
    longTermTaxRate: longRate,
  });
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
          {isTaxable && (
            <>
              <Rate
                term="Short"
                value={shortRate}
                change={setShortRate}
                standard={shortTermTaxRate}
              />
              <Rate term="Long" value={longRate} change={setLongRate} standard={longTermTaxRate} />
            </>
          )}
        </div>
      </div>
      <div aria-live="polite">
        {sale.shares === "" ? (
          <Empty title="Enter a quantity">Estimates only. No order is placed.</Empty>
        ) : read.error ? (
          <Refusal error={read.error} />
        ) : read.data ? (
          <Preview of={read.data} isTaxable={isTaxable} />
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
  readonly placeholder?: string;
}

function Amount({ label, value, change, placeholder = "" }: AmountProps) {
  return (
    <Control label={label}>
      {(id) => (
        <AmountInput
          id={id}
          className="input"
          placeholder={placeholder}
          value={value}
          set={change}
        />
      )}
    </Control>
  );
}

interface RateProps extends Omit<AmountProps, "label" | "placeholder"> {
  readonly term: "Short" | "Long";
  /** The account's own rate, which applies while nothing is typed. */
  readonly standard: string | null;
}

function Rate({ term, standard, ...amount }: RateProps) {
  const own = standard === null ? "None on file" : `${standard} on file`;
  return <Amount label={`${term}-term tax rate (%)`} placeholder={own} {...amount} />;
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

interface PreviewProps {
  readonly of: Shapes["SalePreview"];
  readonly isTaxable: boolean;
}

function Preview({ of: preview, isTaxable }: PreviewProps) {
  const { security, shareQuantity, salePrice, priceDate, netSaleAmount, sales } = preview;
  const { shortTermTaxRate: short, longTermTaxRate: long } = preview;
  const rows = alike(sales);
  return (
    <>
      <p className="small muted body">
        {grouped(shareQuantity)} {security.ticker} at ${grouped(salePrice)}
        {priceDate !== null && `, price as of ${day(priceDate)}`}: {money(netSaleAmount)}.
        {isTaxable &&
          (short === null || long === null
            ? " Enter both tax rates to compare the tax."
            : ` Tax at ${short}% short-term and ${long}% long-term; a loss offsets other gains.`)}
      </p>
      <Table
        columns={[
          "Method",
          figures("Lots"),
          figures("Cost basis"),
          figures("Short-term gain/loss"),
          figures("Long-term gain/loss"),
          figures("Wash sale loss disallowed"),
          ...(isTaxable ? [figures("Estimated tax")] : []),
          figures("Remaining unrealized gain/loss"),
        ]}
      >
        {rows.map((row) => (
          <Methods
            key={row[0].method}
            sales={row}
            isTaxable={isTaxable}
            isOnly={rows.length === 1}
          />
        ))}
      </Table>
    </>
  );
}

type PreviewedSale = Shapes["PreviewedSale"];

/** At least one method, all of which sell the same lots. */
type Alike = readonly [PreviewedSale, ...PreviewedSale[]];

/** The sales by the lots that they close: methods that close the same ones are one row. */
function alike(sales: readonly PreviewedSale[]): Alike[] {
  const rows = Map.groupBy(sales, ({ lots }) =>
    lots
      .map((lot) => JSON.stringify(lot))
      .toSorted()
      .join(),
  );
  return [...rows.values()].map((row) => row as unknown as Alike);
}

interface MethodsProps {
  readonly sales: Alike;
  readonly isTaxable: boolean;
  /** Whether there is no other row to compare with. */
  readonly isOnly: boolean;
}

function Methods({ sales, isTaxable, isOnly }: MethodsProps) {
  const [sale] = sales;
  const isBest = !isOnly && sale.isLowestTax;
  return (
    <tr className={isBest ? "marked" : undefined}>
      <th scope="row">
        {isOnly && sales.length > 1
          ? "All methods"
          : sales.map(({ method, isDefault }) => (
              <div key={method}>
                {nameIn(codes.methods, method)}
                {isDefault && <span className="tiny muted"> Account default</span>}
              </div>
            ))}
        {isBest && <span className="tag good">Lowest tax</span>}
      </th>
      <td className="right">{sale.lots.length}</td>
      <td className="right">{money(sale.adjustedCostBasis)}</td>
      <td className="right">
        <Change amount={sale.shortTermGainLoss} unit="money" />
      </td>
      <td className="right">
        <Change amount={sale.longTermGainLoss} unit="money" />
      </td>
      <td className="right">{money(sale.disallowedLoss)}</td>
      {isTaxable && <td className="right strong">{money(sale.estimatedTax)}</td>}
      <td className="right">
        <Change amount={sale.remaining.unrealizedGainLoss} unit="money" />
      </td>
    </tr>
  );
}
