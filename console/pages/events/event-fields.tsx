// The fields of an event, as its kind has them.
import { useId } from "react";
import {
  dayFields,
  type EventForm,
  formOf,
  fractionRules,
  incomeKinds,
  optionTypes,
  termFields,
} from "../../data/event-codes.ts";
import { Icon } from "../../parts/icon.tsx";
import { CodeInput, FlagInput, LinesInput, TextInput } from "../../parts/inputs.tsx";
import {
  type DraftComponent,
  type DraftOption,
  type EventDraft,
  emptyComponent,
  emptyOption,
} from "./event-draft.ts";

interface EventFieldsProps {
  readonly draft: EventDraft;
  readonly set: (changed: Partial<EventDraft>) => void;
}

/** Dates, payments, terms and options. */
export function EventFields({ draft, set }: EventFieldsProps) {
  const form = formOf(draft.kind);
  return (
    <>
      <fieldset className="section">
        <legend>Dates</legend>
        <div className="row">
          {form.days.map((field) => (
            <TextInput
              key={field}
              field={field}
              label={dayFields[field]}
              kind="day"
              value={draft[field]}
              set={(value) => set({ [field]: value })}
            />
          ))}
          {form.options.length > 0 && (
            <TextInput
              field="deadline"
              label="Election deadline"
              hint="Through the end of the day"
              kind="day"
              value={draft.deadline}
              set={(deadline) => set({ deadline })}
            />
          )}
        </div>
      </fieldset>
      {form.hasComponents && <Components draft={draft} set={set} />}
      {(form.terms.length > 0 || form.hasFractions) && (
        <PlainTerms form={form} draft={draft} set={set} />
      )}
      {form.options.length > 0 && <Options form={form} draft={draft} set={set} />}
      <fieldset className="section">
        <legend>Processing</legend>
        <div className="row">
          <TextInput
            field="received"
            label="Received from custodian ($)"
            kind="amount"
            value={draft.received}
            set={(received) => set({ received })}
          />
        </div>
        <FlagInput
          field="autoPost"
          label="Post automatically on the booking date"
          value={draft.autoPost}
          set={(autoPost) => set({ autoPost })}
        />
        {form.flag && <Flag of={form.flag} draft={draft} set={set} />}
        <LinesInput
          field="text"
          label="Description for holders"
          value={draft.text}
          set={(text) => set({ text })}
        />
      </fieldset>
    </>
  );
}

const flagNames = { taxable: "Taxable merger", final: "Final liquidating payment" } as const;

function Flag({ of, draft, set }: EventFieldsProps & { readonly of: keyof typeof flagNames }) {
  return (
    <FlagInput
      field={of}
      label={flagNames[of]}
      value={draft[of]}
      set={(value) => set({ [of]: value })}
    />
  );
}

function Components({ draft: { components }, set }: EventFieldsProps) {
  const put = (at: number, changed: Partial<DraftComponent>) =>
    set({
      components: components.map((each, place) => (place === at ? { ...each, ...changed } : each)),
    });
  return (
    <fieldset className="section">
      <legend>Payments per share</legend>
      {components.map((component, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: payments have no other identity
        <div key={at} className="entry">
          <div className="row">
            <TextInput
              field={`components[${at}].rate`}
              label="Rate per share ($)"
              kind="amount"
              value={component.rate}
              set={(rate) => put(at, { rate })}
            />
            <CodeInput
              field={`components[${at}].incomeKind`}
              label="Type of income"
              list={incomeKinds}
              none="Not classified"
              value={component.incomeKind}
              set={(incomeKind) => put(at, { incomeKind })}
            />
          </div>
          <button
            type="button"
            className="button quiet"
            onClick={() => set({ components: components.toSpliced(at, 1) })}
          >
            Remove<span className="hidden-text"> payment {at + 1}</span>
          </button>
        </div>
      ))}
      <Add name="payment" add={() => set({ components: [...components, emptyComponent] })} />
    </fieldset>
  );
}

interface OfForm extends EventFieldsProps {
  readonly form: EventForm;
}

function PlainTerms({ form, draft, set }: OfForm) {
  return (
    <fieldset className="section">
      <legend>Terms</legend>
      <div className="row">
        {form.terms.map((field) => {
          const { label, kind } = termFields[field];
          return (
            <TextInput
              key={field}
              field={field}
              label={label}
              kind={kind}
              value={draft[field]}
              set={(value) => set({ [field]: value })}
            />
          );
        })}
        {form.hasFractions && (
          <CodeInput
            field="fractions"
            label="Fractional shares"
            list={fractionRules}
            value={draft.fractions}
            set={(fractions) => set({ fractions })}
          />
        )}
      </div>
    </fieldset>
  );
}

const optionFigures = {
  rate: "Cash per share ($)",
  price: "Price per share ($)",
  ratioNew: "New shares",
  ratioOld: "For old shares",
  prorationPct: "Proration (%)",
} as const;

/** The figures of an option: a merger exchanges shares, other choices have a price. */
function figuresOf(kind: string): readonly (keyof typeof optionFigures)[] {
  return kind === "MRG"
    ? ["rate", "ratioNew", "ratioOld", "prorationPct"]
    : ["price", "prorationPct"];
}

function Options({ form, draft: { kind, options }, set }: OfForm) {
  const offered = new Map(
    [...optionTypes].filter(([type]) => form.options.some((each) => each === type)),
  );
  const group = useId();
  const put = (at: number, changed: Partial<DraftOption>) =>
    set({ options: options.map((each, place) => (place === at ? { ...each, ...changed } : each)) });
  return (
    <fieldset className="section">
      <legend id={group}>Election options</legend>
      {options.map((option, at) => {
        const path = `options[${at}]`;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: an option's id may be typed anew
          <div key={at} className="entry">
            <div className="row">
              <TextInput
                field={`${path}.optionId`}
                label="Option number"
                value={option.optionId}
                set={(optionId) => put(at, { optionId })}
              />
              <TextInput
                field={`${path}.name`}
                label="Name"
                value={option.name}
                set={(name) => put(at, { name })}
              />
              <CodeInput
                field={`${path}.type`}
                label="Type of option"
                list={offered}
                value={option.type}
                set={(type) => put(at, { type })}
              />
              {figuresOf(kind).map((field) => (
                <TextInput
                  key={field}
                  field={`${path}.${field}`}
                  label={optionFigures[field]}
                  kind="amount"
                  value={option[field]}
                  set={(value) => put(at, { [field]: value })}
                />
              ))}
            </div>
            <FlagInput
              field={`${path}.default`}
              label="Default for holders who do not elect"
              value={option.default}
              set={(isDefault) => put(at, { default: isDefault })}
            />
            <button
              type="button"
              className="button quiet"
              onClick={() => set({ options: options.toSpliced(at, 1) })}
            >
              Remove<span className="hidden-text"> option {at + 1}</span>
            </button>
          </div>
        );
      })}
      <Add
        name="option"
        add={() =>
          set({
            options: [
              ...options,
              emptyOption(form.options[options.length] ?? "", options.length + 1),
            ],
          })
        }
      />
    </fieldset>
  );
}

function Add({ name, add }: { readonly name: string; readonly add: () => void }) {
  return (
    <div>
      <button type="button" className="button" onClick={add}>
        <Icon name="plus" />
        Add {name}
      </button>
    </div>
  );
}
