// The rows of accounts. Only visible rows are in the document.
import { useVirtualizer } from "@tanstack/react-virtual";
import { type CSSProperties, useEffect, useRef, useState } from "react";
import { notePlace, placeOfReturn } from "../data/places.ts";
import type { Listing, ListingOrder } from "../data/reads.ts";
import type { Shapes } from "../data/service.ts";
import { Icon } from "../parts/icon.tsx";
import type { AccountColumn } from "./account-columns.tsx";

type Listed = Shapes["ListedAccount"];

const rowHeight = 44;

interface AccountRowsProps {
  readonly rows: readonly Listed[];
  readonly columns: readonly AccountColumn[];
  /** The newest day of a value; a row says its own day only if it differs. */
  readonly lastClose: string | undefined;
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
  columns,
  lastClose,
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
  const grid = {
    flexBasis: rows.length * rowHeight + 38,
    "--columns": columns.map(({ width }) => width).join(" "),
    "--phone-columns": phoneOrder(columns)
      .map(({ phoneWidth }) => phoneWidth)
      .join(" "),
  } as CSSProperties;
  return (
    <div
      className="rows"
      ref={place}
      tabIndex={0}
      role="table"
      aria-label="Accounts"
      {...(isBusy && { "aria-busy": true })}
      aria-rowcount={isMore ? -1 : rows.length + 1}
      style={grid}
      onScroll={({ currentTarget }) => notePlace("rows", currentTarget.scrollTop)}
    >
      <div className="grid-head" role="row" aria-rowindex={1}>
        {columns.map((column) => (
          <Head key={column.id} column={column} sort={sort} order={order} />
        ))}
      </div>
      <div className="grid-space" style={{ height: virtual.getTotalSize() }} role="rowgroup">
        {shown.map(({ index, start }) => {
          const account = rows[index];
          return (
            account && (
              <div
                key={account.accountNumber}
                className="grid-row"
                role="row"
                aria-rowindex={index + 2}
                style={{ transform: `translateY(${start}px)` }}
              >
                {columns.map((column) => (
                  <div key={column.id} role="cell" className={classOf(column)}>
                    {column.cell(account, lastClose)}
                  </div>
                ))}
              </div>
            )
          );
        })}
      </div>
    </div>
  );
}

function phoneOrder([first, ...others]: readonly AccountColumn[]): readonly AccountColumn[] {
  const early = others.filter(({ isEarly }) => isEarly);
  return [...(first ? [first] : []), ...early, ...others.filter(({ isEarly }) => !isEarly)];
}

function classOf({ isFigure, isEarly, className = "" }: AccountColumn): string {
  return [isFigure && "right", isEarly && "early", className].filter(Boolean).join(" ");
}

interface HeadProps extends Pick<AccountRowsProps, "sort" | "order"> {
  readonly column: AccountColumn;
}

function Head({ column, sort, order }: HeadProps) {
  const { title, by } = column;
  const className = classOf({ ...column, className: "" });
  if (by === undefined) {
    return (
      <div role="columnheader" className={className}>
        {title}
      </div>
    );
  }
  const isUp = sort === by;
  const isDown = sort === `-${by}`;
  return (
    <div
      role="columnheader"
      aria-sort={isUp ? "ascending" : isDown ? "descending" : "none"}
      className={className}
    >
      <button type="button" className="sort" onClick={() => order(by)}>
        {title}
        {(isUp || isDown) && <Icon name={isUp ? "up" : "down"} />}
      </button>
    </div>
  );
}
