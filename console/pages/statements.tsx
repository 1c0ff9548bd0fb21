// Statements: the runs that draw the statements and reports of a firm's accounts for a period.
import { useState } from "react";
import { Route, Switch, useLocation } from "wouter";
import type { Session } from "../data/session.ts";
import { NotFound } from "../parts/not-found.tsx";
import { PageHead } from "../parts/page-head.tsx";
import { Panel } from "../parts/panel.tsx";
import { NewStatementRun } from "./statements/new-run.tsx";
import { mayDraw } from "./statements/rights.ts";
import { StatementRunPage } from "./statements/run.tsx";
import { StatementRunList } from "./statements/run-list.tsx";

/** The runs of a firm: advisers have their own, the operator names one. */
export function StatementsPage({ person }: { readonly person: Session }) {
  if (person.kind !== "operator") return <OfFirm firmId={person.firmId} person={person} />;
  return (
    <Switch>
      <Route path="/">
        <ChooseFirm />
      </Route>
      <Route path="/:firm" nest>
        {({ firm }) => <OfFirm key={firm} firmId={firm} person={person} />}
      </Route>
    </Switch>
  );
}

interface OfFirmProps {
  readonly firmId: string;
  readonly person: Session;
}

function OfFirm(given: OfFirmProps) {
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

/** The operator's choice of a firm, by its id. */
function ChooseFirm() {
  const [firm, setFirm] = useState("");
  const [, go] = useLocation();
  return (
    <>
      <PageHead title="Statements" sub="Choose a firm" />
      <Panel title="Firm">
        <form
          className="toolbar"
          onSubmit={(event) => {
            event.preventDefault();
            if (/^\d+$/.test(firm.trim())) go(`/${firm.trim()}`);
          }}
        >
          <label className="small" htmlFor="firm">
            Firm ID
          </label>
          <input
            id="firm"
            className="input"
            style={{ width: "9rem" }}
            inputMode="numeric"
            onChange={({ target }) => setFirm(target.value)}
          />
          <button type="submit" className="button first">
            Open
          </button>
        </form>
      </Panel>
    </>
  );
}
