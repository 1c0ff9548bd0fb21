// The audit log of an account: who changed what, when, the values before and after, and whether
// each entry is unaltered.
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useSearchParams } from "wouter";
import { changesOf } from "../../data/changes.ts";
import { reads } from "../../data/reads.ts";
import type { Shapes } from "../../data/service.ts";
import { instant, none, personOf, words } from "../../data/texts.ts";
import { Icon } from "../../parts/icon.tsx";
import { Empty, Failure, Loading, Panel } from "../../parts/panel.tsx";
import type { OfAccount } from "./of-account.ts";

type Entry = Shapes["AuditEntry"];

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
              <Told entry={entry} />
            </li>
          ))}
        </ol>
      )}
    </Panel>
  );
}

/** Fields of an entry that are shown before the rest is expanded. */
const shownAtFirst = 8;

function Told({ entry }: { readonly entry: Entry }) {
  const [isWhole, setWhole] = useState(false);
  const changes = changesOf(entry.before, entry.after);
  const shown = isWhole ? changes : changes.slice(0, shownAtFirst);
  const rest = changes.length - shown.length;
  const details = changesOf(null, entry.detail);
  return (
    <div className="stack" style={{ gap: "0.375rem" }}>
      <div className="card-line">
        <span>
          <span className="strong">{words(entry.operation)}</span>{" "}
          <span className="muted">by {actorOf(entry)}</span>
        </span>
        <span className={entry.verified ? "tag good" : "tag bad"}>
          <Icon name={entry.verified ? "check" : "alert"} />
          {entry.verified ? "Verified" : "Tampered"}
        </span>
      </div>
      {shown.length > 0 && (
        <dl className="changed">
          {shown.map(({ field, before, after }) => (
            <div key={field.join(" ")}>
              <dt>{field.map(words).join(", ")}</dt>
              <dd>
                {before !== undefined && (
                  <>
                    <s className="muted">
                      <span className="hidden-text">Before: </span>
                      {before}
                    </s>
                    <Icon name="right" />
                  </>
                )}
                <span>
                  <span className="hidden-text">After: </span>
                  {after ?? none}
                </span>
              </dd>
            </div>
          ))}
        </dl>
      )}
      {rest > 0 && (
        <div>
          <button type="button" className="button quiet" onClick={() => setWhole(true)}>
            {rest} more
            <span className="hidden-text"> fields of entry {entry.sequence}</span>
          </button>
        </div>
      )}
      {details.length > 0 && (
        <p className="tiny muted">
          {details
            .map(({ field, after }) => `${field.map(words).join(", ")}: ${after}`)
            .join(" · ")}
        </p>
      )}
      {entry.address && <p className="tiny muted">From {entry.address}</p>}
    </div>
  );
}

const kinds: Readonly<Record<Entry["by"]["kind"], string>> = {
  client: "an owner",
  firm: "the firm",
  operator: "the operator",
  service: "the service",
};

function actorOf({ by: { kind, loginId, apiUserId, actingFor } }: Entry): string {
  const who = loginId ? personOf(loginId) : kinds[kind];
  const through = apiUserId && !loginId ? ` (API user ${apiUserId})` : "";
  return `${who}${through}${actingFor ? `, for ${personOf(actingFor)}` : ""}`;
}
