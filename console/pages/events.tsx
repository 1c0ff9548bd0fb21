// Corporate events: the desk on which they are announced, posted and corrected.
import { lazy, Suspense } from "react";
import { Route, Switch } from "wouter";
import { mayChange } from "../data/service.ts";
import type { Session } from "../data/session.ts";
import { NotFound } from "../parts/not-found.tsx";
import { Loading } from "../parts/panel.tsx";
import { EventPage } from "./events/event.tsx";
import { EventList } from "./events/event-list.tsx";

const NewEventPage = lazy(() =>
  import("./events/event-form.tsx").then((form) => ({ default: form.NewEventPage })),
);
const EditEventPage = lazy(() =>
  import("./events/event-form.tsx").then((form) => ({ default: form.EditEventPage })),
);

/** The list of events, one of them, or a form. */
export function EventsPage({ person }: { readonly person: Session }) {
  return (
    <Suspense fallback={<Loading lines={8} />}>
      <Switch>
        <Route path="/">
          <EventList />
        </Route>
        {mayChange() && (
          <Route path="/new">
            <NewEventPage />
          </Route>
        )}
        {mayChange() && (
          <Route path="/:id/edit">{({ id }) => <EditEventPage key={id} id={id} />}</Route>
        )}
        <Route path="/:id">{({ id }) => <EventPage key={id} id={id} person={person} />}</Route>
        <Route>
          <NotFound back={{ path: "/", name: "All corporate events" }} />
        </Route>
      </Switch>
    </Suspense>
  );
}
