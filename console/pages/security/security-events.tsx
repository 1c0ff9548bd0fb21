// The announced events of a security that are not posted yet.
import { Link } from "wouter";
import { nameIn } from "../../data/codes.ts";
import { eventStatuses } from "../../data/event-codes.ts";
import { eventKinds } from "../../data/event-kinds.ts";
import { consolePath } from "../../data/place.ts";
import type { Shapes } from "../../data/service.ts";
import type { Session } from "../../data/session.ts";
import { day } from "../../data/texts.ts";
import { Panel } from "../../parts/panel.tsx";
import { Table } from "../../parts/table.tsx";

interface SecurityEventsProps {
  readonly of: Shapes["Security"]["nextEvents"];
  readonly person: Session;
}

/** The panel of coming events; there is at least one. */
export function SecurityEvents({ of, person }: SecurityEventsProps) {
  return (
    <Panel title="Upcoming corporate events" isBare>
      <Table columns={["Event", "Ex or effective date", "Pay date", "Status"]}>
        {of.map((event) => (
          <tr key={event.eventId}>
            <th scope="row">
              {person.kind === "operator" ? (
                <Link href={`~${consolePath}/events/${event.eventId}`}>
                  {nameIn(eventKinds, event.kind)}
                </Link>
              ) : (
                nameIn(eventKinds, event.kind)
              )}
            </th>
            <td className="nowrap">{day(event.exDate ?? event.effectiveDate)}</td>
            <td className="nowrap">{day(event.payDate)}</td>
            <td>{eventStatuses[event.status]}</td>
          </tr>
        ))}
      </Table>
    </Panel>
  );
}
