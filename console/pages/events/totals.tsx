// The totals of an event's lines.
import type { CorporateEvent } from "../../data/event-codes.ts";
import type { Shapes } from "../../data/service.ts";
import { day, directionOf, grouped, money } from "../../data/texts.ts";
import { Panel, Wide } from "../../parts/panel.tsx";
import { figures, Table } from "../../parts/table.tsx";

interface TotalsProps {
  readonly of: Shapes["CorporateEventTotals"];
  readonly event: Pick<CorporateEvent, "bookingDate">;
}

/** The panel of totals. */
export function Totals({ of, event }: TotalsProps) {
  return (
    <Panel
      title="Totals"
      aside={<span className="aside">Booking date {day(event.bookingDate)}</span>}
    >
      <TotalFigures of={of} />
    </Panel>
  );
}

/** The totals themselves, also of a dry run. */
export function TotalFigures({ of }: Pick<TotalsProps, "of">) {
  const facts = [
    ["Accounts", grouped(of.accounts, 0), true],
    ["Shares", grouped(of.shares), true],
    ["New shares", grouped(of.newShares), isSome(of.newShares)],
    ["Fractional shares", grouped(of.fractions), isSome(of.fractions)],
    ["Cash in lieu", money(of.cashInLieu), isSome(of.cashInLieu)],
    ["Reinvested", money(of.reinvestedAmount), isSome(of.reinvestedAmount)],
    ["Shares from reinvestment", grouped(of.reinvestedShares), isSome(of.reinvestedShares)],
    ["Received less paid", money(of.difference), of.difference !== null],
  ] as const;
  return (
    <div className="stack">
      <dl className="facts">
        {facts.map(
          ([name, value, isShown]) =>
            isShown && (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
      {of.components.length > 0 && (
        <Wide label="Totals by payment">
          <Table
            columns={[
              "Payment",
              figures("Gross"),
              figures("Withheld"),
              figures("Foreign tax"),
              figures("Net"),
              figures("Rounding"),
            ]}
          >
            {of.components.map((each) => (
              <tr key={each.component}>
                <th scope="row">{each.component}</th>
                <td className="right">{money(each.gross)}</td>
                <td className="right">{money(each.withheld)}</td>
                <td className="right">{money(each.foreign)}</td>
                <td className="right strong">{money(each.net)}</td>
                <td className="right muted">{money(each.rounding)}</td>
              </tr>
            ))}
          </Table>
        </Wide>
      )}
    </div>
  );
}

function isSome(amount: string): boolean {
  return directionOf(amount) !== "even";
}
