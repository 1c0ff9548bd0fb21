// The back office: what does not agree with the custodian, and who is told of changes.
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { lazy, useState } from "react";
import { Link, Route, Switch } from "wouter";
import { reads } from "../data/reads.ts";
import { bursar, type Shapes } from "../data/service.ts";
import type { Session } from "../data/session.ts";
import { day, grouped, money, none, words } from "../data/texts.ts";
import { ChangeForm, Field } from "../parts/change-form.tsx";
import { Columns, figures } from "../parts/columns.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { Icon } from "../parts/icon.tsx";
import { PageHead } from "../parts/page-head.tsx";
import { Empty, Failure, Notice, Panel, Reading } from "../parts/panel.tsx";
import { administers, mayLoad } from "./back-office/rights.ts";
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
      <Route path="/keys">
        <KeysPage person={person} />
      </Route>
      <Route path="/webhooks/:id">
        {({ id }) => <WebhookPage key={id} id={id} person={person} />}
      </Route>
      <Route>
        <Office person={person} />
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
            Loads
          </Link>
        )}
        {administers(person) && (
          <Link href="/keys" className="button">
            <Icon name="lock" />
            Keys
          </Link>
        )}
        {person.kind === "operator" && (
          <Link href="/service" className="button">
            <Icon name="office" />
            Service
          </Link>
        )}
        {person.kind === "operator" && <Sweep />}
      </PageHead>
      <div className="stack">
        {person.kind !== "issuing" && <Reconciliation />}
        <Reading of={webhooks}>{(list) => <Webhooks list={list} person={person} />}</Reading>
      </div>
    </>
  );
}

/** Breaks are of accounts, which an issuer has none of. */
function Reconciliation() {
  const breaks = useQuery(reads.breaks());
  return <Reading of={breaks}>{(list) => <Breaks list={list} />}</Reading>;
}

/** What time has brought is done each minute by itself; this does it now. */
function Sweep() {
  const cache = useQueryClient();
  const sweep = useMutation({
    mutationFn: () => bursar.put("/restapi/sweeps", { body: {} }),
    onSuccess: () => cache.invalidateQueries(),
  });
  return (
    <>
      {sweep.isSuccess && <Notice kind="good">All that was due is done.</Notice>}
      {sweep.isError && <Failure error={sweep.error} />}
      <button
        type="button"
        className="button"
        onClick={() => sweep.mutate()}
        disabled={sweep.isPending}
      >
        Do what is due
      </button>
    </>
  );
}

type Break = Shapes["ReconciliationBreak"];

function Breaks({ list }: { readonly list: readonly Break[] }) {
  const [asked, setAsked] = useState<Break>();
  return (
    <Panel title="Reconciliation" aside={<span className="aside">Breaks that stand</span>} isBare>
      {list.length === 0 ? (
        <Empty title="Books and custodian agree." />
      ) : (
        <table className="table">
          <Columns
            of={[
              "Account",
              "What differs",
              figures("Custodian"),
              figures("Books"),
              figures("Worth"),
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
                  <div className="tiny muted">{each.ageInDays} days</div>
                </td>
                <td>
                  {each.note && <p>{each.note}</p>}
                  <button type="button" className="button" onClick={() => setAsked(each)}>
                    {each.note ? "Change" : "Resolve"}
                    <span className="hidden-text"> the break of {each.accountNumber}</span>
                  </button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {asked && (
        <Dialog title={`Break of ${asked.accountNumber}`} close={() => setAsked(undefined)}>
          <Resolve of={asked} done={() => setAsked(undefined)} />
        </Dialog>
      )}
    </Panel>
  );
}

function Resolve({ of, done }: { readonly of: Break; readonly done: () => void }) {
  const [note, setNote] = useState(of.note ?? "");
  return (
    <ChangeForm
      name={`resolveBreak ${of.breakId}`}
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
      action="Save the note"
    >
      <Field
        field="note"
        label="What explains the difference"
        hint="It holds for as long as the difference stays the same."
      >
        {(given) => (
          <textarea {...given} value={note} onChange={({ target }) => setNote(target.value)} />
        )}
      </Field>
    </ChangeForm>
  );
}
