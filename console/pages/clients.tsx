// The accounts that the user may see: searched, filtered and sorted by the service, page by page.
import { useInfiniteQuery } from "@tanstack/react-query";
import { useDeferredValue } from "react";
import { Link, useSearchParams } from "wouter";
import { csvCell, csvLine } from "../../src/values/csv-cell.ts";
import { withFilters } from "../data/filters.ts";
import { type Listing, type ListingOrder, listingSize, reads } from "../data/reads.ts";
import type { Shapes } from "../data/service.ts";
import type { Session } from "../data/session.ts";
import { day, latestOf } from "../data/texts.ts";
import { wholeListing } from "../data/whole-listing.ts";
import { ExportButton } from "../parts/export-button.tsx";
import { Menu } from "../parts/menu.tsx";
import { PageHead } from "../parts/page-head.tsx";
import { Empty, Failure, Loading, Notice } from "../parts/panel.tsx";
import { type AccountColumn, accountColumns, useHiddenColumns } from "./account-columns.tsx";
import { AccountFilters, type Filters, listingOf, notUnderstood } from "./account-filters.tsx";
import { AccountRows } from "./account-rows.tsx";

/** The page of accounts. Its filters are in its address, so that a link opens the same list. */
export function ClientsPage({ person }: { readonly person: Session }) {
  const isOwn = person.kind === "client";
  const [asked, setAsked] = useSearchParams();
  const choose = (change: Filters) =>
    setAsked((now) => withFilters(now, change), { replace: true });
  const sort = (asked.get("sort") ?? "-value") as Listing["sort"];
  const address = useDeferredValue(asked.toString());
  const unclear = notUnderstood(address);
  const isUnderstood = unclear.length === 0;
  const listing = useInfiniteQuery({ ...reads.listing(listingOf(address)), enabled: isUnderstood });
  const rows = isUnderstood && !listing.error ? (listing.data?.pages.flat() ?? []) : [];
  const more = listing.hasNextPage ? "+" : "";
  const [hidden, toggle] = useHiddenColumns();
  const [first, ...others] = accountColumns;
  const columns = [first, ...others.filter(({ id }) => !hidden.has(id))];
  const lastClose = latestOf(rows.map(({ overview }) => overview?.valueDate));
  return (
    <>
      <PageHead
        title="Accounts"
        sub={`${isOwn ? "Your accounts" : person.firmName} · returns net of fees${lastClose === undefined ? "" : ` · as of market close ${day(lastClose)}`}`}
      />
      <div className="panel listing">
        <header>
          <div className="toolbar" style={{ flex: 1 }}>
            <AccountFilters asked={asked} choose={choose} />
          </div>
          <div className="toolbar">
            <span className="aside" role="status">
              {isUnderstood &&
                !listing.error &&
                listing.data &&
                `${rows.length}${more} ${rows.length === 1 ? "account" : "accounts"}`}
            </span>
            <ColumnsMenu hidden={hidden} toggle={toggle} />
            {isUnderstood && (
              <ExportButton
                of="The accounts and columns shown"
                name="accounts.csv"
                read={async () => csvOf(await wholeListing(listingOf(address)), columns)}
              />
            )}
          </div>
        </header>
        {!isUnderstood && <NotUnderstood sentences={unclear} />}
        {isUnderstood && listing.error && (
          <div className="body">
            <Failure error={listing.error} again={() => void listing.refetch()} />
            <Clear />
          </div>
        )}
        {isUnderstood && listing.isPending && (
          <div className="body">
            <Loading lines={8} />
          </div>
        )}
        {isUnderstood && !listing.error && listing.data && rows.length === 0 && (
          <Empty title="No matching accounts">
            <Clear />
          </Empty>
        )}
        {rows.length > 0 && (
          <AccountRows
            rows={rows}
            columns={columns}
            lastClose={lastClose}
            of={asked.toString()}
            sort={sort}
            order={(by) => choose({ sort: nextOrder(sort, by) })}
            isMore={listing.hasNextPage && !listing.isFetchingNextPage}
            readOn={() => void listing.fetchNextPage()}
            part={listingSize}
            isBusy={listing.isPlaceholderData}
          />
        )}
      </div>
    </>
  );
}

interface ColumnsMenuProps {
  readonly hidden: ReadonlySet<string>;
  readonly toggle: (column: string) => void;
}

/** The columns that may be hidden: all but the first. */
function ColumnsMenu({ hidden, toggle }: ColumnsMenuProps) {
  return (
    <Menu name="Columns">
      {accountColumns.slice(1).map(({ id, title }) => (
        <label key={id} className="small nowrap">
          <input type="checkbox" checked={!hidden.has(id)} onChange={() => toggle(id)} /> {title}
        </label>
      ))}
    </Menu>
  );
}

/** The filters of the address that do not exist. */
function NotUnderstood({ sentences }: { readonly sentences: readonly string[] }) {
  return (
    <div className="body">
      <Notice kind="bad">
        {sentences.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
        <Clear />
      </Notice>
    </div>
  );
}

function csvOf(
  accounts: readonly Shapes["ListedAccount"][],
  columns: readonly AccountColumn[],
): string {
  const titles = ["Number", ...columns.map(({ title }) => title)];
  const lines = accounts.map((account) => [
    account.accountNumber,
    ...columns.map(({ text }) => text(account)),
  ]);
  return [titles, ...lines].map((cells) => csvLine(cells.map(csvCell))).join("");
}

function Clear() {
  return (
    <Link href="/" className="button quiet">
      Clear filters
    </Link>
  );
}

/** Figures sort descending first, names ascending; clicking the same column again reverses the
 * order. */
function nextOrder(sort: Listing["sort"], by: ListingOrder): Listing["sort"] {
  const isText = by === "name" || by === "number";
  if (sort === by) return `-${by}`;
  if (sort === `-${by}`) return by;
  return isText ? by : `-${by}`;
}
