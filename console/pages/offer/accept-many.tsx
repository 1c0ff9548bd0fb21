// Accepting several subscriptions in full, one change each; a refused one stays unchanged and shows its reason.
import { Refused } from "@bursar/client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { counted } from "../../../src/values/readable.ts";
import { accreditationNote } from "../../data/accreditation.ts";
import { sumOfMoney } from "../../data/amounts.ts";
import { problemText } from "../../data/problem-text.ts";
import { bursar, noteEnd, type Shapes } from "../../data/service.ts";
import { money } from "../../data/texts.ts";
import { Notice } from "../../parts/panel.tsx";

type Order = Shapes["PrivatePlacementOrderOfOffer"];

/** The subscriptions that may be accepted in full without a further decision: an investor from a state where
 * the offering is not registered is reviewed alone. */
export function acceptable(orders: readonly Order[]): readonly Order[] {
  return orders.filter(
    ({ orderStatus, blueSkyException }) => orderStatus === "INITIAL" && !blueSkyException,
  );
}

interface AcceptManyProps {
  readonly offer: Shapes["Offer"];
  readonly orders: readonly Order[];
  readonly close: () => void;
}

/** The choice of subscriptions, and what became of each. */
export function AcceptMany({ offer, orders, close }: AcceptManyProps) {
  const cache = useQueryClient();
  // As they stood when the dialog opened: accepted ones would leave the list.
  const [listed] = useState(orders);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [results, setResults] = useState<ReadonlyMap<string, string | undefined>>(new Map());
  const chosen = listed.filter(
    ({ privatePlacementOrderOid: oid }) =>
      !left.has(oid) && !(results.has(oid) && results.get(oid) === undefined),
  );
  const accept = useMutation({
    mutationFn: async () => {
      for (const order of chosen) {
        const problem = await accepted(order);
        setResults((known) => new Map(known).set(order.privatePlacementOrderOid, problem));
      }
    },
    onSettled: () =>
      cache.invalidateQueries({ queryKey: ["offers", listed[0]?.privatePlacementOfferOid] }),
  });
  const refused = [...results.values()].filter((problem) => problem !== undefined).length;
  const toggle = (oid: string) =>
    setLeft((known) => {
      const next = new Set(known);
      if (!next.delete(oid)) next.add(oid);
      return next;
    });
  return (
    <div className="form">
      <p className="small muted">
        Each is accepted in full. One that cannot be accepted stays as it is, with the reason.{" "}
        {accreditationNote(offer, { accredited: null })}
      </p>
      <ul className="stack">
        {listed.map((order) => (
          <Entry
            key={order.privatePlacementOrderOid}
            of={order}
            isChosen={!left.has(order.privatePlacementOrderOid)}
            toggle={() => toggle(order.privatePlacementOrderOid)}
            isDone={results.has(order.privatePlacementOrderOid)}
            problem={results.get(order.privatePlacementOrderOid)}
          />
        ))}
      </ul>
      {results.size > 0 && !accept.isPending && (
        <Notice kind={refused === 0 ? "good" : "warn"}>
          {results.size - refused} accepted, {refused} not accepted.
        </Notice>
      )}
      <div className="actions">
        {chosen.length > 0 && (
          <button
            type="button"
            className="button first"
            disabled={accept.isPending}
            onClick={() => accept.mutate()}
          >
            Accept {counted(chosen.length, "subscription")},{" "}
            {money(sumOfMoney(chosen.map((order) => order.requestedDollarAmount)))}
          </button>
        )}
        <button type="button" className="button" onClick={close}>
          Close
        </button>
      </div>
    </div>
  );
}

/** Accepts a subscription in full; returns why it could not be. Sent again, it changes nothing. */
async function accepted(order: Order): Promise<string | undefined> {
  const { privatePlacementOfferOid: offer, privatePlacementOrderOid: id } = order;
  try {
    await bursar.put(
      "/restapi/privateplacementoffers/{privateplacementofferoid}/privateplacementorders/{privateplacementorderoid}",
      {
        params: { path: { privateplacementofferoid: offer, privateplacementorderoid: id } },
        body: { orderStatus: "ACCEPTED", fillDollarAmount: order.requestedDollarAmount },
      },
    );
    return undefined;
  } catch (error) {
    noteEnd(error);
    const problems = error instanceof Refused ? error.problems : [];
    return problems.map((problem) => problemText(problem)).join(" ") || "No response. Try again.";
  }
}

interface EntryProps {
  readonly of: Order;
  readonly isChosen: boolean;
  readonly toggle: () => void;
  readonly isDone: boolean;
  readonly problem: string | undefined;
}

function Entry({ of: order, isChosen, toggle, isDone, problem }: EntryProps) {
  const isAccepted = isDone && problem === undefined;
  return (
    <li>
      <label>
        <input type="checkbox" checked={isChosen} disabled={isAccepted} onChange={toggle} />{" "}
        {order.investorName}, {money(order.requestedDollarAmount)}{" "}
        <span className="tiny muted mono">{order.accountNumber}</span>{" "}
        {isAccepted && <span className="tag good">Accepted</span>}
      </label>
      {problem !== undefined && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
    </li>
  );
}
