// A section of a page under its own heading, and its loading, empty and error states.
import { Refused } from "@bursar/client";
import type { UseQueryResult } from "@tanstack/react-query";
import { type ReactNode, useId } from "react";
import { problemText } from "../data/problem-text.ts";
import { Icon } from "./icon.tsx";

interface PanelProps {
  readonly title: string;
  readonly aside?: ReactNode;
  readonly footer?: ReactNode;
  /** Whether the content has its own padding, as a table has. */
  readonly isBare?: boolean;
  readonly children: ReactNode;
}

/** A heading and its content. */
export function Panel({ title, aside, footer, isBare = false, children }: PanelProps) {
  const id = useId();
  return (
    <section className="panel" aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        {aside}
      </header>
      {isBare ? (
        <div className="scroll" tabIndex={0} role="group" aria-labelledby={id}>
          {children}
        </div>
      ) : (
        <div className="body">{children}</div>
      )}
      {footer && <footer>{footer}</footer>}
    </section>
  );
}

/** Wide content that scrolls sideways, also by keyboard. */
export function Wide({
  label,
  children,
}: {
  readonly label: string;
  readonly children: ReactNode;
}) {
  return (
    <div className="scroll wide" tabIndex={0} role="group" aria-label={label}>
      {children}
    </div>
  );
}

/** An empty state, and its reason. */
export function Empty({
  title,
  children,
}: {
  readonly title: string;
  readonly children?: ReactNode;
}) {
  return (
    <div className="empty">
      <span className="strong">{title}</span>
      {children}
    </div>
  );
}

/** A highlighted sentence. */
export function Notice({
  kind = "",
  children,
}: {
  readonly kind?: "" | "warn" | "bad" | "good";
  readonly children: ReactNode;
}) {
  const icon = kind === "good" ? "check" : kind === "" ? "info" : "alert";
  return (
    <div className={`notice ${kind}`} role={kind === "bad" ? "alert" : "status"}>
      <Icon name={icon} />
      <div>{children}</div>
    </div>
  );
}

/** Placeholder lines while data loads. */
export function Loading({ lines = 4 }: { readonly lines?: number }) {
  return (
    <div className="stack" aria-busy="true">
      <span className="hidden-text" role="status">
        Loading
      </span>
      {Array.from({ length: lines }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all alike
        <div key={at} className="skeleton" style={{ height: "1.1rem", width: `${92 - at * 9}%` }} />
      ))}
    </div>
  );
}

/** The error of a read as a sentence, with the request id for support. */
export function Failure({
  error,
  again,
}: {
  readonly error: unknown;
  readonly again?: () => void;
}) {
  const refused = error instanceof Refused ? error : undefined;
  return (
    <Notice kind="bad">
      <p>{sentenceOf(refused)}</p>
      {refused?.requestId && <p className="tiny">Request {refused.requestId}</p>}
      {again && (
        <button type="button" className="button" onClick={again} style={{ marginTop: "0.5rem" }}>
          Try again
        </button>
      )}
    </Notice>
  );
}

function sentenceOf(refused: Refused | undefined): string {
  if (refused === undefined) return "The service cannot be reached.";
  if (refused.status === 403) return "Not found, or you don't have access";
  const [first] = refused.problems;
  return first === undefined ? `The service answered ${refused.status}.` : problemText(first);
}

interface ReadingProps<T> {
  readonly of: UseQueryResult<T>;
  readonly lines?: number;
  readonly children: (data: T) => ReactNode;
}

/** The state of a read: placeholder lines, an error, or its data. */
export function Reading<T>({ of, lines, children }: ReadingProps<T>) {
  if (of.data !== undefined) return children(of.data);
  if (of.error)
    return (
      <div className="body">
        <Failure error={of.error} again={() => void of.refetch()} />
      </div>
    );
  return (
    <div className="body">
      <Loading {...(lines !== undefined && { lines })} />
    </div>
  );
}
