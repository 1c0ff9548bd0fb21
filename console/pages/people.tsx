// A person: all accounts of theirs, and what waits for them.
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Link, Route, Switch } from "wouter";
import { codes, nameIn } from "../data/codes.ts";
import { consolePath } from "../data/place.ts";
import { reads } from "../data/reads.ts";
import type { Shapes } from "../data/service.ts";
import type { Session } from "../data/session.ts";
import { day, latestOf, money, personOf } from "../data/texts.ts";
import { Change } from "../parts/figure.tsx";
import { Listed } from "../parts/listed.tsx";
import { isAbsent, NotFound } from "../parts/not-found.tsx";
import { PageHead } from "../parts/page-head.tsx";
import { Panel } from "../parts/panel.tsx";
import { figures, Table } from "../parts/table.tsx";
import { PersonTotal, ToDo } from "./person-overview.tsx";

const back = { path: `~${consolePath}/accounts`, name: "Accounts" };

/** The person that the path names. */
export function PeoplePage(_: { readonly person: Session }) {
  return (
    <Switch>
      <Route path="/:loginId">
        {({ loginId }) => <PersonPage key={loginId} loginId={loginId} />}
      </Route>
      <Route>
        <NotFound back={back} />
      </Route>
    </Switch>
  );
}

function PersonPage({ loginId }: { readonly loginId: string }) {
  const items = useQuery(reads.openItems(loginId));
  const accounts = useInfiniteQuery(reads.listing({ user: loginId, sort: "-value" }));
  if (isAbsent(items.error)) return <NotFound back={back} />;
  const rows = accounts.data?.pages.flat() ?? [];
  const named = rows.find(({ owners }) => owners.includes(loginId));
  const name = named?.overview?.ownerNames[named.owners.indexOf(loginId)] ?? personOf(loginId);
  const lastClose = latestOf(rows.map(({ overview }) => overview?.valueDate));
  return (
    <>
      <PageHead
        title={name}
        sub={
          <>
            <span className="mono">{loginId}</span>
            {lastClose && ` · as of market close ${day(lastClose)}`}
          </>
        }
      />
      <div className="stack">
        <PersonTotal loginId={loginId} />
        <ToDo loginId={loginId} title="Needs attention" />
        <PersonAccounts loginId={loginId} />
      </div>
    </>
  );
}

/** The accounts that the user sees of a person. */
export function PersonAccounts({ loginId }: { readonly loginId: string }) {
  const accounts = useInfiniteQuery(reads.listing({ user: loginId, sort: "-value" }));
  const values = accounts.data?.pages.flat().map(({ overview }) => overview?.valueDate) ?? [];
  const lastClose = latestOf(values);
  return (
    <Panel
      title="Accounts"
      aside={lastClose && <span className="aside">As of market close {day(lastClose)}</span>}
      isBare
    >
      <Listed of={accounts} empty="No accounts">
        {(list) => <Accounts rows={list} loginId={loginId} />}
      </Listed>
    </Panel>
  );
}

interface AccountsProps {
  readonly rows: readonly Shapes["ListedAccount"][];
  readonly loginId: string;
}

function Accounts({ rows, loginId }: AccountsProps) {
  return (
    <Table
      columns={[
        "Account",
        figures("Value"),
        figures("1-day return"),
        figures("Year to date"),
        figures("Cash"),
        "Relationship",
      ]}
    >
      {rows.map(({ accountNumber, accountName, accountType, owners, overview }) => (
        <tr key={accountNumber}>
          <th scope="row">
            <Link href={`~${consolePath}/accounts/${accountNumber}`}>{accountName}</Link>
            <div className="tiny muted" style={{ fontWeight: 400 }}>
              <span className="mono">{accountNumber}</span> ·{" "}
              {nameIn(codes.accountTypes, accountType)}
            </div>
          </th>
          <td className="right strong">{money(overview?.value)}</td>
          <td className="right">
            <Change amount={overview?.dayReturn} />
          </td>
          <td className="right">
            <Change amount={overview?.yearToDateReturn} />
          </td>
          <td className="right muted">{money(overview?.cash)}</td>
          <td>{relationOf(owners, loginId)}</td>
        </tr>
      ))}
    </Table>
  );
}

function relationOf(owners: readonly string[], loginId: string): string {
  if (!owners.includes(loginId)) return "Authorized";
  return owners.length === 1 ? "Owner" : "Joint owner";
}
