// The audit log of an account: who changed what, when, the values before and after, and whether
// each entry is unaltered.
import { useInfiniteQuery } from "@tanstack/react-query";
import { useSearchParams } from "wouter";
import { reads } from "../../data/reads.ts";
import { instant } from "../../data/texts.ts";
import { EntryContent } from "../../parts/audit-entry.tsx";
import { Empty, Failure, Loading, Panel } from "../../parts/panel.tsx";
import type { OfAccount } from "./of-account.ts";

/** The page of an account's audit log, newest entry first, or from the entry that its address
 * names. */
export function History({ account }: OfAccount) {
  const [asked] = useSearchParams();
  const from = asked.get("entry") ?? "";
  const list = useInfiniteQuery(reads.history(account.accountNumber, from));
  if (list.error) return <Failure error={list.error} again={() => void list.refetch()} />;
  if (list.data === undefined) return <Loading lines={8} />;
  const entries = list.data.pages.flat();
  const altered = entries.filter(({ verified }) => !verified).length;
  return (
    <Panel
      title="Audit log"
      aside={
        <span className="aside">
          {altered === 0 ? "Integrity verified" : `${altered} tampered`}
        </span>
      }
      footer={
        list.hasNextPage && (
          <button
            type="button"
            className="button no-print"
            onClick={() => void list.fetchNextPage()}
            disabled={list.isFetchingNextPage}
          >
            Load more
          </button>
        )
      }
      isBare
    >
      {entries.length === 0 ? (
        <Empty title="No activity" />
      ) : (
        <ol className="timeline">
          {entries.map((entry) => (
            <li key={entry.sequence}>
              <div>
                <div>{instant(entry.occurredTS)}</div>
                <div className="tiny muted">Entry {entry.sequence}</div>
              </div>
              <EntryContent entry={entry} />
            </li>
          ))}
        </ol>
      )}
    </Panel>
  );
}
