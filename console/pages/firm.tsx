// How the firm stands: what its clients have, what came and went, and what waits.
import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { consolePath } from "../data/place.ts";
import { reads } from "../data/reads.ts";
import type { Shapes } from "../data/service.ts";
import type { Session } from "../data/session.ts";
import { day, grouped, money } from "../data/texts.ts";
import { Change } from "../parts/figure.tsx";
import { PageHead } from "../parts/page-head.tsx";
import { Panel, Reading } from "../parts/panel.tsx";

type Overview = Shapes["FirmOverview"];

/** The page of the person's own firm. */
export function FirmPage({ person }: { readonly person: Session }) {
  const overview = useQuery(reads.firmOverview(person.firmId));
  const asOf = overview.data?.asOf;
  return (
    <>
      <PageHead
        title={person.firmName}
        sub={person.kind === "operator" ? "The accounts of all firms" : "The firm's accounts"}
      />
      <Reading of={overview} lines={8}>
        {(answer) => (
          <div className="stack">
            <Panel title="What clients have" aside={<span className="aside">{day(asOf)}</span>}>
              <Held of={answer} />
            </Panel>
            <Panel title="What waits" isBare>
              <Waiting of={answer.waiting} />
            </Panel>
          </div>
        )}
      </Reading>
    </>
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
        <dd className="note">
          {unvalued === "0"
            ? `closes until ${day(overview.valueDate)}`
            : `without ${grouped(unvalued, 0)} of the accounts, which have no value`}
        </dd>
      </div>
      <div>
        <dt>Cash</dt>
        <dd>{money(overview.cash)}</dd>
      </div>
      <div>
        <dt>Accounts</dt>
        <dd>{grouped(accounts, 0)}</dd>
        <dd className="note">of {people(owners)}</dd>
      </div>
      <div>
        <dt>Net flow</dt>
        <dd>
          <Change amount={flows.net} unit="money" />
        </dd>
        <dd className="note">
          {money(flows.in)} in, {money(flows.out)} out, {since}
        </dd>
      </div>
    </dl>
  );
}

function people(count: string): string {
  return count === "1" ? "1 owner" : `${grouped(count, 0)} owners`;
}

/** What each count is, and the page on which it is worked off. */
const kinds = [
  [
    "itemsForAttention",
    "Items for attention",
    "wait for owners of accounts",
    "/accounts?openitems=true",
  ],
  [
    "ordersUndecided",
    "Subscriptions",
    "wait for a decision of the issuer",
    "/accounts?waiting=orders",
  ],
  ["transfersOpen", "Transfers", "have not come to an end", "/accounts?waiting=transfers"],
  ["ballotsOpen", "Ballots", "wait for a holder's answer", "/accounts?waiting=ballots"],
  [
    "modelsPending",
    "Folios",
    "wait for the new version of their model",
    "/accounts?waiting=models",
  ],
  ["accountsRestricted", "Accounts", "are restricted", "/accounts?restricted=true"],
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
