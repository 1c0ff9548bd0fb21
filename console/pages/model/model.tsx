// One model: what it aims at, where it stands, and its weights for whoever manages it.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "wouter";
import { codes, nameIn } from "../../data/codes.ts";
import { reads } from "../../data/reads.ts";
import { bursar, type Shapes } from "../../data/service.ts";
import type { Session } from "../../data/session.ts";
import { none } from "../../data/texts.ts";
import { ChangeForm, Field } from "../../parts/change-form.tsx";
import { Columns, figures, untitled } from "../../parts/columns.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { Icon } from "../../parts/icon.tsx";
import { PageHead } from "../../parts/page-head.tsx";
import { Panel, Reading } from "../../parts/panel.tsx";
import { managerOf } from "../models.tsx";

interface ModelPageProps {
  readonly oid: string;
  readonly person: Session;
}

/** The page of a model. */
export function ModelPage({ oid, person }: ModelPageProps) {
  const model = useQuery(reads.model(oid));
  const [isEditing, setEditing] = useState(false);
  return (
    <Reading of={model} lines={8}>
      {(found) => (
        <>
          <PageHead title={found.longName} sub={managerOf(found)}>
            <Link href="/" className="button quiet">
              <Icon name="left" />
              All models
            </Link>
            {person.kind === "institutional" && person.firmName === found.firmName && (
              <button type="button" className="button" onClick={() => setEditing(true)}>
                Change weights
              </button>
            )}
          </PageHead>
          <div className="columns wide-first">
            <Weights model={found} />
            <Facts model={found} />
          </div>
          {isEditing && (
            <Dialog title="Change the weights" close={() => setEditing(false)}>
              <Edit model={found} done={() => setEditing(false)} />
            </Dialog>
          )}
        </>
      )}
    </Reading>
  );
}

function Weights({ model }: { readonly model: Shapes["Model"] }) {
  return (
    <Panel
      title="Weights"
      aside={
        <span className="legend">
          <span>
            <span className="mark" style={{ background: "var(--series-1)" }} />
            now
          </span>
          <span>
            <span className="mark" style={{ background: "var(--ink)", width: "2px" }} />
            target
          </span>
        </span>
      }
      isBare
    >
      <table className="table">
        <Columns
          of={["Security", figures("Target"), figures("Now"), untitled("As a bar", "50%")]}
        />
        <tbody>
          {model.targetWeights.map(({ ticker, targetWeight, currentWeight }) => (
            <tr key={ticker}>
              <th scope="row">{ticker}</th>
              <td className="right strong">{targetWeight}%</td>
              <td className="right">{currentWeight === null ? none : `${currentWeight}%`}</td>
              <td style={{ verticalAlign: "middle" }}>
                <svg
                  className="bar"
                  viewBox="0 0 100 6"
                  preserveAspectRatio="none"
                  aria-hidden="true"
                >
                  <rect width="100" height="6" rx="1" fill="var(--sunken)" />
                  <rect width={currentWeight ?? 0} height="6" rx="1" fill="var(--series-1)" />
                  <rect x={targetWeight} width="0.4" height="6" fill="var(--ink)" />
                </svg>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  );
}

function Facts({ model }: { readonly model: Shapes["Model"] }) {
  const facts: readonly (readonly [string, string])[] = [
    ["Style", nameIn(codes.styles, model.style)],
    ["Folio", `${model.folioName} (${model.folioNumber})`],
    ["Benchmark", model.benchmarkItem ?? none],
    ["Cash held as", model.cashSecurity],
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

interface EditProps {
  readonly model: Shapes["Model"];
  readonly done: () => void;
}

/** A table of weights; the service says whether they sum to 100.00. */
function Edit({ model, done }: EditProps) {
  const [rows, setRows] = useState(() =>
    model.targetWeights.map(({ ticker, targetWeight }) => ({ ticker, targetWeight })),
  );
  const set = (at: number, change: Partial<(typeof rows)[number]>) =>
    setRows(rows.map((row, place) => (place === at ? { ...row, ...change } : row)));
  const body: Shapes["ModelUpdate"] = { folioNumber: model.folioNumber, targetWeights: rows };
  return (
    <ChangeForm
      name={`updateModel ${model.modelOid}`}
      values={body}
      send={(update, how) =>
        bursar.put("/restapi/models/{foliooid}", {
          params: { path: { foliooid: model.modelOid } },
          body: update,
          ...how,
        })
      }
      renews={["models"]}
      done={done}
      action="Save weights"
    >
      {rows.map((row, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place in the request
        <div className="row" key={at}>
          <Field field={`targetWeights[${at}].ticker`} label={`Security ${at + 1}`}>
            {(given) => (
              <input
                {...given}
                value={row.ticker}
                onChange={({ target }) => set(at, { ticker: target.value })}
              />
            )}
          </Field>
          <Field field={`targetWeights[${at}].targetWeight`} label="Target, in percent">
            {(given) => (
              <input
                {...given}
                inputMode="decimal"
                value={row.targetWeight}
                onChange={({ target }) => set(at, { targetWeight: target.value })}
              />
            )}
          </Field>
        </div>
      ))}
      <div className="actions">
        <button
          type="button"
          className="button"
          onClick={() => setRows([...rows, { ticker: "", targetWeight: "" }])}
        >
          <Icon name="plus" />
          Add a security
        </button>
        {rows.length > 1 && (
          <button type="button" className="button quiet" onClick={() => setRows(rows.slice(0, -1))}>
            Remove the last
          </button>
        )}
      </div>
      <p className="hint">The weights add up to 100.00, cash included.</p>
    </ChangeForm>
  );
}
