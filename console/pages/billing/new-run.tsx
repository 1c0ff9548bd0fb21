// The form of a new fee run. A dry run shows what it would come to.
import type { DryRun } from "@bursar/client";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation } from "wouter";
import { useDraft } from "../../data/drafts.ts";
import { type FeeRun, runKinds } from "../../data/fee-codes.ts";
import { reads } from "../../data/reads.ts";
import { bursar, type Shapes } from "../../data/service.ts";
import { BackLink } from "../../parts/back-link.tsx";
import { ChangeForm, Field, type Send } from "../../parts/change-form.tsx";
import { CodeInput, LinesInput, TextInput } from "../../parts/inputs.tsx";
import { PageHead } from "../../parts/page-head.tsx";
import { Empty, Panel } from "../../parts/panel.tsx";
import { type OfFirm, useFirmName } from "../of-firm.ts";
import { Exceptions } from "./exceptions.tsx";
import { ItemTable } from "./item-table.tsx";
import { RunFigures } from "./run-figures.tsx";

/** A run as typed. */
interface RunDraft {
  readonly kind: string;
  readonly periodEnd: string;
  readonly postDate: string;
  readonly plans: readonly string[];
  readonly accounts: string;
}

const emptyDraft: RunDraft = { kind: "A", periodEnd: "", postDate: "", plans: [], accounts: "" };
const form = "createFeeRun";

/** The kinds of fees that the operator may bill; a firm bills advisory fees alone. */
const kinds = new Map(
  Object.entries(runKinds).map(([code, name]) => [code, { name, description: "" }]),
);

function sent({ kind, periodEnd, postDate, plans, accounts }: RunDraft): Shapes["NewFeeRun"] {
  const numbers = accounts.split(/[\s,;]+/).filter(Boolean);
  return {
    periodEnd,
    ...(kind !== "A" && { kind: kind as NonNullable<Shapes["NewFeeRun"]["kind"]> }),
    ...(postDate !== "" && { postDate }),
    ...(plans.length > 0 && { billingPlanOids: [...plans] }),
    ...(numbers.length > 0 && { accountNumbers: numbers }),
  };
}

/** The page of a new run. */
export function NewRunPage({ firmId, person }: OfFirm) {
  const [draft, setDraft] = useDraft<RunDraft>(form, "run", emptyDraft);
  const [previewed, preview] = useState<{ readonly key: string; readonly run: FeeRun }>();
  const [, go] = useLocation();
  const set = (changed: Partial<RunDraft>) => setDraft({ ...draft, ...changed });
  const values = sent(draft);
  const send: Send<Shapes["NewFeeRun"], { readonly id: string }> = async (body, how) => {
    const params = { path: { firmid: firmId } };
    const response = await bursar.post("/restapi/firms/{firmid}/feeruns", { params, body, ...how });
    if (how.dryRun) {
      const { record } = response as unknown as DryRun;
      preview({ key: JSON.stringify(body), run: record as unknown as FeeRun });
    }
    return response;
  };
  const shown = previewed?.key === JSON.stringify(values) ? previewed.run : undefined;
  const firmName = useFirmName({ firmId, person });
  return (
    <>
      <PageHead title="New fee run" sub={firmName}>
        <BackLink href="/" name="All fee runs" />
      </PageHead>
      <div className="stack">
        <Panel title="Period">
          <ChangeForm
            name={form}
            values={values}
            send={send}
            renews={["fee runs"]}
            done={({ id }) => go(`/${id}`)}
            action="Create fee run"
          >
            <div className="row">
              {person.kind === "operator" && (
                <CodeInput
                  field="kind"
                  label="Type of fees"
                  list={kinds}
                  value={draft.kind}
                  set={(kind) => set({ kind })}
                />
              )}
              <TextInput
                field="periodEnd"
                label="Period end"
                hint="Last day of a month, or of a quarter"
                kind="day"
                value={draft.periodEnd}
                set={(periodEnd) => set({ periodEnd })}
              />
              <TextInput
                field="postDate"
                label="Posting date (optional)"
                hint="On approval if empty"
                kind="day"
                value={draft.postDate}
                set={(postDate) => set({ postDate })}
              />
            </div>
            <Plans firmId={firmId} chosen={draft.plans} choose={(plans) => set({ plans })} />
            <LinesInput
              field="accountNumbers"
              label="Accounts (optional)"
              hint="Account numbers; all accounts of the firm if empty"
              value={draft.accounts}
              set={(accounts) => set({ accounts })}
            />
          </ChangeForm>
        </Panel>
        {shown && <Preview of={shown} />}
      </div>
    </>
  );
}

interface PlansProps {
  readonly firmId: string;
  readonly chosen: readonly string[];
  readonly choose: (plans: readonly string[]) => void;
}

/** The plans to bill; none chosen means all. */
function Plans({ firmId, chosen, choose }: PlansProps) {
  const plans = useQuery(reads.advisoryPlans(firmId));
  return (
    <Field
      field="billingPlanOids"
      label="Billing plans (optional)"
      hint="All plans if none is chosen"
    >
      {({ className, ...given }) => (
        <fieldset className="options" {...given} aria-label="Billing plans">
          {(plans.data ?? []).map(({ billingPlanId: id, description }) => (
            <label key={id} className="option">
              <input
                type="checkbox"
                checked={chosen.includes(id)}
                onChange={({ target }) =>
                  choose(target.checked ? [...chosen, id] : chosen.filter((each) => each !== id))
                }
              />
              <span className="small">
                {description ?? "Plan"} <span className="muted">({id})</span>
              </span>
            </label>
          ))}
        </fieldset>
      )}
    </Field>
  );
}

/** The totals that the run would have, and its first lines. */
function Preview({ of: run }: { readonly of: FeeRun }) {
  const items = run.items ?? [];
  return (
    <>
      <Panel title="Estimated fees">
        <RunFigures of={run} />
      </Panel>
      <Exceptions of={run} chosen="" />
      <Panel
        title="Estimated fees by account"
        aside={<span className="aside">First 100</span>}
        isBare
      >
        {items.length === 0 ? <Empty title="No fees" /> : <ItemTable items={items} />}
      </Panel>
    </>
  );
}
