// The audit log of an account: who changed what, when, the values before and after, and whether
// each entry is unaltered.
import { useInfiniteQuery } from "@tanstack/react-query";
import { useSearchParams } from "wouter";
import { reads } from "../../data/reads.ts";
import { Timeline } from "../../parts/audit-entry.tsx";
import { LoadMore } from "../../parts/listed.tsx";
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
      footer={list.hasNextPage && <LoadMore of={list} />}
      isBare
    >
      {entries.length === 0 ? (
        <Empty title="No activity" />
      ) : (
        <Timeline entries={entries} place={({ sequence }) => `Entry ${sequence}`} />
      )}
    </Panel>
  );
}
