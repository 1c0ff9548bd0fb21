// Billing: the runs that bill a firm's accounts for a period, from preview to posting.
import { lazy, Suspense } from "react";
import { Route, Switch } from "wouter";
import type { Session } from "../data/session.ts";
import { NotFound } from "../parts/not-found.tsx";
import { Loading } from "../parts/panel.tsx";
import { mayBill } from "./billing/rights.ts";
import { RunPage } from "./billing/run.tsx";
import { RunList } from "./billing/run-list.tsx";

const NewRunPage = lazy(() =>
  import("./billing/new-run.tsx").then((page) => ({ default: page.NewRunPage })),
);

/** The list of runs, one of them, or the form of a new one. */
export function BillingPage({ person }: { readonly person: Session }) {
  return (
    <Suspense fallback={<Loading lines={8} />}>
      <Switch>
        <Route path="/">
          <RunList person={person} />
        </Route>
        {mayBill(person) && (
          <Route path="/new">
            <NewRunPage person={person} />
          </Route>
        )}
        <Route path="/:id">{({ id }) => <RunPage key={id} id={id} person={person} />}</Route>
        <Route>
          <NotFound back={{ path: "/", name: "All fee runs" }} />
        </Route>
      </Switch>
    </Suspense>
  );
}
