// A firm's overview: assets, flows, and what needs attention; and the cash of its accounts.
import { useQuery } from "@tanstack/react-query";
import { Link, useLocation } from "wouter";
import { reads } from "../data/reads.ts";
import type { Shapes } from "../data/service.ts";
import type { Session } from "../data/session.ts";
import { day, grouped, money } from "../data/texts.ts";
import { Change } from "../parts/figure.tsx";
import { NotFound } from "../parts/not-found.tsx";
import { PageHead } from "../parts/page-head.tsx";
import { Panel, Reading } from "../parts/panel.tsx";
import { FirmAssets } from "./firm-assets.tsx";
import { FirmCash } from "./firm-cash.tsx";
import { FirmWorklist } from "./firm-worklist.tsx";
import { TaxLosses } from "./tax-losses.tsx";

type Overview = Shapes["FirmOverview"];

const parts = [
  { path: "/", name: "Overview", page: FirmOverview },
  { path: "/cash", name: "Cash", page: FirmCash },
  { path: "/tax-losses", name: "Tax losses", page: TaxLosses },
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
      {(found) => (
        <div className="stack">
          <Panel title="Assets under management">
            <Held of={found} />
          </Panel>
          <FirmAssets firmId={person.firmId} />
          <FirmWorklist firmId={person.firmId} overview={found} />
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
