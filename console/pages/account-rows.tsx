// The rows of accounts. Only visible rows are in the document.
import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useRef, useState } from "react";
import { Link } from "wouter";
import { codes, nameIn } from "../data/codes.ts";
import { notePlace, placeOfReturn } from "../data/places.ts";
import type { Listing, ListingOrder } from "../data/reads.ts";
import type { Shapes } from "../data/service.ts";
import { day, money, personOf } from "../data/texts.ts";
import { Change } from "../parts/figure.tsx";
import { Icon } from "../parts/icon.tsx";
import { Spark } from "../parts/spark.tsx";

type Listed = Shapes["ListedAccount"];

const rowHeight = 52;

interface AccountRowsProps {
  readonly rows: readonly Listed[];
  readonly sort: Listing["sort"];
  /** Identifies the list: a new list starts at its top, and Back restores its position. */
  readonly of: string;
  readonly order: (by: ListingOrder) => void;
  /** Whether more pages follow that are not being read yet. */
  readonly isMore: boolean;
  readonly readOn: () => void;
  readonly part: number;
  /** Whether another list was requested and has not arrived yet. */
  readonly isBusy: boolean;
}

/** A table of accounts that loads more before its end is visible. */
export function AccountRows({
  rows,
  of,
  sort,
  order,
  isMore,
  isBusy,
  readOn,
  part,
}: AccountRowsProps) {
  const place = useRef<HTMLDivElement>(null);
  const [initialOffset] = useState(() => placeOfReturn("rows"));
  const virtual = useVirtualizer({
    initialOffset,
    count: rows.length,
    getScrollElement: () => place.current,
    estimateSize: () => rowHeight,
    overscan: 8,
  });
  const shownList = useRef(of);
  useEffect(() => {
    if (shownList.current === of) place.current?.scrollTo(0, initialOffset);
    else place.current?.scrollTo(0, 0);
    shownList.current = of;
  }, [of, initialOffset]);
  const shown = virtual.getVirtualItems();
  const last = shown.at(-1)?.index ?? 0;
  useEffect(() => {
    if (isMore && last > rows.length - part / 2) readOn();
  }, [isMore, last, rows.length, part, readOn]);
  return (
    <div
      className="rows"
      ref={place}
      tabIndex={0}
      role="table"
      aria-label="Accounts"
      {...(isBusy && { "aria-busy": true })}
      aria-rowcount={isMore ? -1 : rows.length + 1}
      style={{ flexBasis: rows.length * rowHeight + 38 }}
      onScroll={({ currentTarget }) => notePlace("rows", currentTarget.scrollTop)}
    >
      <div className="grid-head" role="row" aria-rowindex={1}>
        <Head by="name" name="Account" sort={sort} order={order} />
        <div role="columnheader">Owner</div>
        <Head by="value" name="Value" isFigure sort={sort} order={order} />
        <Head by="day" name="1-day return" isFigure sort={sort} order={order} />
        <Head by="year" name="Year to date" isFigure sort={sort} order={order} />
        <div role="columnheader">12 months</div>
        <div role="columnheader" className="right">
          Cash
        </div>
        <div role="columnheader">Status</div>
      </div>
      <div className="grid-space" style={{ height: virtual.getTotalSize() }} role="rowgroup">
        {shown.map(({ index, start }) => {
          const account = rows[index];
          return (
            account && (
              <Row key={account.accountNumber} account={account} at={index} start={start} />
            )
          );
        })}
      </div>
    </div>
  );
}

interface HeadProps extends Pick<AccountRowsProps, "sort" | "order"> {
  readonly by: ListingOrder;
  readonly name: string;
  readonly isFigure?: boolean;
}

function Head({ by, name, isFigure = false, sort, order }: HeadProps) {
  const isUp = sort === by;
  const isDown = sort === `-${by}`;
  return (
    <div
      role="columnheader"
      aria-sort={isUp ? "ascending" : isDown ? "descending" : "none"}
      {...(isFigure && { className: "right" })}
    >
      <button type="button" className="sort" onClick={() => order(by)}>
        {name}
        {(isUp || isDown) && <Icon name={isUp ? "up" : "down"} />}
      </button>
    </div>
  );
}

interface RowProps {
  readonly account: Listed;
  readonly at: number;
  readonly start: number;
}

function Row({ account, at, start }: RowProps) {
  const { accountNumber, accountName, accountType, owners, restricted, overview } = account;
  const names = owners.map((owner, place) => overview?.ownerNames[place] ?? personOf(owner));
  const values = overview?.monthEndValues ?? [];
  const waiting = overview?.openItems ?? "0";
  return (
    <div
      className="grid-row"
      role="row"
      aria-rowindex={at + 2}
      style={{ transform: `translateY(${start}px)` }}
    >
      <div role="cell" className="cut">
        <Link href={`/${accountNumber}`} className="name">
          {accountName}
        </Link>
        <div className="tiny muted cut">
          <span className="mono">{accountNumber}</span> · {nameIn(codes.accountTypes, accountType)}
        </div>
      </div>
      <div role="cell" className="cut">
        {names.join(", ")}
      </div>
      <div role="cell" className="right strong">
        {money(overview?.value)}
        {overview?.valueDate && <div className="tiny muted">{day(overview.valueDate)}</div>}
      </div>
      <div role="cell" className="right">
        <Change amount={overview?.dayReturn} />
      </div>
      <div role="cell" className="right">
        <Change amount={overview?.yearToDateReturn} />
      </div>
      <div role="cell">
        {values.length > 1 && <Spark values={values.map(({ value }) => value)} />}
      </div>
      <div role="cell" className="right muted">
        {money(overview?.cash)}
      </div>
      <div role="cell" className="states">
        {restricted && (
          <span className="tag warn">
            <Icon name="lock" />
            Restricted
          </span>
        )}
        {waiting !== "0" && (
          <span className="tag blue">
            {waiting} {waiting === "1" ? "action item" : "action items"}
          </span>
        )}
      </div>
    </div>
  );
}
