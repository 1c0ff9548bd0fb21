// The back office: reconciliation breaks and webhooks.
import { useQuery } from "@tanstack/react-query";
import { lazy, useState } from "react";
import { Link, Route, Switch } from "wouter";
import { useDraft } from "../data/drafts.ts";
import { reads } from "../data/reads.ts";
import { bursar, mayChange, type Shapes } from "../data/service.ts";
import type { Session } from "../data/session.ts";
import { day, grouped, money, none, words } from "../data/texts.ts";
import { ChangeForm, Field } from "../parts/change-form.tsx";
import { Columns, figures } from "../parts/columns.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { Icon } from "../parts/icon.tsx";
import { NotFound } from "../parts/not-found.tsx";
import { PageHead } from "../parts/page-head.tsx";
import { Empty, Panel, Reading } from "../parts/panel.tsx";
import { isAdministrator, mayLoad } from "./back-office/rights.ts";
import { RunJobs } from "./back-office/run-jobs.tsx";
import { Webhooks } from "./back-office/webhooks.tsx";

const LoadsPage = lazy(() =>
  import("./back-office/loads.tsx").then((loads) => ({ default: loads.LoadsPage })),
);
const WebhookPage = lazy(() =>
  import("./back-office/webhook.tsx").then((webhook) => ({ default: webhook.WebhookPage })),
);
const KeysPage = lazy(() =>
  import("./back-office/keys.tsx").then((keys) => ({ default: keys.KeysPage })),
);
const RetainedDocumentsPage = lazy(() =>
  import("./back-office/retained-documents.tsx").then((page) => ({
    default: page.RetainedDocumentsPage,
  })),
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
      {person.kind === "operator" && (
        <Route path="/service">
          <ServicePage person={person} />
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
        {isAdministrator(person) && (
          <Link href="/keys" className="button">
            <Icon name="lock" />
            API keys
          </Link>
        )}
        {person.kind === "operator" && (
          <Link href="/service" className="button">
            <Icon name="office" />
            System status
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
        {person.kind !== "issuing" && <Reconciliation />}
        <Reading of={webhooks}>{(list) => <Webhooks list={list} person={person} />}</Reading>
      </div>
    </>
  );
}

/** Breaks belong to accounts, which issuers do not have. */
function Reconciliation() {
  const breaks = useQuery(reads.breaks());
  return <Reading of={breaks}>{(list) => <Breaks list={list} />}</Reading>;
}

type Break = Shapes["ReconciliationBreak"];

function Breaks({ list }: { readonly list: readonly Break[] }) {
  const [asked, setAsked] = useState<Break>();
  return (
    <Panel title="Reconciliation" aside={<span className="aside">Open breaks</span>} isBare>
      {list.length === 0 ? (
        <Empty title="No breaks" />
      ) : (
        <table className="table">
          <Columns
            of={[
              "Account",
              "Difference",
              figures("Custodian"),
              figures("Books"),
              figures("Value"),
              "Likely cause",
              "Since",
              "Note",
            ]}
          />
          <tbody>
            {list.map((each) => (
              <tr key={`${each.accountNumber} ${each.breakId}`}>
                <th scope="row" className="mono">
                  {each.accountNumber}
                </th>
                <td>
                  {words(each.kind)}
                  {each.security && ` of ${each.security.ticker}`}
                </td>
                <td className="right">{grouped(each.custodian)}</td>
                <td className="right">{each.books === null ? none : grouped(each.books)}</td>
                <td className="right strong">{money(each.amount)}</td>
                <td>{words(each.cause)}</td>
                <td className="nowrap">
                  {day(each.since)}
                  <div className="tiny muted">
                    {each.ageInDays} days, as of {day(each.date)}
                  </div>
                </td>
                <td>
                  {each.note && <p>{each.note}</p>}
                  {mayChange() && (
                    <button type="button" className="button" onClick={() => setAsked(each)}>
                      {each.note ? "Edit" : "Resolve"}
                      <span className="hidden-text"> the break of {each.accountNumber}</span>
                    </button>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {asked && (
        <Dialog title={`Break: ${asked.accountNumber}`} close={() => setAsked(undefined)}>
          <Resolve of={asked} done={() => setAsked(undefined)} />
        </Dialog>
      )}
    </Panel>
  );
}

function Resolve({ of, done }: { readonly of: Break; readonly done: () => void }) {
  const form = `resolveBreak ${of.breakId}`;
  const [note, setNote] = useDraft(form, "note", of.note ?? "");
  return (
    <ChangeForm
      name={form}
      values={{ note }}
      send={(body, how) =>
        bursar.put("/restapi/accounts/{accountnumber}/reconciliationbreaks/{breakid}", {
          params: { path: { accountnumber: of.accountNumber, breakid: of.breakId } },
          body,
          ...how,
        })
      }
      renews={["breaks"]}
      done={done}
      action="Save note"
    >
      <Field field="note" label="Resolution note" hint="Applies until the difference changes.">
        {(given) => (
          <textarea {...given} value={note} onChange={({ target }) => setNote(target.value)} />
        )}
      </Field>
    </ChangeForm>
  );
}
