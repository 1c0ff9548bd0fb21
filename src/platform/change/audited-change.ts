// An audit entry as a description of a change, for code that rebuilds a past state from the chain.
import type { StoredEntry } from "./audit-chain.ts";

type Json = Readonly<Record<string, unknown>>;

/** The content of an entry: a change by request names its fields, a load the rows of each kind. */
export interface AuditedChange {
  readonly operation: string;
  readonly occurredAt: Date;
  readonly sequence: string;
  /** The state after the change; empty if the entry contains something else. */
  readonly after: Json;
  readonly detail: Json;
}

/** Reads the detail of an entry. */
export function decodeChange({ operation, occurredAt, sequence, detail }: StoredEntry) {
  const note = JSON.parse(detail) as { after?: Json; detail?: Json };
  const change: AuditedChange = {
    operation,
    occurredAt,
    sequence,
    after: note.after ?? {},
    detail: note.detail ?? {},
  };
  return change;
}

/** The rows of a kind of record that a load added or changed, under the names of the file's
 * columns. */
export function loadedRows({ operation, after }: AuditedChange, kind: string): Json[] {
  const rows = operation === "loadFolder" ? (after[kind] as (Json | null)[] | undefined) : [];
  return (rows ?? []).filter((row) => row !== null);
}

/** An instant as a load or a request notes it. */
export function notedInstant(text: unknown): Date {
  return new Date(String(text).replace(" ", "T").replace(/\+00$/, "Z"));
}
