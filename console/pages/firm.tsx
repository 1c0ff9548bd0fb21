// A firm's overview: assets, flows, and what needs attention; and the cash of its accounts.
import { useQuery } from "@tanstack/react-query";
import { Link, useLocation } from "wouter";
import { consolePath } from "../data/place.ts";
import { reads } from "../data/reads.ts";
import type { Shapes } from "../data/service.ts";
import type { Session } from "../data/session.ts";
import { day, grouped, money } from "../data/texts.ts";
import { Change } from "../parts/figure.tsx";
import { NotFound } from "../parts/not-found.tsx";
import { PageHead } from "../parts/page-head.tsx";
import { Panel, Reading } from "../parts/panel.tsx";
import { FirmCash } from "./firm-cash.tsx";

type Overview = Shapes["FirmOverview"];

const parts = [
  { path: "/", name: "Overview", page: FirmOverview },
  { path: "/cash", name: "Cash", page: FirmCash },
] as const;

/** The pages of the user's own firm. */
export function FirmPage({ person }: { readonly person: Session }) {
  const [path] = useLocation();
  const part = parts.find((each) => each.path === path);
  if (part === undefined) return <NotFound back={{ path: "/", name: person.firmName }} />;
  const { page: Page } = part;
  return (
    <>
      <PageHead
        title={person.firmName}
        sub={person.kind === "operator" ? "All firms" : "All accounts"}
      />
      <nav className="tabs" aria-label="Firm pages">
        {parts.map((each) => (
          <Link key={each.path} href={each.path} {...(each === part && { "aria-current": "page" })}>
            {each.name}
          </Link>
        ))}
      </nav>
      <Page person={person} />
    </>
  );
}

function FirmOverview({ person }: { readonly person: Session }) {
  const overview = useQuery(reads.firmOverview(person.firmId));
  return (
    <Reading of={overview} lines={8}>
      {(answer) => (
        <div className="stack">
          <Panel title="Assets under management">
            <Held of={answer} />
          </Panel>
          <Panel
            title="Needs attention"
            aside={<span className="aside">As of {day(answer.asOf)}</span>}
            isBare
          >
            <Waiting of={answer.waiting} />
          </Panel>
        </div>
      )}
    </Reading>
  );
}

function Held({ of: { flows, ...overview } }: { readonly of: Overview }) {
  const { accounts, owners, accountsUnvalued: unvalued } = overview;
  const since = `since ${day(flows.firstDate)}`;
  return (
    <dl className="figures">
      <div>
        <dt>Value</dt>
        <dd>{money(overview.value)}</dd>
        {overview.valueDate !== null && (
          <dd className="note">As of market close {day(overview.valueDate)}</dd>
        )}
        {unvalued !== "0" && (
          <dd className="note">Excludes {grouped(unvalued, 0)} unvalued accounts</dd>
        )}
      </div>
      <div>
        <dt>Cash</dt>
        <dd>{money(overview.cash)}</dd>
        <dd className="note">As of {day(overview.asOf)}</dd>
      </div>
      <div>
        <dt>Accounts</dt>
        <dd>{grouped(accounts, 0)}</dd>
        <dd className="note">{people(owners)}</dd>
      </div>
      <div>
        <dt>Net flows, last 30 days</dt>
        <dd>
          <Change amount={flows.net} unit="money" />
        </dd>
        <dd className="note">
          {money(flows.in)} deposits, {money(flows.out)} withdrawals {since}
        </dd>
      </div>
    </dl>
  );
}

function people(count: string): string {
  return count === "1" ? "1 owner" : `${grouped(count, 0)} owners`;
}

/** Each count, with the page on which it is handled. */
const kinds = [
  ["itemsForAttention", "Client action items", "open", "/accounts?openitems=true"],
  ["ordersUndecided", "Subscriptions", "pending issuer approval", "/accounts?waiting=orders"],
  ["transfersOpen", "Transfers", "in progress", "/accounts?waiting=transfers"],
  ["ballotsOpen", "Proxy votes and elections", "due", "/accounts?waiting=ballots"],
  ["modelsPending", "Folios", "with pending model updates", "/accounts?waiting=models"],
  ["accountsRestricted", "Accounts", "restricted", "/accounts?restricted=true"],
] as const satisfies readonly (readonly [keyof Overview["waiting"], string, string, string])[];

function Waiting({ of: waiting }: { readonly of: Overview["waiting"] }) {
  return (
    <ul className="cards">
      {kinds.map(([kind, name, told, path]) => (
        <li key={kind} className="card-row">
          <div className="card-line">
            <span>
              <Link href={`~${consolePath}${path}`} className="strong">
                {name}
              </Link>{" "}
              <span className="small muted">{told}</span>
            </span>
            <span className={waiting[kind] === "0" ? "tag" : "tag blue"}>
              {grouped(waiting[kind], 0)}
            </span>
          </div>
        </li>
      ))}
    </ul>
  );
}
