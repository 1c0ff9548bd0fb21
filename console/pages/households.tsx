// Households: accounts that are seen, measured and billed together.
import { useInfiniteQuery } from "@tanstack/react-query";
import { lazy, Suspense, useDeferredValue, useState } from "react";
import { Link, Route, Switch, useLocation, useSearchParams } from "wouter";
import { type CsvColumn, csvText } from "../data/csv-text.ts";
import { withFilters } from "../data/filters.ts";
import { type Household, householdReads } from "../data/household-reads.ts";
import { mayChange } from "../data/service.ts";
import type { Session } from "../data/session.ts";
import { day, latestOf, money, personOf } from "../data/texts.ts";
import { Dialog } from "../parts/dialog.tsx";
import { ExportButton } from "../parts/export-button.tsx";
import { Change } from "../parts/figure.tsx";
import { Icon } from "../parts/icon.tsx";
import { Listed } from "../parts/listed.tsx";
import { NotFound } from "../parts/not-found.tsx";
import { PageHead } from "../parts/page-head.tsx";
import { Loading, Panel } from "../parts/panel.tsx";
import { SearchField } from "../parts/search-field.tsx";
import { Spark } from "../parts/spark.tsx";
import { figures, Table } from "../parts/table.tsx";
import { NewHousehold } from "./household/household-form.tsx";
import { mayManage } from "./household/rights.ts";

const HouseholdPage = lazy(() =>
  import("./household/household.tsx").then((page) => ({ default: page.HouseholdPage })),
);

/** The list of households, or the one that the path names. */
export function HouseholdsPage({ person }: { readonly person: Session }) {
  const isClient = person.kind === "client";
  return (
    <Suspense fallback={<Loading lines={8} />}>
      <Switch>
        {!isClient && (
          <Route path="/">
            <HouseholdList person={person} />
          </Route>
        )}
        <Route path="/:oid" nest>
          {({ oid }) => <HouseholdPage key={oid} oid={oid} person={person} />}
        </Route>
        <Route>
          <NotFound back={{ path: "~/", name: "Home" }} />
        </Route>
      </Switch>
    </Suspense>
  );
}

/** The page of all households. The search is in its address. */
function HouseholdList({ person }: { readonly person: Session }) {
  const [asked, setAsked] = useSearchParams();
  const [isForming, setForming] = useState(false);
  const [, go] = useLocation();
  const search = useDeferredValue(asked.get("search") ?? "");
  const list = useInfiniteQuery(householdReads.households(search.trim().slice(0, 40)));
  const rows = list.data?.pages.flat() ?? [];
  const lastClose = latestOf(rows.map(({ overview }) => overview?.valueDate));
  return (
    <>
      <PageHead
        title="Households"
        sub={`${person.kind === "operator" ? "All firms" : person.firmName} · returns net of fees`}
      >
        {mayChange() && mayManage(person) && (
          <button type="button" className="button first" onClick={() => setForming(true)}>
            <Icon name="plus" />
            New household
          </button>
        )}
      </PageHead>
      <Panel
        title="All households"
        aside={lastClose && <span className="aside">As of market close {day(lastClose)}</span>}
        isBare
      >
        <div className="body">
          <div className="toolbar no-print">
            <SearchField
              label="Search households"
              placeholder="Name"
              stored={asked.get("search") ?? ""}
              choose={(text) =>
                setAsked((now) => withFilters(now, { search: text }), { replace: true })
              }
            />
            <ExportButton
              of="The households shown"
              name="households.csv"
              read={async () => csvText(rows, csvColumns)}
            />
          </div>
        </div>
        <Listed of={list} empty={search === "" ? "No households" : "No matching households"}>
          {(households) => <HouseholdTable households={households} />}
        </Listed>
      </Panel>
      {isForming && (
        <Dialog title="New household" close={() => setForming(false)} isWide>
          <NewHousehold done={(oid) => go(`/${oid}`)} />
        </Dialog>
      )}
    </>
  );
}

const csvColumns: readonly CsvColumn<Household>[] = [
  ["Household ID", ({ householdOid }) => householdOid],
  ["Household", ({ name }) => name],
  ["Members", ({ members }) => members.map(personOf).join(", ")],
  ["Accounts", (household) => String(accountCount(household))],
  ["Value", ({ overview }) => overview?.value ?? null],
  ["Value date", ({ overview }) => overview?.valueDate ?? null],
  ["1-day return", ({ overview }) => overview?.dayReturn ?? null],
  ["Year to date", ({ overview }) => overview?.yearToDateReturn ?? null],
];

/** How many accounts are in a household now. */
function accountCount({ accounts }: Household): number {
  return accounts.filter(({ to }) => to === null).length;
}

function HouseholdTable({ households }: { readonly households: readonly Household[] }) {
  return (
    <Table
      className="households"
      columns={[
        "Household",
        figures("Accounts"),
        figures("Value"),
        figures("1-day return"),
        figures("Year to date"),
        "12 months",
      ]}
    >
      {households.map((household) => (
        <Row key={household.householdOid} household={household} />
      ))}
    </Table>
  );
}

function Row({ household }: { readonly household: Household }) {
  const { householdOid, name, members, overview } = household;
  const values = overview?.monthEndValues ?? [];
  return (
    <tr>
      <th scope="row" className="wraps">
        <Link href={`/${householdOid}`}>{name}</Link>
        <div className="tiny muted" style={{ fontWeight: 400 }}>
          {members.map(personOf).join(", ")}
        </div>
      </th>
      <td className="right">{accountCount(household)}</td>
      <td className="right strong">
        {money(overview?.value)}
        {overview?.valueDate && (
          <div className="tiny muted" style={{ fontWeight: 400 }}>
            {day(overview.valueDate)}
          </div>
        )}
      </td>
      <td className="right">
        <Change amount={overview?.dayReturn} />
      </td>
      <td className="right">
        <Change amount={overview?.yearToDateReturn} />
      </td>
      <td>{values.length > 1 && <Spark values={values.map(({ value }) => value)} />}</td>
    </tr>
  );
}
