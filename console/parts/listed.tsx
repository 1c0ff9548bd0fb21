// A list that is read page by page: its rows, its loading, empty and error states, and its next page.
import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Empty, Failure, Loading } from "./panel.tsx";

interface ListedProps<T> {
  readonly of: UseInfiniteQueryResult<InfiniteData<readonly T[], unknown>>;
  /** Shown where the list has no rows. */
  readonly empty: string;
  readonly children: (rows: readonly T[]) => ReactNode;
}

interface LoadMoreProps {
  readonly of: Pick<UseInfiniteQueryResult, "fetchNextPage" | "isFetchingNextPage">;
}

/** Reads the next page of a list that has one. */
export function LoadMore({ of: list }: LoadMoreProps) {
  return (
    <button
      type="button"
      className="button no-print"
      onClick={() => void list.fetchNextPage()}
      disabled={list.isFetchingNextPage}
    >
      Load more
    </button>
  );
}

/** The content of a panel without padding. */
export function Listed<T>({ of: list, empty, children }: ListedProps<T>) {
  if (list.error) {
    return (
      <div className="body">
        <Failure error={list.error} again={() => void list.refetch()} />
      </div>
    );
  }
  if (list.data === undefined) {
    return (
      <div className="body">
        <Loading lines={8} />
      </div>
    );
  }
  const rows = list.data.pages.flat();
  if (rows.length === 0) return <Empty title={empty} />;
  return (
    <div {...(list.isPlaceholderData && { "aria-busy": true })}>
      {children(rows)}
      {list.hasNextPage && (
        <div className="body no-print">
          <LoadMore of={list} />
        </div>
      )}
    </div>
  );
}
