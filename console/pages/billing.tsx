// Billing: the runs that bill a firm's accounts for a period, from preview to posting.
import { lazy, Suspense } from "react";
import { Route, Switch } from "wouter";
import type { Session } from "../data/session.ts";
import { NotFound } from "../parts/not-found.tsx";
import { Loading } from "../parts/panel.tsx";
import { mayBill } from "./billing/rights.ts";
import { RunPage } from "./billing/run.tsx";
import { RunList } from "./billing/run-list.tsx";
import { ChooseFirm } from "./choose-firm.tsx";
import type { OfFirm } from "./of-firm.ts";

const NewRunPage = lazy(() =>
  import("./billing/new-run.tsx").then((page) => ({ default: page.NewRunPage })),
);

/** The runs of a firm: advisers have their own, the operator names one. */
export function BillingPage({ person }: { readonly person: Session }) {
  return (
    <Suspense fallback={<Loading lines={8} />}>
      {person.kind === "operator" ? (
        <Switch>
          <Route path="/">
            <ChooseFirm title="Billing" />
          </Route>
          <Route path="/:firm" nest>
            {({ firm }) => <Runs key={firm} firmId={firm} person={person} />}
          </Route>
        </Switch>
      ) : (
        <Runs firmId={person.firmId} person={person} />
      )}
    </Suspense>
  );
}

/** The list of runs, one of them, or the form of a new one. */
function Runs(given: OfFirm) {
  return (
    <Switch>
      <Route path="/">
        <RunList {...given} />
      </Route>
      {mayBill(given.person) && (
        <Route path="/new">
          <NewRunPage {...given} />
        </Route>
      )}
      <Route path="/:id">{({ id }) => <RunPage key={id} id={id} {...given} />}</Route>
      <Route>
        <NotFound back={{ path: "/", name: "All fee runs" }} />
      </Route>
    </Switch>
  );
}
