// The sums of a run.
import type { FeeRun } from "../../data/fee-codes.ts";
import { day, directionOf, grouped, money, none } from "../../data/texts.ts";

/** The sums of a run, also of a dry run. */
export function RunFigures({ of: run }: { readonly of: FeeRun }) {
  const isAdjusted = run.adjusted !== run.computed;
  const isDue = directionOf(run.due) !== "even";
  return (
    <dl className="figures">
      <div>
        <dt>Total fees</dt>
        <dd>{money(run.adjusted)}</dd>
        {isAdjusted && <dd className="note">Computed {money(run.computed)}</dd>}
      </div>
      <div>
        <dt>Change from last period</dt>
        <dd>{changeText(run.change)}</dd>
        {run.previous !== null && <dd className="note">{money(run.previous)} last period</dd>}
      </div>
      <div>
        <dt>Billing basis</dt>
        <dd>{money(run.basis)}</dd>
      </div>
      <div>
        <dt>Accounts</dt>
        <dd>{grouped(run.accounts, 0)}</dd>
        {run.units !== run.accounts && (
          <dd className="note">{grouped(run.units, 0)} billing groups</dd>
        )}
      </div>
      <div>
        <dt>Collected</dt>
        <dd>{money(run.posted)}</dd>
        {isDue && <dd className="note">{money(run.due)} past due</dd>}
      </div>
      <div>
        <dt>Posting date</dt>
        <dd>{run.postDate === null ? "On approval" : day(run.postDate)}</dd>
      </div>
    </dl>
  );
}

function changeText(change: string | null): string {
  if (change === null) return none;
  return directionOf(change) === "up" ? `+${money(change)}` : money(change);
}
