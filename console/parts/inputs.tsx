// Form controls, each a field of the request under its label.
import { type ComponentProps, useState } from "react";
import { plainAmount } from "../data/amounts.ts";
import type { CodeList } from "../data/codes.ts";
import { words } from "../data/texts.ts";
import { Field } from "./change-form.tsx";

interface InputProps {
  /** The field's path in the body. */
  readonly field: string;
  readonly label: string;
  readonly hint?: string | undefined;
  readonly value: string;
  readonly set: (value: string) => void;
}

interface TextInputProps extends InputProps {
  readonly kind?: "text" | "amount" | "day";
  /** Suggestions while typing. */
  readonly offered?: readonly { readonly value: string; readonly name: string }[];
}

interface AmountInputProps extends Omit<ComponentProps<"input">, "value" | "onChange"> {
  /** The amount in the service's format. */
  readonly value: string;
  readonly set: (plain: string) => void;
}

/** An amount or a number as users type it: `$10,000` is 10000. */
export function AmountInput({ value, set, ...given }: AmountInputProps) {
  const [typed, setTyped] = useState(value);
  return (
    <input
      autoComplete="off"
      inputMode="decimal"
      {...given}
      value={plainAmount(typed) === value ? typed : value}
      onChange={({ target }) => {
        setTyped(target.value);
        set(plainAmount(target.value));
      }}
    />
  );
}

/** A line of text, an amount or a day. */
export function TextInput({ kind = "text", value, set, offered, ...of }: TextInputProps) {
  if (kind === "amount") {
    return <Field {...of}>{(given) => <AmountInput {...given} value={value} set={set} />}</Field>;
  }
  return (
    <Field {...of}>
      {(given) => (
        <>
          <input
            {...given}
            {...(kind === "day" && { type: "date" })}
            {...(offered && { list: `${given.id}-offered` })}
            value={value}
            onChange={({ target }) => set(target.value)}
          />
          {offered && (
            <datalist id={`${given.id}-offered`}>
              {offered.map((each) => (
                <option key={each.value} value={each.value} label={each.name} />
              ))}
            </datalist>
          )}
        </>
      )}
    </Field>
  );
}

interface CodeInputProps extends InputProps {
  readonly list: CodeList;
  /** The option for no code, where the code is optional. */
  readonly none?: string;
}

/** One code of a list, with its description. */
export function CodeInput({ list, none, hint, value, set, ...of }: CodeInputProps) {
  const meaning = hint ?? list.get(value)?.description;
  return (
    <Field {...of} {...(meaning && { hint: meaning })}>
      {(given) => (
        <select {...given} value={value} onChange={({ target }) => set(target.value)}>
          {(none !== undefined || value === "") && (
            <option value="">{none ?? "Select an option"}</option>
          )}
          {[...list].map(([code, { name }]) => (
            <option key={code} value={code}>
              {/_/.test(name) || /^[A-Z]{4,}$/.test(name) ? words(name) : name}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

/** Several lines of text. */
export function LinesInput({ value, set, ...of }: InputProps) {
  return (
    <Field {...of}>
      {(given) => (
        <textarea {...given} value={value} onChange={({ target }) => set(target.value)} />
      )}
    </Field>
  );
}

interface FlagInputProps extends Omit<InputProps, "value" | "set"> {
  readonly value: boolean;
  readonly set: (value: boolean) => void;
}

/** A checkbox. */
export function FlagInput({ value, set, ...of }: FlagInputProps) {
  return (
    <Field {...of} isBeside>
      {({ className, ...given }) => (
        <input
          {...given}
          type="checkbox"
          checked={value}
          onChange={({ target }) => set(target.checked)}
        />
      )}
    </Field>
  );
}

interface PdfInputProps extends Omit<InputProps, "value" | "set"> {
  readonly choose: (file: File | undefined) => void;
}

/** A PDF of the user's machine. */
export function PdfInput({ choose, ...of }: PdfInputProps) {
  return (
    <Field {...of}>
      {(given) => (
        <input
          {...given}
          type="file"
          accept=".pdf"
          onChange={({ target }) => {
            choose(target.files?.[0]);
            given.onBlur();
          }}
        />
      )}
    </Field>
  );
}
