// The target weights of a model as a table that must add up to exactly 100.00.
import { compare, subtract, sum } from "@bursar/client/decimal";
import type { ReactNode } from "react";
import { bursar, mayChange, type Shapes } from "../../data/service.ts";
import { ChangeForm, Field } from "../../parts/change-form.tsx";
import { Icon } from "../../parts/icon.tsx";
import { AmountInput } from "../../parts/inputs.tsx";
import { Panel } from "../../parts/panel.tsx";

/** A security and its target weight, as typed. */
export interface Target {
  readonly ticker: string;
  readonly targetWeight: string;
}

const whole = "100.00";

/** The name of a model's weights form, also among drafts. */
export function weightsForm({ modelOid }: Shapes["Model"]): string {
  return `updateModel ${modelOid}`;
}

/** Whether a text is a weight in percent. */
export function isWeight(text: string): boolean {
  return /^\d{1,3}(\.\d{1,2})?$/.test(text);
}

interface EditWeightsProps {
  readonly model: Shapes["Model"];
  readonly rows: readonly Target[];
  readonly set: (rows: readonly Target[]) => void;
  /** Resets to the stored weights; absent if nothing was typed. */
  readonly leave?: () => void;
}

/** Each weight in a field, with their sum; checked while typing. */
export function EditWeights({ model, rows, set, leave }: EditWeightsProps) {
  const change = (at: number, part: Partial<Target>) =>
    set(rows.map((row, place) => (place === at ? { ...row, ...part } : row)));
  const body: Shapes["ModelUpdate"] = {
    folioNumber: model.folioNumber,
    targetWeights: [...rows],
  };
  return (
    <Panel title="Edit weights" aside={mayChange() && <Sum of={rows} />}>
      <ChangeForm
        name={weightsForm(model)}
        values={body}
        record={model}
        isUntouched={leave === undefined}
        isRehearsedAtOnce={leave !== undefined}
        send={(update, how) =>
          bursar.put("/restapi/models/{foliooid}", {
            params: { path: { foliooid: model.modelOid } },
            body: update,
            ...how,
          })
        }
        renews={["models"]}
        done={() => leave?.()}
        action="Save weights"
      >
        <div className="weights">
          {rows.map((row, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place in the request
            <Row key={at} at={at} row={row} change={(part) => change(at, part)}>
              <button
                type="button"
                className="button quiet"
                aria-label={`Remove ${row.ticker || `row ${at + 1}`}`}
                disabled={rows.length === 1}
                onClick={() => set(rows.filter((_, place) => place !== at))}
              >
                <Icon name="close" />
              </button>
            </Row>
          ))}
        </div>
        <div className="actions">
          <button
            type="button"
            className="button"
            onClick={() => set([...rows, { ticker: "", targetWeight: "" }])}
          >
            <Icon name="plus" />
            Add security
          </button>
          {leave && (
            <button type="button" className="button quiet" onClick={leave}>
              Reset
            </button>
          )}
        </div>
      </ChangeForm>
    </Panel>
  );
}

interface RowProps {
  readonly at: number;
  readonly row: Target;
  readonly change: (part: Partial<Target>) => void;
  readonly children: ReactNode;
}

function Row({ at, row, change, children }: RowProps) {
  return (
    <div className="weight">
      <Field field={`targetWeights[${at}].ticker`} label={`Security ${at + 1}`}>
        {(given) => (
          <input
            {...given}
            value={row.ticker}
            onChange={({ target }) => change({ ticker: target.value })}
          />
        )}
      </Field>
      <Field field={`targetWeights[${at}].targetWeight`} label={`Weight ${at + 1}`}>
        {(given) => (
          <AmountInput
            {...given}
            value={row.targetWeight}
            set={(targetWeight) => change({ targetWeight })}
          />
        )}
      </Field>
      {children}
    </div>
  );
}

/** The total of the weights, and how far it is under or over. */
function Sum({ of: rows }: { readonly of: readonly Target[] }) {
  const total = sum(["0.00", ...rows.map((row) => row.targetWeight).filter(isWeight)]);
  const order = compare(total, whole);
  const left =
    order === 0
      ? "complete"
      : order < 0
        ? `${subtract(whole, total)}% under`
        : `${subtract(total, whole)}% over`;
  return (
    <span className={order === 0 ? "tag" : "tag warn"} role="status">
      {total}% · {left}
    </span>
  );
}
