// Events that were sent to a webhook or are pending, newest first, with a button to resend.
import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { officeReads as reads } from "../../data/office-reads.ts";
import { bursar, type Shapes } from "../../data/service.ts";
import { instant, words } from "../../data/texts.ts";
import { Choices } from "../../parts/choices.tsx";
import { Listed } from "../../parts/listed.tsx";
import { Failure, Panel } from "../../parts/panel.tsx";
import { figures, Table, untitled } from "../../parts/table.tsx";

type Delivery = Shapes["Delivery"];
const states = ["all", "pending", "requested", "delivered", "undelivered", "withheld"] as const;
type Shown = (typeof states)[number];

/** The color of each status, next to its name. */
const tones: Readonly<Record<Delivery["status"], string>> = {
  pending: "tag blue",
  requested: "tag blue",
  delivered: "tag good",
  undelivered: "tag bad",
  withheld: "tag",
};

interface DeliveriesProps {
  readonly webhookId: string;
  /** Whether the user may resend events. */
  readonly mayAct: boolean;
}

/** The deliveries of a webhook, of one status or all. */
export function Deliveries({ webhookId, mayAct }: DeliveriesProps) {
  const [shown, show] = useState<Shown>("all");
  const read = useInfiniteQuery(reads.deliveries(webhookId, shown === "all" ? undefined : shown));
  return (
    <Panel
      title="Deliveries (7 days)"
      aside={
        <Choices label="Delivery status" of={states} chosen={shown} name={words} choose={show} />
      }
      isBare
    >
      <Listed of={read} empty="No deliveries">
        {(list) => <List of={list} webhookId={webhookId} mayAct={mayAct} />}
      </Listed>
    </Panel>
  );
}

function List({ of: list, ...own }: DeliveriesProps & { readonly of: readonly Delivery[] }) {
  return (
    <Table
      columns={[
        "Event",
        "Subject",
        "Status",
        figures("Attempts"),
        "Last attempt",
        "Next attempt",
        untitled("Actions"),
      ]}
    >
      {list.map((each) => (
        <Row key={each.deliveryId} of={each} {...own} />
      ))}
    </Table>
  );
}

function Row({ of, webhookId, mayAct }: DeliveriesProps & { readonly of: Delivery }) {
  const wasTried = of.status === "delivered" || of.status === "undelivered";
  return (
    <tr>
      <th scope="row">
        {of.type}
        <div className="tiny muted" style={{ fontWeight: 400 }}>
          {instant(of.creationTS)}
        </div>
      </th>
      <td className="mono">{of.subject}</td>
      <td>
        <span className={tones[of.status]}>{words(of.status)}</span>
      </td>
      <td className="right">{of.attempts}</td>
      <td className="nowrap">
        {instant(of.lastAttemptTS)}
        <div className="tiny muted">{resultOf(of)}</div>
      </td>
      <td className="nowrap">{instant(of.nextAttemptTS)}</td>
      <td>{mayAct && wasTried && <SendAgain of={of} webhookId={webhookId} />}</td>
    </tr>
  );
}

const faults: Readonly<Record<NonNullable<Delivery["lastFault"]>, string>> = {
  address: "Address not allowed",
  connection: "Connection failed",
  time: "Timed out",
};

function resultOf({ lastStatus, lastFault }: Delivery): string {
  if (lastFault !== null) return faults[lastFault];
  return lastStatus === null ? "" : `HTTP ${lastStatus}`;
}

interface SendAgainProps {
  readonly of: Delivery;
  readonly webhookId: string;
}

function SendAgain({ of: { deliveryId, type, subject }, webhookId }: SendAgainProps) {
  const cache = useQueryClient();
  const send = useMutation({
    meta: { done: "Resend" },
    mutationFn: () =>
      bursar.post("/restapi/webhooks/{webhookid}/deliveries/{deliveryid}/redeliver", {
        params: { path: { webhookid: webhookId, deliveryid: deliveryId } },
        body: {},
      }),
    onSuccess: async () => {
      await cache.invalidateQueries({ queryKey: ["webhooks"] });
    },
  });
  return (
    <>
      <button
        type="button"
        className="button"
        onClick={() => send.mutate()}
        disabled={send.isPending}
      >
        Resend
        <span className="hidden-text">
          {" "}
          {type} of {subject}
        </span>
      </button>
      {send.isError && <Failure error={send.error} />}
    </>
  );
}
