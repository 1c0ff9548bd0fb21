// Valid but unusual records, as `bursar doctor` finds them.
import { useQuery } from "@tanstack/react-query";
import { officeReads as reads } from "../../data/office-reads.ts";
import type { Shapes } from "../../data/service.ts";
import { grouped, words } from "../../data/texts.ts";
import { Failure, Loading, Notice, Panel } from "../../parts/panel.tsx";

/** Runs the data checks at the press of a button. */
export function Anomalies() {
  const look = useQuery({ ...reads.anomalies(), enabled: false });
  return (
    <Panel
      title="Data checks"
      aside={
        <button
          type="button"
          className="button"
          onClick={() => void look.refetch()}
          disabled={look.isFetching}
        >
          Run data checks
        </button>
      }
    >
      {look.data === undefined && !look.isFetching && !look.error && (
        <p className="muted">Finds records that are valid but unusual.</p>
      )}
      {look.isFetching && <Loading />}
      {look.error && !look.isFetching && <Failure error={look.error} />}
      {look.data && !look.isFetching && <Found list={look.data} />}
    </Panel>
  );
}

function Found({ list }: { readonly list: readonly Shapes["Oddity"][] }) {
  if (list.length === 0) return <Notice kind="good">No issues found</Notice>;
  return (
    <div className="stack">
      {list.map(({ kind, count, first }) => {
        const rest = Number(count) - first.length;
        return (
          <details key={kind} className="more">
            <summary>
              {words(kind)} <span className="tag warn">{grouped(count, 0)}</span>
            </summary>
            <ul className="small">
              {first.map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
              {rest > 0 && <li>And {grouped(String(rest), 0)} more.</li>}
            </ul>
          </details>
        );
      })}
    </div>
  );
}
