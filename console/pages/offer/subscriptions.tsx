// Who has subscribed to an offer, against its size, and the issuer's decisions.
import { useState } from "react";
import { bursar, type Shapes } from "../../data/service.ts";
import type { Session } from "../../data/session.ts";
import { day, money, none, words } from "../../data/texts.ts";
import { ChangeForm, Field } from "../../parts/change-form.tsx";
import { Choices } from "../../parts/choices.tsx";
import { Columns, figures, untitled } from "../../parts/columns.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { Empty, Panel } from "../../parts/panel.tsx";

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

/** The subscriptions, and their part of the offer as a bar. */
export function Subscriptions({ offer, orders, person }: SubscriptionsProps) {
  const [asked, setAsked] = useState<Order>();
  const decides = person.kind === "issuing" || person.kind === "operator";
  return (
    <Panel
      title="Subscriptions"
      aside={<span className="aside">of {money(offer.offerSize)}</span>}
      isBare
    >
      {orders.length === 0 ? (
        <Empty title="Nobody has subscribed yet." />
      ) : (
        <>
          <Filled offer={offer} orders={orders} />
          <table className="table">
            <Columns
              of={[
                "Investor",
                "Since",
                figures("Requested"),
                figures("Approved"),
                "Status",
                untitled("Decision"),
              ]}
            />
            <tbody>
              {orders.map((order) => (
                <tr key={order.privatePlacementOrderOid}>
                  <th scope="row">
                    {order.investorName}
                    <div className="tiny muted" style={{ fontWeight: 400 }}>
                      {order.accountNumber}
                      {order.investorState && ` · ${order.investorState}`}
                    </div>
                  </th>
                  <td className="nowrap">{day(order.creationTimestamp)}</td>
                  <td className="right">{money(order.requestedDollarAmount)}</td>
                  <td className="right strong">
                    {order.fillDollarAmount === null ? none : money(order.fillDollarAmount)}
                  </td>
                  <td>
                    <span className={tones[order.orderStatus]}>{words(order.orderStatus)}</span>
                    {order.comment && <div className="tiny muted">{order.comment}</div>}
                  </td>
                  <td className="right">
                    {decides && mayBeDecided(order) && (
                      <button type="button" className="button" onClick={() => setAsked(order)}>
                        Decide<span className="hidden-text"> on {order.investorName}</span>
                      </button>
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
      {asked && (
        <Dialog title={`Subscription of ${asked.investorName}`} close={() => setAsked(undefined)}>
          <Decide order={asked} done={() => setAsked(undefined)} />
        </Dialog>
      )}
    </Panel>
  );
}

function mayBeDecided({ orderStatus }: Order): boolean {
  return orderStatus === "INITIAL" || orderStatus === "ACCEPTED";
}

/** Each subscription as a part of the bar: approved ones full, requested ones pale. */
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

type Step = "ACCEPTED" | "REJECTED";

const steps = { ACCEPTED: "Accept", REJECTED: "Reject" } as const;

function Decide({ order, done }: { readonly order: Order; readonly done: () => void }) {
  const [step, setStep] = useState<Step>("ACCEPTED");
  const [fill, setFill] = useState(order.fillDollarAmount ?? order.requestedDollarAmount);
  const [comment, setComment] = useState("");
  const [deMinimis, setDeMinimis] = useState(false);
  const { privatePlacementOfferOid: offer, privatePlacementOrderOid: id } = order;
  const body: Shapes["OrderDecision"] = {
    orderStatus: step,
    ...(step === "ACCEPTED" && { fillDollarAmount: fill }),
    ...(step === "ACCEPTED" && order.blueSkyException && { deMinimisAccepted: deMinimis }),
    ...(comment !== "" && { comment }),
  };
  return (
    <ChangeForm
      name={`decideOrder ${id}`}
      values={body}
      send={(decision, how) =>
        bursar.put(
          "/restapi/privateplacementoffers/{privateplacementofferoid}/privateplacementorders/{privateplacementorderoid}",
          {
            params: { path: { privateplacementofferoid: offer, privateplacementorderoid: id } },
            body: decision,
            ...how,
          },
        )
      }
      renews={["offers", offer]}
      done={done}
      action={steps[step]}
    >
      <p className="small muted">
        {order.investorName} asks for {money(order.requestedDollarAmount)}.
        {order.accredited === true && " Each owner is accredited."}
      </p>
      <Choices
        label="Decision"
        of={Object.keys(steps) as Step[]}
        chosen={step}
        name={(each) => steps[each]}
        choose={setStep}
      />
      {step === "ACCEPTED" && (
        <Field field="fillDollarAmount" label="Approved amount, in dollars">
          {(given) => (
            <input
              {...given}
              inputMode="decimal"
              value={fill}
              onChange={({ target }) => setFill(target.value)}
            />
          )}
        </Field>
      )}
      {step === "ACCEPTED" && order.blueSkyException && (
        <label className="small">
          <input
            type="checkbox"
            checked={deMinimis}
            onChange={({ target }) => setDeMinimis(target.checked)}
          />{" "}
          The investor lives in a state where the offer is not registered; accept it as de minimis
        </label>
      )}
      <Field field="comment" label={step === "REJECTED" ? "Why it is rejected" : "Comment"}>
        {(given) => (
          <textarea
            {...given}
            value={comment}
            onChange={({ target }) => setComment(target.value)}
          />
        )}
      </Field>
    </ChangeForm>
  );
}
