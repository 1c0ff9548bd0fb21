// The book of an offering at a glance, and as a file.

import { counted } from "../../../src/values/readable.ts";
import { accreditationLabel } from "../../data/accreditation.ts";
import { sumOfMoney } from "../../data/amounts.ts";
import { daysUntil } from "../../data/clock.ts";
import { type CsvColumn, csvText } from "../../data/csv-text.ts";
import type { Shapes } from "../../data/service.ts";
import { day, dayIn, grouped, money, none } from "../../data/texts.ts";
import { orderStatusName } from "./order-status.ts";
import { isOpen } from "./rights.ts";

type Order = Shapes["PrivatePlacementOrderOfOffer"];

interface BookProps {
  readonly offer: Shapes["Offer"];
  readonly orders: readonly Order[];
}

/** The amounts that investors have committed, those of them that are accepted and funded, and the
 * time that is left. */
export function Book({ offer, orders }: BookProps) {
  const counting = orders.filter(
    ({ orderStatus }) => orderStatus !== "REJECTED" && orderStatus !== "CANCELLED",
  );
  const pending = counting.filter(({ orderStatus }) => orderStatus === "INITIAL");
  const accepted = counting.filter(({ orderStatus }) => orderStatus !== "INITIAL");
  const funded = accepted.filter(({ orderStatus }) => orderStatus === "COMPLETE");
  return (
    <dl className="figures">
      <div>
        <dt>Committed</dt>
        <dd>{money(totalOf(counting))}</dd>
        <dd className="note">
          {counted(counting.length, "subscription")} of {money(offer.offerSize)}
        </dd>
      </div>
      <div>
        <dt>Pending review</dt>
        <dd>{money(totalOf(pending))}</dd>
        <dd className="note">{counted(pending.length, "subscription")}</dd>
      </div>
      <div>
        <dt>Accepted</dt>
        <dd>{money(totalOf(accepted))}</dd>
        <dd className="note">
          {offer.offerMinimum === null
            ? "No minimum raise"
            : `Minimum ${money(offer.offerMinimum)}`}
        </dd>
      </div>
      <div>
        <dt>Funded</dt>
        <dd>{money(totalOf(funded))}</dd>
        <dd className="note">{counted(funded.length, "subscription")}</dd>
      </div>
      <div>
        <dt>{isOpen(offer) ? "Days left" : "Closed"}</dt>
        <dd>{isOpen(offer) ? grouped(String(daysUntil(offer.closingDate)), 0) : none}</dd>
        <dd className="note">Closing date {day(offer.closingDate)}</dd>
      </div>
    </dl>
  );
}

/** Approved amounts, and where nothing is approved yet the requested ones. */
function totalOf(orders: readonly Order[]): string {
  return sumOfMoney(
    orders.map(({ fillDollarAmount, requestedDollarAmount }) => {
      return fillDollarAmount ?? requestedDollarAmount;
    }),
  );
}

const columnsBefore: readonly CsvColumn<Order>[] = [
  ["Investor", ({ investorName }) => investorName],
  ["Account", ({ accountNumber }) => accountNumber],
  ["State", ({ investorState }) => investorState ?? ""],
  ["Submitted", ({ creationTimestamp }) => dayIn(creationTimestamp)],
  ["Requested", ({ requestedDollarAmount }) => requestedDollarAmount],
  ["Approved", ({ fillDollarAmount }) => fillDollarAmount ?? ""],
  ["Shares", ({ shareQuantity }) => shareQuantity ?? ""],
  ["Status", ({ orderStatus }) => orderStatusName(orderStatus)],
];

const columnsAfter: readonly CsvColumn<Order>[] = [
  ["De minimis", ({ blueSkyException }) => (blueSkyException ? "Yes" : "No")],
  ["Comment", ({ comment }) => comment ?? ""],
];

/** The subscriptions as CSV, in the order in which they are shown. */
export function bookAsCsv({ offer, orders }: BookProps): string {
  const accreditation: CsvColumn<Order> = [
    "Accreditation",
    (order) => accreditationLabel(offer, order),
  ];
  return csvText(orders, [...columnsBefore, accreditation, ...columnsAfter]);
}
