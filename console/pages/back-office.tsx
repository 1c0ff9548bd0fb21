// The back office: breaks and webhooks, and the ways to imports, keys, staff, retention and the system.
import { useQuery } from "@tanstack/react-query";
import { lazy } from "react";
import { Link, Route, Switch } from "wouter";
import { reads } from "../data/reads.ts";
import { mayChange } from "../data/service.ts";
import type { Session } from "../data/session.ts";
import { Icon } from "../parts/icon.tsx";
import { NotFound } from "../parts/not-found.tsx";
import { PageHead } from "../parts/page-head.tsx";
import { Reading } from "../parts/panel.tsx";
import { Reconciliation } from "./back-office/breaks.tsx";
import { isAdministrator, mayLoad } from "./back-office/rights.ts";
import { RunJobs } from "./back-office/run-jobs.tsx";
import { Webhooks } from "./back-office/webhooks.tsx";
import { ChooseFirm } from "./choose-firm.tsx";

const LoadsPage = lazy(() =>
  import("./back-office/loads.tsx").then((loads) => ({ default: loads.LoadsPage })),
);
const ImportsPage = lazy(() =>
  import("./imports/imports.tsx").then((imports) => ({ default: imports.ImportsPage })),
);
const WebhookPage = lazy(() =>
  import("./back-office/webhook.tsx").then((webhook) => ({ default: webhook.WebhookPage })),
);
const KeysPage = lazy(() =>
  import("./back-office/keys.tsx").then((keys) => ({ default: keys.KeysPage })),
);
const StaffPage = lazy(() =>
  import("./back-office/staff.tsx").then((staff) => ({ default: staff.StaffPage })),
);
const RetainedDocumentsPage = lazy(() =>
  import("./back-office/retained-documents.tsx").then((page) => ({
    default: page.RetainedDocumentsPage,
  })),
);
const AuditPage = lazy(() =>
  import("./back-office/audit.tsx").then((audit) => ({ default: audit.AuditPage })),
);
const ServicePage = lazy(() =>
  import("./back-office/service.tsx").then((service) => ({ default: service.ServicePage })),
);

/** The pages of the back office. */
export function BackOfficePage({ person }: { readonly person: Session }) {
  return (
    <Switch>
      {person.kind !== "issuing" && (
        <Route path="/loads">
          <LoadsPage person={person} />
        </Route>
      )}
      {person.kind !== "issuing" && (
        <Route path="/imports" nest>
          <ImportsPage person={person} />
        </Route>
      )}
      {person.kind === "operator" && (
        <Route path="/service">
          <ServicePage person={person} />
        </Route>
      )}
      {person.kind === "operator" && (
        <Route path="/audit">
          <AuditPage person={person} />
        </Route>
      )}
      {person.kind === "operator" && (
        <Route path="/retention">
          <RetainedDocumentsPage />
        </Route>
      )}
      <Route path="/keys">
        <KeysPage person={person} />
      </Route>
      <Route path="/staff">
        {person.kind === "operator" ? (
          <ChooseFirm title="Staff" own={person} />
        ) : (
          <StaffPage firmId={person.firmId} person={person} />
        )}
      </Route>
      {person.kind === "operator" && (
        <Route path="/staff/:firm">
          {({ firm }) => <StaffPage key={firm} firmId={firm} person={person} />}
        </Route>
      )}
      <Route path="/webhooks/:id">
        {({ id }) => <WebhookPage key={id} id={id} person={person} />}
      </Route>
      <Route path="/">
        <Office person={person} />
      </Route>
      <Route>
        <NotFound back={{ path: "/", name: "Back office" }} />
      </Route>
    </Switch>
  );
}

function Office({ person }: { readonly person: Session }) {
  const webhooks = useQuery(reads.webhooks());
  return (
    <>
      <PageHead title="Back office" sub={person.firmName}>
        {mayLoad(person) && (
          <Link href="/loads" className="button">
            <Icon name="file" />
            Imports
          </Link>
        )}
        {mayLoad(person) && (
          <Link href="/imports" className="button">
            <Icon name="file" />
            Custodian imports
          </Link>
        )}
        {isAdministrator(person) && (
          <Link href="/keys" className="button">
            <Icon name="lock" />
            API keys
          </Link>
        )}
        {isAdministrator(person) && (
          <Link href="/staff" className="button">
            <Icon name="person" />
            Staff
          </Link>
        )}
        {person.kind === "operator" && (
          <Link href="/service" className="button">
            <Icon name="office" />
            System status
          </Link>
        )}
        {person.kind === "operator" && (
          <Link href="/audit" className="button">
            <Icon name="search" />
            Audit log
          </Link>
        )}
        {person.kind === "operator" && (
          <Link href="/retention" className="button">
            <Icon name="file" />
            Retention
          </Link>
        )}
        {person.kind === "operator" && mayChange() && <RunJobs />}
      </PageHead>
      <div className="stack">
        {/* Breaks belong to accounts, which issuers do not have. */}
        {person.kind !== "issuing" && <Reconciliation />}
        <Reading of={webhooks}>{(list) => <Webhooks list={list} person={person} />}</Reading>
      </div>
    </>
  );
}
