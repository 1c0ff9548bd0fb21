// Every account that the person sees: searched, filtered and sorted by the service, in parts.
import { useInfiniteQuery } from "@tanstack/react-query";
import { useDeferredValue } from "react";
import { useSearchParams } from "wouter";
import { type Listing, type ListingOrder, listingSize, reads } from "../data/reads.ts";
import type { Session } from "../data/session.ts";
import { PageHead } from "../parts/page-head.tsx";
import { Empty, Failure, Loading } from "../parts/panel.tsx";
import { AccountFilters, type Filters, listingOf, withFilters } from "./account-filters.tsx";
import { AccountRows } from "./account-rows.tsx";

/** The page of accounts. What is asked for stands in its address, so that a link opens it. */
export function ClientsPage({ person }: { readonly person: Session }) {
  const isOwn = person.kind === "client";
  const [asked, setAsked] = useSearchParams();
  const choose = (change: Filters) =>
    setAsked((now) => withFilters(now, change), { replace: true });
  const sort = (asked.get("sort") ?? "-value") as Listing["sort"];
  const listing = useInfiniteQuery(reads.listing(listingOf(useDeferredValue(asked.toString()))));
  const rows = listing.data?.pages.flat() ?? [];
  const more = listing.hasNextPage ? " and more" : "";
  return (
    <>
      <PageHead
        title={isOwn ? "Accounts" : "Clients"}
        sub={`${isOwn ? "What you own or may see" : person.firmName} · returns gross of fees`}
      />
      <div className="panel">
        <header>
          <AccountFilters asked={asked} choose={choose} />
          <span className="aside" role="status">
            {listing.data && `${rows.length} ${rows.length === 1 ? "account" : "accounts"}${more}`}
          </span>
        </header>
        {listing.error && (
          <div className="body">
            <Failure error={listing.error} again={() => void listing.refetch()} />
          </div>
        )}
        {listing.isPending && (
          <div className="body">
            <Loading lines={8} />
          </div>
        )}
        {listing.data && rows.length === 0 && (
          <Empty title="No account fits.">Search by another name, or take a filter away.</Empty>
        )}
        {rows.length > 0 && (
          <AccountRows
            rows={rows}
            of={asked.toString()}
            sort={sort}
            order={(by) => choose({ sort: nextOrder(sort, by) })}
            isMore={listing.hasNextPage && !listing.isFetchingNextPage}
            readOn={() => void listing.fetchNextPage()}
            part={listingSize}
          />
        )}
      </div>
    </>
  );
}

/** Figures begin with the largest, names with the first; the same column again turns the order. */
function nextOrder(sort: Listing["sort"], by: ListingOrder): Listing["sort"] {
  const isText = by === "name" || by === "number";
  if (sort === by) return `-${by}`;
  if (sort === `-${by}`) return by;
  return isText ? by : `-${by}`;
}
