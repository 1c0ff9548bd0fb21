// Every account that the person sees: searched, filtered and sorted by the service, in parts.
import { useInfiniteQuery } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";
import { codes } from "../data/codes.ts";
import { type Listing, type ListingOrder, listingSize, reads } from "../data/reads.ts";
import type { Shapes } from "../data/service.ts";
import type { Session } from "../data/session.ts";
import { Icon } from "../parts/icon.tsx";
import { PageHead } from "../parts/page-head.tsx";
import { Empty, Failure, Loading } from "../parts/panel.tsx";
import { AccountRows } from "./account-rows.tsx";

/** The page of accounts. */
export function ClientsPage({ person }: { readonly person: Session }) {
  const isOwn = person.kind === "client";
  const [sought, setSought] = useState("");
  const [kind, setKind] = useState<Shapes["AccountTypeCode"] | "">("");
  const [isRestricted, setRestricted] = useState(false);
  const [isWaiting, setWaiting] = useState(false);
  const [sort, setSort] = useState<Listing["sort"]>("-value");
  const search = useDeferredValue(sought.trim());
  const listing = useInfiniteQuery(
    reads.listing({
      sort,
      ...(search !== "" && { search }),
      ...(kind !== "" && { accounttype: kind }),
      ...(isRestricted && { restricted: true }),
      ...(isWaiting && { openitems: true }),
    }),
  );
  const rows = listing.data?.pages.flat() ?? [];
  const more = listing.hasNextPage ? " and more" : "";
  return (
    <>
      <PageHead
        title={isOwn ? "Accounts" : "Clients"}
        sub={isOwn ? "What you own or may see" : person.firmName}
      />
      <div className="panel">
        <header>
          <div className="toolbar" style={{ flex: 1 }}>
            <div className="search">
              <Icon name="search" />
              <input
                type="search"
                className="input"
                placeholder="Name, number or owner"
                aria-label="Search accounts"
                value={sought}
                onChange={({ target }) => setSought(target.value)}
              />
            </div>
            <select
              className="input"
              aria-label="Kind of account"
              value={kind}
              onChange={({ target }) => setKind(target.value as typeof kind)}
            >
              <option value="">All kinds</option>
              {[...codes.accountTypes].map(([code, { name }]) => (
                <option key={code} value={code}>
                  {name}
                </option>
              ))}
            </select>
            <Check name="Restricted" isSet={isRestricted} set={setRestricted} />
            <Check name="Items open" isSet={isWaiting} set={setWaiting} />
          </div>
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
          <Empty title="No account fits.">Search by another name, number or owner.</Empty>
        )}
        {rows.length > 0 && (
          <AccountRows
            rows={rows}
            sort={sort}
            order={(by) => setSort(nextOrder(sort, by))}
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

interface CheckProps {
  readonly name: string;
  readonly isSet: boolean;
  readonly set: (isSet: boolean) => void;
}

function Check({ name, isSet, set }: CheckProps) {
  return (
    <label className="small nowrap">
      <input type="checkbox" checked={isSet} onChange={({ target }) => set(target.checked)} />{" "}
      {name}
    </label>
  );
}
