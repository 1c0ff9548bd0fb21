// One event: how far it is, its terms, its totals, and what each account gets.

import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { nameIn } from "../../data/codes.ts";
import { type CorporateEvent, eventStatuses } from "../../data/event-codes.ts";
import { eventKinds } from "../../data/event-kinds.ts";
import { eventReads, isRunning } from "../../data/event-reads.ts";
import { consolePath } from "../../data/place.ts";
import type { Session } from "../../data/session.ts";
import { day, grouped, instant } from "../../data/texts.ts";
import { BackLink } from "../../parts/back-link.tsx";
import { isAbsent, NotFound } from "../../parts/not-found.tsx";
import { PageHead } from "../../parts/page-head.tsx";
import { Notice, Panel, Reading } from "../../parts/panel.tsx";
import { Attention, EventStatus } from "./event-status.tsx";
import { EventSteps } from "./event-steps.tsx";
import { Lines } from "./lines.tsx";
import { Terms } from "./terms.tsx";
import { Totals } from "./totals.tsx";

interface EventPageProps {
  readonly id: string;
  readonly person: Session;
}

/** The page of an event. A run goes on when it is left, and is found again here. */
export function EventPage({ id, person }: EventPageProps) {
  const read = useQuery(eventReads.event(id));
  if (isAbsent(read.error)) return <NotFound back={{ path: "/", name: "All corporate events" }} />;
  return (
    <Reading of={read} lines={8}>
      {(event) => (
        <>
          <PageHead
            title={`${nameIn(eventKinds, event.kind)}: ${event.companyName}`}
            sub={`${event.ticker} · event ${event.eventId}, version ${event.version}`}
          >
            <Link href={`~${consolePath}/securities/${event.securityId}`} className="button quiet">
              {event.ticker}
            </Link>
            <BackLink href="/" name="All corporate events" />
          </PageHead>
          <div className="stack">
            <Panel
              title="Status"
              aside={
                <span className="actions">
                  <Attention of={event} />
                  <EventStatus of={event} />
                </span>
              }
            >
              <div className="stack">
                <Warnings of={event} />
                <Progress of={event} />
                <EventSteps event={event} person={person} />
              </div>
            </Panel>
            <div className="columns halves">
              <Terms of={event} />
              {event.totals && <Totals of={event.totals} event={event} />}
            </div>
            {event.progress && event.progress.lines !== "0" && <Lines event={event} />}
          </div>
        </>
      )}
    </Reading>
  );
}

function Warnings({ of: { warnings } }: { readonly of: CorporateEvent }) {
  if (warnings.length === 0) return null;
  return (
    <Notice kind="warn">
      {warnings.map((each) => (
        <p key={each}>{each}</p>
      ))}
    </Notice>
  );
}

/** Counts of lines; some are shown even if there are none. */
const counts = [
  ["lines", "Accounts", true],
  ["due", "Pending", true],
  ["posted", "Posted", true],
  ["refused", "Rejected", false],
  ["held", "On hold", false],
  ["found", "Already booked", false],
] as const;

/** The people who took each step, the days that come, and how many accounts are booked. */
function Progress({ of: event }: { readonly of: CorporateEvent }) {
  const { progress } = event;
  const people = [
    ["Created by", event.createdBy],
    ["Announced by", event.announcedBy],
    ["Posted by", event.postedBy],
    ["Corrected by", event.correctedBy],
    ["Reversed by", event.reversedBy],
  ] as const;
  const details = [
    ...people.flatMap(([name, login]) => (login === null ? [] : [`${name} ${login}`])),
    ...(event.deadline ? [`Election deadline ${instant(event.deadline)}`] : []),
    ...(event.comment ? [event.comment] : []),
  ];
  return (
    <>
      {isRunning(event) && progress && (
        <div>
          <progress
            aria-label={`${eventStatuses[event.status]}: ${progress.posted} of ${progress.lines} accounts posted`}
            value={Number(progress.posted)}
            max={Number(progress.lines)}
            style={{ width: "100%" }}
          />
          <p className="small muted" role="status">
            {eventStatuses[event.status]}: {grouped(progress.posted, 0)} of{" "}
            {grouped(progress.lines, 0)} accounts posted. You can leave this page.
          </p>
        </div>
      )}
      <dl className="figures">
        <div>
          <dt>Entitlement date</dt>
          <dd>{day(event.entitlementDate)}</dd>
          <dd className="note">By positions at the opening</dd>
        </div>
        <div>
          <dt>Booking date</dt>
          <dd>{day(event.bookingDate)}</dd>
          <dd className="note">{event.autoPost ? "Posts automatically" : "Posted by a person"}</dd>
        </div>
        {progress &&
          progress.lines !== "0" &&
          counts.map(
            ([name, title, isAlways]) =>
              (isAlways || progress[name] !== "0") && (
                <div key={name}>
                  <dt>{title}</dt>
                  <dd>{grouped(progress[name], 0)}</dd>
                </div>
              ),
          )}
      </dl>
      {details.length > 0 && <p className="small muted">{details.join(" · ")}</p>}
    </>
  );
}
