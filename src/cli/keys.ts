// `bursar keys`: creates, lists and revokes the credentials of API users.

import { createKey } from "../brokerage/service/api-users/create-key.ts";
import { selectKeys } from "../brokerage/service/api-users/reads.ts";
import { revokeKey } from "../brokerage/service/api-users/revoke-key.ts";
import { decodeTimestamp } from "../platform/auth/signature.ts";
import { counted, tableLines } from "../values/readable.ts";
import { commandContext, withStore } from "./command-context.ts";
import { UsageFault } from "./faults.ts";
import { printJson, printLines } from "./output.ts";

interface CreateOptions {
  readonly signing?: boolean;
  readonly expires?: string;
  readonly never?: boolean;
  readonly member?: string;
  readonly json?: boolean;
}

/** Creates a credential and prints it, this once. */
export async function createKeyCommand(apiUserId: string, options: CreateOptions): Promise<void> {
  const { signing = false, member, json = false } = options;
  const expiresAt = keyExpiry(options, new Date());
  const request = {
    apiUserId,
    kind: signing ? "signing" : "token",
    expiresAt,
    boundLoginId: member,
  } as const;
  const drawn = await withStore("keys", (opened) => createKey(commandContext(opened), request));
  const shown = { ...drawn, expiresAt: expiresAt?.toISOString() ?? null };
  if (json) return printJson(shown);
  printLines(...Object.entries(shown).map(([name, value]) => `${name}: ${value ?? "never"}`));
}

/** When a new key expires: after a year, unless another instant or never is asked for. */
export function keyExpiry(
  { expires, never = false }: Pick<CreateOptions, "expires" | "never">,
  now: Date,
): Date | undefined {
  if (never && expires !== undefined) throw new UsageFault("choose either --expires or --never");
  if (never) return undefined;
  if (expires === undefined) return aYearAfter(now);
  const expiresAt = decodeTimestamp(expires);
  if (expiresAt !== undefined && expiresAt > now) return expiresAt;
  throw new UsageFault("--expires must be an ISO 8601 instant with its offset, in the future");
}

function aYearAfter(now: Date): Date {
  const then = new Date(now);
  then.setUTCFullYear(now.getUTCFullYear() + 1);
  return then;
}

/** Lists the credentials. */
export async function listKeysCommand({ json = false }: { json?: boolean }): Promise<void> {
  const keys = await withStore("keys", ({ db }) => selectKeys(db));
  if (json) return printJson(keys);
  const now = new Date();
  const rows = keys.map((key) => {
    const isOver = key.expiresAt !== null && key.expiresAt <= now;
    const state = key.revokedAt ? "revoked" : isOver ? "expired" : "valid";
    const expires = key.expiresAt?.toISOString() ?? "never";
    const member = key.boundLoginId ?? "-";
    return [key.keyId, key.kind, state, key.apiUserId, key.apiUserName, expires, member];
  });
  const headings = ["key", "kind", "state", "API user", "name", "expires", "member"];
  printLines(...tableLines(headings, rows), counted(keys.length, "key"));
}

/** Revokes a credential. */
export async function revokeKeyCommand(
  keyId: string,
  { json = false }: { json?: boolean },
): Promise<void> {
  await withStore("keys", (opened) => revokeKey(commandContext(opened), keyId));
  if (json) printJson({ revoked: keyId });
  else printLines(`revoked ${keyId}`);
}
