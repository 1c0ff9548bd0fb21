// The last state of each row that decides rights, as the audit chains of firms record it.
import type { StoredEntry } from "../../../platform/change/audit-chain.ts";
import { type AuditedChange, decodeChange } from "../../../platform/change/audited-change.ts";
import { macInstant } from "../../../platform/keys/row-mac.ts";

/** The columns of a row that the chains record, as text, in the order of its MAC. */
export interface RecordedRow {
  /** From 1. */
  readonly version: bigint;
  readonly occurredAt: Date;
  readonly fields: readonly (string | null)[];
}

/** The last state of every row, by table and key. */
export interface RecordedRights {
  readonly firm: Map<string, RecordedRow>;
  readonly api_user: Map<string, RecordedRow>;
  readonly api_credential: Map<string, RecordedRow>;
  /** Revocations: version and instant, by credential. */
  readonly revoked: Map<string, RecordedRow>;
}

type Json = Readonly<Record<string, unknown>>;

/** The rights before any chain has been read. */
export function openRecordedRights(): RecordedRights {
  return {
    firm: new Map(),
    api_user: new Map(),
    api_credential: new Map(),
    revoked: new Map(),
  };
}

/** Adds what the chain of one firm records. */
export function recordChain(recorded: RecordedRights, chain: readonly StoredEntry[]): void {
  for (const change of chain.map(decodeChange)) {
    for (const row of listOf(change, "firms")) note(recorded.firm, change, row, firmFields(row));
    for (const row of listOf(change, "api-users"))
      note(recorded.api_user, change, row, userFields(row));
    const { after } = change;
    if (change.operation === "createFirm") {
      const row = addedFirm(after);
      note(recorded.firm, change, row, firmFields(row));
    }
    const drawn = change.operation === "createKey" ? [after] : listOf(change, "keys");
    for (const row of drawn) note(recorded.api_credential, change, row, keyFields(row));
    if (change.operation === "revokeKey") {
      note(recorded.revoked, change, after, [text(after.keyId), instantField(after.revokedAt)]);
    }
  }
}

function listOf({ operation, after }: AuditedChange, name: string): readonly Json[] {
  return operation === "loadFolder" ? ((after[name] as Json[] | undefined) ?? []) : [];
}

/** A state counts unless a later one is known, by version, else by time. */
function note(
  rows: Map<string, RecordedRow>,
  { occurredAt }: AuditedChange,
  row: Json,
  fields: RecordedRow["fields"],
): void {
  const key = fields[0] ?? "";
  const version = BigInt(text(row.version) ?? "0");
  const known = rows.get(key);
  const isOlder =
    known !== undefined &&
    (version < known.version || (version === known.version && occurredAt < known.occurredAt));
  if (!isOlder) rows.set(key, { version, occurredAt, fields });
}

/** A firm as a request adds it: it issues, takes part in no program, and gets a MAC once. */
function addedFirm({ firmOid, partnerCode }: Json): Json {
  return { firmOid, partnerCode, kind: "issuing", programOids: [], version: 1 };
}

function firmFields(row: Json): RecordedRow["fields"] {
  return [text(row.firmOid), text(row.kind), text(row.partnerCode), listField(row.programOids)];
}

function userFields(row: Json): RecordedRow["fields"] {
  const { apiUserId, firmOid, scopes, boundLoginId } = row;
  return [text(apiUserId), text(firmOid), listField(scopes), text(boundLoginId)];
}

/** A chain contains neither the key nor the hash of a token. */
function keyFields(row: Json): RecordedRow["fields"] {
  const { keyId, apiUserId, kind, expiresAt, revokedAt, boundLoginId } = row;
  const days = [instantField(expiresAt), instantField(revokedAt)];
  return [text(keyId), text(apiUserId), text(kind), ...days, text(boundLoginId)];
}

function text(value: unknown): string | null {
  return value === undefined || value === null ? null : String(value);
}

/** A list of ids or scopes as PostgreSQL writes it. */
function listField(value: unknown): string {
  return `{${((value as readonly unknown[] | null | undefined) ?? []).join(",")}}`;
}

function instantField(value: unknown): string | null {
  const given = text(value);
  return given === null ? null : macInstant(new Date(given));
}

/** A credential's state with its revocation, if one is recorded. */
export function recordedCredential(recorded: RecordedRights, key: string): RecordedRow | undefined {
  const drawn = recorded.api_credential.get(key);
  const revoked = recorded.revoked.get(key);
  if (drawn === undefined || revoked === undefined) return drawn;
  const { version } = revoked.version > drawn.version ? revoked : drawn;
  const fields = drawn.fields.with(4, drawn.fields[4] ?? revoked.fields[1] ?? null);
  return { ...drawn, version, fields };
}
