// The subscriptions of an offering, against its size, and the issuer's decisions.
import { useState } from "react";
import { accreditationLabel } from "../../data/accreditation.ts";
import type { Shapes } from "../../data/service.ts";
import type { Session } from "../../data/session.ts";
import { day, money, none } from "../../data/texts.ts";
import { Dialog } from "../../parts/dialog.tsx";
import { ExportButton } from "../../parts/export-button.tsx";
import { Icon } from "../../parts/icon.tsx";
import { Empty, Panel } from "../../parts/panel.tsx";
import { figures, Table, untitled } from "../../parts/table.tsx";
import { AcceptMany, acceptable } from "./accept-many.tsx";
import { Book, bookAsCsv } from "./book.tsx";
import { Decide } from "./decide.tsx";
import { orderStatusName } from "./order-status.ts";
import { decisionsOf, maySubscribe, mayWithdraw } from "./rights.ts";
import { Subscribe } from "./subscribe.tsx";
import { Withdraw } from "./withdraw.tsx";

type Order = Shapes["PrivatePlacementOrderOfOffer"];

const tones: Readonly<Record<Order["orderStatus"], string>> = {
  INITIAL: "tag blue",
  ACCEPTED: "tag good",
  ORDER_CREATED: "tag good",
  PROCESSING: "tag good",
  COMPLETE: "tag good",
  REJECTED: "tag bad",
  CANCELLED: "tag",
};

interface SubscriptionsProps {
  readonly offer: Shapes["Offer"];
  readonly orders: readonly Order[];
  readonly person: Session;
}

/** The subscriptions, and their part of the offering as a bar. */
export function Subscriptions({ offer, orders, person }: SubscriptionsProps) {
  const [asked, setAsked] = useState<Order>();
  const [withdrawn, setWithdrawn] = useState<Order>();
  const [isSubscribing, setSubscribing] = useState(false);
  const [isAccepting, setAccepting] = useState(false);
  const decidable = acceptable(orders.filter((order) => decisionsOf(order, person).length > 0));
  return (
    <Panel
      title="Subscriptions"
      aside={
        <span className="actions">
          {decidable.length > 1 && (
            <button type="button" className="button" onClick={() => setAccepting(true)}>
              Accept several
            </button>
          )}
          {orders.length > 0 && person.kind !== "client" && (
            <ExportButton
              of="The subscriptions"
              name={`subscriptions-${offer.privatePlacementOfferOid}.csv`}
              read={async () => bookAsCsv({ offer, orders })}
            />
          )}
          {maySubscribe(offer, person) && (
            <button type="button" className="button" onClick={() => setSubscribing(true)}>
              <Icon name="plus" />
              Subscribe
            </button>
          )}
        </span>
      }
      isBare
    >
      {orders.length === 0 ? (
        <Empty title="No subscriptions yet" />
      ) : (
        <>
          {person.kind !== "client" && (
            <div className="body">
              <Book offer={offer} orders={orders} />
            </div>
          )}
          <Filled offer={offer} orders={orders} />
          <Orders
            offer={offer}
            orders={orders}
            person={person}
            review={setAsked}
            withdraw={setWithdrawn}
          />
        </>
      )}
      {asked && (
        <Dialog title={`Subscription of ${asked.investorName}`} close={() => setAsked(undefined)}>
          <Decide offer={offer} order={asked} person={person} done={() => setAsked(undefined)} />
        </Dialog>
      )}
      {isAccepting && (
        <Dialog title="Accept subscriptions" close={() => setAccepting(false)}>
          <AcceptMany offer={offer} orders={decidable} close={() => setAccepting(false)} />
        </Dialog>
      )}
      {withdrawn && (
        <Dialog title="Withdraw subscription" close={() => setWithdrawn(undefined)}>
          <Withdraw order={withdrawn} person={person} done={() => setWithdrawn(undefined)} />
        </Dialog>
      )}
      {isSubscribing && (
        <Dialog title={`Subscribe to ${offer.offerName}`} close={() => setSubscribing(false)}>
          <Subscribe offer={offer} person={person} done={() => setSubscribing(false)} />
        </Dialog>
      )}
    </Panel>
  );
}

interface OrdersProps extends SubscriptionsProps {
  readonly review: (order: Order) => void;
  readonly withdraw: (order: Order) => void;
}

function Orders({ offer, orders, person, review, withdraw }: OrdersProps) {
  return (
    <Table
      columns={[
        "Investor",
        figures("Requested"),
        figures("Approved"),
        "Status",
        untitled("Actions"),
      ]}
    >
      {orders.map((order) => (
        <tr key={order.privatePlacementOrderOid}>
          <th scope="row">
            {order.investorName}
            <div className="tiny muted" style={{ fontWeight: 400 }}>
              {order.accountNumber}
              {order.investorState && ` · ${order.investorState}`}
            </div>
          </th>
          <td className="right">
            {money(order.requestedDollarAmount)}
            <div className="tiny muted nowrap">{day(order.creationTimestamp)}</div>
          </td>
          <td className="right strong">
            {order.fillDollarAmount === null ? none : money(order.fillDollarAmount)}
          </td>
          <td>
            <span className={tones[order.orderStatus]}>{orderStatusName(order.orderStatus)}</span>
            {order.comment && <div className="tiny muted">{order.comment}</div>}
            <div className="tiny muted">{accreditationLabel(offer, order)}</div>
          </td>
          <td className="right">
            {decisionsOf(order, person).length > 0 && (
              <button type="button" className="button" onClick={() => review(order)}>
                Review<span className="hidden-text"> {order.investorName}</span>
              </button>
            )}
            {mayWithdraw(order) && (
              <button type="button" className="button danger" onClick={() => withdraw(order)}>
                Withdraw<span className="hidden-text"> {order.investorName}</span>
              </button>
            )}
          </td>
        </tr>
      ))}
    </Table>
  );
}

/** Each subscription as a part of the bar: approved ones solid, requested ones pale. */
function Filled({ offer, orders }: Pick<SubscriptionsProps, "offer" | "orders">) {
  const open = orders.filter(
    ({ orderStatus }) => orderStatus !== "REJECTED" && orderStatus !== "CANCELLED",
  );
  const size = Number(offer.offerSize);
  let end = 0;
  const parts = open
    .toSorted(
      (one, other) =>
        Number(other.fillDollarAmount !== null) - Number(one.fillDollarAmount !== null),
    )
    .map(({ privatePlacementOrderOid: key, fillDollarAmount, requestedDollarAmount }) => {
      const width = (Number(fillDollarAmount ?? requestedDollarAmount) / size) * 100;
      const begin = end;
      end += width;
      return { key, begin, width, isApproved: fillDollarAmount !== null };
    });
  return (
    <div style={{ padding: "0.875rem 1rem 0.5rem" }} className="stack">
      <svg
        className="bar"
        viewBox="0 0 100 6"
        preserveAspectRatio="none"
        aria-hidden="true"
        style={{ height: "0.75rem" }}
      >
        <rect width="100" height="6" fill="var(--sunken)" />
        {parts.map(({ key, begin, width, isApproved }) => (
          <rect
            key={key}
            x={begin}
            width={Math.max(width - 0.15, 0.2)}
            height="6"
            fill="var(--series-1)"
            fillOpacity={isApproved ? 1 : 0.35}
          />
        ))}
      </svg>
      <div className="legend">
        <span>
          <span className="mark" style={{ background: "var(--series-1)" }} />
          approved
        </span>
        <span>
          <span className="mark" style={{ background: "var(--series-1)", opacity: 0.35 }} />
          requested
        </span>
      </div>
    </div>
  );
}
