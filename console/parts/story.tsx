// The calculation of a figure, as numbered steps, to read, copy or print.
import { useState } from "react";
import { Icon } from "./icon.tsx";

/** A step of a calculation. */
export interface StoryStep {
  readonly name: string;
  readonly amount?: string;
  readonly detail: string;
  /** Lines that belong to it, of which some are marked. */
  readonly list?: readonly StoryLine[];
  /** Opens the details of the step. */
  readonly open?: () => void;
}

/** A line of a step. */
export interface StoryLine {
  readonly text: string;
  readonly isMarked?: boolean;
}

/** The steps in order. */
export function Story({ steps }: { readonly steps: readonly StoryStep[] }) {
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    const lines = steps.flatMap(({ name, amount, detail, list = [] }) => [
      [name, amount, detail].filter(Boolean).join("\t"),
      ...list.map(({ text }) => `\t${text}`),
    ]);
    await navigator.clipboard.writeText(lines.join("\n"));
    setCopied(true);
  };
  return (
    <div className="stack">
      <ol className="steps small">
        {steps.map(({ name, amount, detail, list = [], open }) => (
          <li key={`${name} ${detail}`}>
            {amount && <span className="amount">{amount}</span>}
            <div className="strong">
              {open ? (
                <button type="button" className="why" onClick={open}>
                  {name}
                </button>
              ) : (
                name
              )}
            </div>
            <div className="muted">{detail}</div>
            {list.length > 0 && (
              <ol className="lines tiny">
                {list.map(({ text, isMarked = false }) => (
                  <li key={text} className={isMarked ? "strong" : "muted"}>
                    {text}
                  </li>
                ))}
              </ol>
            )}
          </li>
        ))}
      </ol>
      <div className="form">
        <div className="end no-print">
          <button type="button" className="button" onClick={() => void copy()}>
            <Icon name={isCopied ? "check" : "copy"} />
            {isCopied ? "Copied" : "Copy"}
          </button>
          <button type="button" className="button" onClick={() => print()}>
            <Icon name="print" />
            Print
          </button>
        </div>
      </div>
    </div>
  );
}
