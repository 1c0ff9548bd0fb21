// A date range, typed as its first and last day.
import { useId } from "react";
import type { Span } from "../data/ranges.ts";

interface SpanInputProps {
  /** The days shown; empty texts for none. */
  readonly span: Span;
  /** Takes the range once a day was typed, the other day as it was. */
  readonly change: (span: Span) => void;
}

/** Two fields for days. */
export function SpanInput({ span, change }: SpanInputProps) {
  const id = useId();
  const field = (end: "first" | "last", name: string) => (
    <>
      <label className="hidden-text" htmlFor={`${id}-${end}`}>
        {name}
      </label>
      <input
        id={`${id}-${end}`}
        type="date"
        className="input small"
        style={{ width: "9.25rem" }}
        value={span[end]}
        onChange={({ target }) => target.value && change({ ...span, [end]: target.value })}
      />
    </>
  );
  return (
    <fieldset className="toolbar" style={{ gap: "0.375rem" }}>
      <legend className="hidden-text">Custom range</legend>
      {field("first", "Start date")}
      <span aria-hidden="true">–</span>
      {field("last", "End date")}
    </fieldset>
  );
}
