// Securities: found as one types, and each of them.
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link, Route, Switch, useSearchParams } from "wouter";
import { bookReads, type SecurityFilter } from "../data/book-reads.ts";
import { type CsvColumn, csvText } from "../data/csv-text.ts";
import { withFilters } from "../data/filters.ts";
import { securityKind, staleAge } from "../data/security-kinds.ts";
import type { Shapes } from "../data/service.ts";
import type { Session } from "../data/session.ts";
import { day, grouped, none } from "../data/texts.ts";
import { ExportButton } from "../parts/export-button.tsx";
import { Listed } from "../parts/listed.tsx";
import { NotFound } from "../parts/not-found.tsx";
import { PageHead } from "../parts/page-head.tsx";
import { Panel } from "../parts/panel.tsx";
import { SearchField } from "../parts/search-field.tsx";
import { figures, Table } from "../parts/table.tsx";
import { PriceAge } from "./security/price-age.tsx";
import { SecurityPage } from "./security/security.tsx";

/** The list of securities, or the one that the path names. */
export function SecuritiesPage({ person }: { readonly person: Session }) {
  return (
    <Switch>
      <Route path="/">
        <Securities person={person} />
      </Route>
      <Route path="/:id">{({ id }) => <SecurityPage key={id} id={id} person={person} />}</Route>
      <Route>
        <NotFound back={{ path: "/", name: "All securities" }} />
      </Route>
    </Switch>
  );
}

function Securities({ person }: { readonly person: Session }) {
  const [asked, setAsked] = useSearchParams();
  const search = asked.get("search") ?? "";
  const shown = asked.get("show") ?? "";
  const choose = (name: string, value: string) =>
    setAsked((now) => withFilters(now, { [name]: value }), { replace: true });
  const list = useInfiniteQuery(bookReads.securities(filterOf(search, shown)));
  const isStaff = person.kind === "institutional" || person.kind === "operator";
  return (
    <>
      <PageHead title="Securities" sub="Symbols, prices and holders" />
      <Panel title="Find a security" isBare>
        <div className="body">
          <div className="toolbar no-print">
            <SearchField
              label="Search securities"
              placeholder="Symbol, name or CUSIP"
              stored={search}
              choose={(text) => choose("search", text)}
            />
            <select
              className="input"
              aria-label="Securities shown"
              value={shown}
              onChange={({ target }) => choose("show", target.value)}
            >
              <option value="">All securities</option>
              <option value="held">Held securities</option>
              {isStaff && <option value="stale">Held, with stale prices</option>}
            </select>
            <ExportButton
              of="The securities shown"
              name="securities.csv"
              read={async () => csvText(list.data?.pages.flat() ?? [], csvColumns)}
            />
          </div>
        </div>
        <Listed of={list} empty="No matching securities">
          {(rows) => <SecurityTable rows={rows} />}
        </Listed>
      </Panel>
    </>
  );
}

function filterOf(search: string, shown: string): SecurityFilter {
  const text = search.trim().slice(0, 40);
  return {
    ...(text !== "" && { search: text }),
    ...(shown === "held" && { held: true }),
    ...(shown === "stale" && { stale: String(staleAge - 1) }),
  };
}

const csvColumns: readonly CsvColumn<Shapes["ListedSecurity"]>[] = [
  ["Security ID", ({ id }) => id],
  ["Symbol", ({ ticker }) => ticker],
  ["Name", ({ companyName }) => companyName],
  ["Type", ({ instrumentType }) => securityKind(instrumentType)],
  ["CUSIP", ({ cusip }) => cusip],
  ["Last close", ({ close }) => close],
  ["Price date", ({ priceDate }) => priceDate],
];

function SecurityTable({ rows }: { readonly rows: readonly Shapes["ListedSecurity"][] }) {
  return (
    <Table columns={["Symbol", "Name", "Type", "CUSIP", figures("Last close"), "Price date"]}>
      {rows.map((row) => (
        <tr key={row.id}>
          <th scope="row">
            <Link href={`/${row.id}`}>{row.ticker}</Link>
          </th>
          <td className="wraps">
            {row.companyName}
            {row.matchedBy === "formerSymbol" && (
              <div className="tiny muted">Matched a former symbol</div>
            )}
          </td>
          <td>{securityKind(row.instrumentType)}</td>
          <td className="mono muted">{row.cusip ?? none}</td>
          <td className="right strong">{row.close === null ? none : grouped(row.close)}</td>
          <td className="nowrap">
            {day(row.priceDate)} <PriceAge age={row.priceAge} />
          </td>
        </tr>
      ))}
    </Table>
  );
}
