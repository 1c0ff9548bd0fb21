// Entries of the audit log.
import { type ReactNode, useState } from "react";
import { changesOf } from "../data/changes.ts";
import type { Shapes } from "../data/service.ts";
import { instant, none, personOf, words } from "../data/texts.ts";
import { Icon } from "./icon.tsx";

type Entry = Shapes["AuditEntry"];

interface TimelineProps<E extends Entry> {
  readonly entries: readonly E[];
  /** Shows the place of an entry: its number and its record. */
  readonly place: (entry: E) => ReactNode;
  /** How many fields of an entry are shown before the rest is expanded. */
  readonly first?: number;
}

/** Entries in the order of the list, each with its time. */
export function Timeline<E extends Entry & { readonly subject?: string }>({
  entries,
  place,
  first = 8,
}: TimelineProps<E>) {
  return (
    <ol className="timeline">
      {entries.map((entry) => (
        <li key={`${entry.subject} ${entry.sequence}`}>
          <div>
            <div>{instant(entry.occurredTS)}</div>
            <div className="tiny muted">{place(entry)}</div>
          </div>
          <EntryContent entry={entry} first={first} />
        </li>
      ))}
    </ol>
  );
}

interface EntryContentProps {
  readonly entry: Entry;
  /** How many fields are shown before the rest is expanded. */
  readonly first: number;
}

/** The content of an entry: the operation and who made it, what changed, and whether it is
 * unaltered. */
function EntryContent({ entry, first }: EntryContentProps) {
  const [isWhole, setWhole] = useState(false);
  const changes = changesOf(entry.before, entry.after);
  const shown = isWhole ? changes : changes.slice(0, first);
  const allDetails = changesOf(null, entry.detail);
  const details = isWhole ? allDetails : allDetails.slice(0, first);
  const rest = changes.length - shown.length + allDetails.length - details.length;
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
      {details.length > 0 && (
        <p className="tiny muted">
          {details
            .map(({ field, after }) => `${field.map(words).join(", ")}: ${after}`)
            .join(" · ")}
        </p>
      )}
      {rest > 0 && (
        <div>
          <button type="button" className="button quiet" onClick={() => setWhole(true)}>
            {rest} more
            <span className="hidden-text"> fields of entry {entry.sequence}</span>
          </button>
        </div>
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
  // The login of staff begins with their firm: it is no name.
  const name = kind === "client" ? personOf(loginId ?? "") : loginId;
  const who = loginId ? name : kinds[kind];
  const through = apiUserId && !loginId ? ` (API user ${apiUserId})` : "";
  return `${who}${through}${actingFor ? `, for ${personOf(actingFor)}` : ""}`;
}
