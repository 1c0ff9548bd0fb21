// Statements: the runs that draw the statements and reports of a firm's accounts for a period.
import { Route, Switch } from "wouter";
import type { Session } from "../data/session.ts";
import { NotFound } from "../parts/not-found.tsx";
import { ChooseFirm } from "./choose-firm.tsx";
import type { OfFirm } from "./of-firm.ts";
import { NewStatementRun } from "./statements/new-run.tsx";
import { mayDraw } from "./statements/rights.ts";
import { StatementRunPage } from "./statements/run.tsx";
import { StatementRunList } from "./statements/run-list.tsx";

/** The runs of a firm: advisers have their own, the operator names one. */
export function StatementsPage({ person }: { readonly person: Session }) {
  if (person.kind !== "operator") return <Runs firmId={person.firmId} person={person} />;
  return (
    <Switch>
      <Route path="/">
        <ChooseFirm title="Statements" />
      </Route>
      <Route path="/:firm" nest>
        {({ firm }) => <Runs key={firm} firmId={firm} person={person} />}
      </Route>
    </Switch>
  );
}

function Runs(given: OfFirm) {
  return (
    <Switch>
      <Route path="/">
        <StatementRunList {...given} />
      </Route>
      {mayDraw(given.person) && (
        <Route path="/new">
          <NewStatementRun {...given} />
        </Route>
      )}
      <Route path="/:id">{({ id }) => <StatementRunPage key={id} id={id} {...given} />}</Route>
      <Route>
        <NotFound back={{ path: "/", name: "All statement runs" }} />
      </Route>
    </Switch>
  );
}
