// One model: its targets, its current weights, and a form for its manager.

import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { codes, nameIn } from "../../data/codes.ts";
import { dropDraft, useDraft } from "../../data/drafts.ts";
import { consolePath } from "../../data/place.ts";
import { reads } from "../../data/reads.ts";
import type { Shapes } from "../../data/service.ts";
import type { Session } from "../../data/session.ts";
import { none } from "../../data/texts.ts";
import { BackLink } from "../../parts/back-link.tsx";
import { isAbsent, NotFound } from "../../parts/not-found.tsx";
import { PageHead } from "../../parts/page-head.tsx";
import { Panel, Reading } from "../../parts/panel.tsx";
import { figures, Table, untitled } from "../../parts/table.tsx";
import { EditWeights, isWeight, type Target, weightsForm } from "./edit-weights.tsx";
import { Followers } from "./followers.tsx";
import { managerOf, modelsBack } from "./manager.ts";

interface ModelPageProps {
  readonly oid: string;
  readonly person: Session;
}

/** The page of a model. */
export function ModelPage({ oid, person }: ModelPageProps) {
  const model = useQuery(reads.model(oid));
  if (isAbsent(model.error)) return <NotFound back={modelsBack} />;
  return (
    <Reading of={model} lines={8}>
      {(found) => (
        <>
          <PageHead title={found.longName} sub={managerOf(found)}>
            {person.kind !== "client" && (
              <Link href={`~${consolePath}/accounts?waiting=models`} className="button quiet">
                Pending accounts
              </Link>
            )}
            <BackLink href="/" name="All models" />
          </PageHead>
          <div className="stack">
            <Parts
              model={found}
              isManaged={person.kind === "institutional" && person.firmName === found.firmName}
            />
            <Followers oid={oid} isAdviser={person.kind === "institutional"} />
          </div>
        </>
      )}
    </Reading>
  );
}

interface PartsProps {
  readonly model: Shapes["Model"];
  readonly isManaged: boolean;
}

/** The chart follows the entries in the form. */
function Parts({ model, isManaged }: PartsProps) {
  const stored = model.targetWeights.map(({ ticker, targetWeight }) => ({ ticker, targetWeight }));
  const form = weightsForm(model);
  const [rows, setRows] = useDraft<readonly Target[]>(form, "weights", stored);
  const isTyped = JSON.stringify(rows) !== JSON.stringify(stored);
  return (
    <div className={isManaged ? "columns halves" : "columns wide-first"}>
      <div className="stack">
        <Weights model={model} rows={rows} />
        {isManaged && <Facts model={model} />}
      </div>
      {isManaged ? (
        <EditWeights
          model={model}
          rows={rows}
          set={setRows}
          {...(isTyped && { leave: () => dropDraft(form) })}
        />
      ) : (
        <Facts model={model} />
      )}
    </div>
  );
}

interface WeightsProps {
  readonly model: Shapes["Model"];
  readonly rows: readonly Target[];
}

function Weights({ model, rows }: WeightsProps) {
  const now = new Map(model.targetWeights.map((each) => [each.ticker, each.currentWeight]));
  return (
    <Panel
      title="Weights"
      aside={
        <span className="legend">
          <span>
            <span className="mark" style={{ background: "var(--series-1)" }} />
            current
          </span>
          <span>
            <span className="mark" style={{ background: "var(--ink)", width: "2px" }} />
            target
          </span>
        </span>
      }
      isBare
    >
      <Table
        columns={["Security", figures("Target"), figures("Current"), untitled("Chart", "50%")]}
      >
        {rows.map(({ ticker, targetWeight }, at) => {
          const current = now.get(ticker) ?? undefined;
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place in the request
            <tr key={at}>
              <th scope="row">{ticker || none}</th>
              <td className="right strong">{isWeight(targetWeight) ? `${targetWeight}%` : none}</td>
              <td className="right">{current === undefined ? none : `${current}%`}</td>
              <td style={{ verticalAlign: "middle" }}>
                <Bar now={current} target={targetWeight} />
              </td>
            </tr>
          );
        })}
      </Table>
    </Panel>
  );
}

/** The current weight as a bar of 100 %, with the target as a line across it. */
function Bar({
  now = "0",
  target,
}: {
  readonly now?: string | undefined;
  readonly target: string;
}) {
  return (
    <svg className="bar" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
      <rect width="100" height="6" rx="1" fill="var(--sunken)" />
      <rect width={now} height="6" rx="1" fill="var(--series-1)" />
      {isWeight(target) && (
        <>
          <rect x={Number(target) - 0.8} width="2" height="6" fill="var(--surface)" />
          <rect x={Number(target) - 0.2} width="0.8" height="6" fill="var(--ink)" />
        </>
      )}
    </svg>
  );
}

function Facts({ model }: { readonly model: Shapes["Model"] }) {
  const facts: readonly (readonly [string, string])[] = [
    ["Style", nameIn(codes.styles, model.style)],
    ["Folio", `${model.folioName} (${model.folioNumber})`],
    ["Benchmark", model.benchmarkItem ?? none],
    ["Cash vehicle", model.cashSecurity],
  ];
  return (
    <Panel title="About">
      <div className="stack">
        {model.description && <p className="small">{model.description}</p>}
        <dl className="facts">
          {facts.map(([name, fact]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{fact}</dd>
            </div>
          ))}
        </dl>
      </div>
    </Panel>
  );
}
