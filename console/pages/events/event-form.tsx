// Forms of a new event, and of other terms of one. A dry run shows what each holder would get.

import type { DryRun } from "@bursar/client";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useLocation } from "wouter";
import { bookReads } from "../../data/book-reads.ts";
import { nameIn } from "../../data/codes.ts";
import { useDraft } from "../../data/drafts.ts";
import type { CorporateEvent } from "../../data/event-codes.ts";
import { eventKinds } from "../../data/event-kinds.ts";
import { eventReads } from "../../data/event-reads.ts";
import { bursar } from "../../data/service.ts";
import { day } from "../../data/texts.ts";
import { BackLink } from "../../parts/back-link.tsx";
import { ChangeForm, type Send, useSettled } from "../../parts/change-form.tsx";
import { CodeInput, FlagInput, TextInput } from "../../parts/inputs.tsx";
import { PageHead } from "../../parts/page-head.tsx";
import { Empty, Notice, Panel, Reading } from "../../parts/panel.tsx";
import { draftOf, type EventDraft, emptyDraft, newEventOf, updateOf } from "./event-draft.ts";
import { EventFields } from "./event-fields.tsx";
import { LineTable } from "./lines.tsx";
import { TotalFigures } from "./totals.tsx";

/** The page of a new event. */
export function NewEventPage() {
  const [draft, setDraft] = useDraft<EventDraft>("createCorporateEvent", "terms", emptyDraft);
  const [, go] = useLocation();
  const set = (changed: Partial<EventDraft>) => setDraft({ ...draft, ...changed });
  const dry = useDryRun(newEventOf(draft), (body, how) =>
    bursar.post("/restapi/corporateevents", { body, ...how }),
  );
  return (
    <>
      <PageHead title="New corporate event" sub="Starts as a draft">
        <BackLink href="/" name="All corporate events" />
      </PageHead>
      <div className="stack">
        <Panel title="Terms">
          <ChangeForm
            name="createCorporateEvent"
            values={newEventOf(draft)}
            send={dry.send}
            renews={["events"]}
            done={({ id }) => go(`/${id}`)}
            action="Save draft"
          >
            <fieldset className="section">
              <legend>Event</legend>
              <div className="row">
                <CodeInput
                  field="kind"
                  label="Type of event"
                  list={eventKinds}
                  value={draft.kind}
                  set={(kind) => set({ kind })}
                />
                <SecurityInput value={draft.securityId} set={(securityId) => set({ securityId })} />
              </div>
              <FlagInput
                field="another"
                label="A further event of this type on the same ex-date"
                value={draft.another}
                set={(another) => set({ another })}
              />
            </fieldset>
            <EventFields draft={draft} set={set} />
          </ChangeForm>
        </Panel>
        <Preview of={dry.shown} />
      </div>
    </>
  );
}

/** The page of an event's terms. */
export function EditEventPage({ id }: { readonly id: string }) {
  const read = useQuery(eventReads.event(id));
  return <Reading of={read}>{(event) => <Edit event={event} />}</Reading>;
}

function Edit({ event }: { readonly event: CorporateEvent }) {
  const { eventId, status } = event;
  const form = `updateCorporateEvent ${eventId}`;
  const [standing] = useState(() => draftOf(event));
  const [draft, setDraft] = useDraft<EventDraft>(form, "terms", standing);
  const [, go] = useLocation();
  const dry = useDryRun(updateOf(standing, draft), (body, how) =>
    bursar.put("/restapi/corporateevents/{eventid}", {
      params: { path: { eventid: eventId } },
      body,
      ...how,
    }),
  );
  return (
    <>
      <PageHead
        title={`Terms of ${nameIn(eventKinds, event.kind)}: ${event.companyName}`}
        sub={`${event.ticker} · event ${eventId}`}
      >
        <BackLink href={`/${eventId}`} name="Event" />
      </PageHead>
      <div className="stack">
        <Panel title="Terms">
          <ChangeForm
            name={form}
            values={updateOf(standing, draft)}
            send={dry.send}
            renews={["events"]}
            done={() => go(`/${eventId}`)}
            action={status === "POSTED" ? "Save correction" : "Save terms"}
          >
            {status === "POSTED" && (
              <Notice kind="warn">Only accounts that would get something else are rebooked.</Notice>
            )}
            <EventFields draft={draft} set={(changed) => setDraft({ ...draft, ...changed })} />
          </ChangeForm>
        </Panel>
        <Preview of={dry.shown} />
      </div>
    </>
  );
}

/** Keeps what the last dry run of these values would make of the event. */
function useDryRun<V, A>(values: V, sendIt: Send<V, A>) {
  const [rehearsed, keep] = useState<{ readonly key: string; readonly event: CorporateEvent }>();
  const send: Send<V, A> = async (body, how) => {
    const response = await sendIt(body, how);
    if (how.dryRun) {
      const { record } = response as unknown as DryRun;
      keep({ key: JSON.stringify(body), event: record as unknown as CorporateEvent });
    }
    return response;
  };
  return { send, shown: rehearsed?.key === JSON.stringify(values) ? rehearsed.event : undefined };
}

/** The totals that the event would have, and its first lines; of a correction, those that change. */
function Preview({ of: event }: { readonly of: CorporateEvent | undefined }) {
  if (!event?.totals) return null;
  const lines = event.lines ?? [];
  const isCorrected = event.recomputedTotals !== null;
  return (
    <>
      {event.warnings.length > 0 && (
        <Notice kind="warn">
          {event.warnings.map((each) => (
            <p key={each}>{each}</p>
          ))}
        </Notice>
      )}
      <Panel
        title={isCorrected ? "Totals after correction" : "Estimated totals"}
        aside={<span className="aside">Booking date {day(event.bookingDate)}</span>}
      >
        <TotalFigures of={event.recomputedTotals ?? event.totals} />
      </Panel>
      <Panel
        title={isCorrected ? "Entitlements that change" : "Estimated entitlements"}
        aside={<span className="aside">Entitlement date {day(event.entitlementDate)}</span>}
        isBare
      >
        {lines.length === 0 ? <Empty title="No holders" /> : <LineTable lines={lines} />}
      </Panel>
    </>
  );
}

interface SecurityInputProps {
  readonly value: string;
  readonly set: (securityId: string) => void;
}

/** A security by its symbol; the id is sent. */
function SecurityInput({ value, set }: SecurityInputProps) {
  const [symbol, setSymbol] = useDraft("createCorporateEvent", "symbol", "");
  const found = useQuery(bookReads.securitiesNamed(useSettled(symbol).trim().slice(0, 40)));
  const offered = found.data ?? [];
  const chosen = offered.find(({ id }) => id === value);
  const ticker = symbol.trim().toUpperCase();
  const named = offered.find((each) => each.ticker === ticker)?.id;
  // A symbol may be typed before the securities of that name have been read.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only once the securities are read
  useEffect(() => {
    if (named !== undefined && named !== value) set(named);
  }, [named]);
  return (
    <TextInput
      field="securityId"
      label="Security"
      hint={chosen?.companyName ?? "Symbol"}
      value={symbol}
      set={(text) => {
        setSymbol(text);
        const typed = text.trim().toUpperCase();
        set(offered.find((each) => each.ticker === typed)?.id ?? typed);
      }}
      offered={offered.map(({ ticker, companyName }) => ({ value: ticker, name: companyName }))}
    />
  );
}
