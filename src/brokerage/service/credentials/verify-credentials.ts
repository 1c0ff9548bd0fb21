// Checks every row that decides rights: by its MAC, by the sealed values it contains, and by the
// audit log, which shows whether it is the last state of the row.
import { isMacValid } from "../../../platform/keys/row-mac.ts";
import type { Vault } from "../../../platform/keys/vault.ts";
import type { Reader } from "../../../platform/store/db.ts";
import { proofFault } from "./credential-proof.ts";
import type { RecordedRights } from "./recorded-rights.ts";
import { credentialMacTable } from "./rights-queries.ts";
import { isAsRecorded, type RightsFault, readRights, type StoredRights } from "./stored-rights.ts";

/** The findings of a check. */
export interface CredentialsChecked {
  readonly rows: number;
  readonly faults: readonly RightsFault[];
}

/** Checks every firm, API user and credential. */
export async function verifyCredentials(db: Reader, vault: Vault): Promise<CredentialsChecked> {
  const { rows, recorded, faults } = await readRights(db, vault);
  const found = rows.flatMap((stored) => {
    const reason = faultOf(vault, stored);
    return reason === undefined ? [] : [{ subject: `${stored.of.table} ${stored.key}`, reason }];
  });
  return { rows: rows.length, faults: [...faults, ...found, ...missing(recorded, rows)] };
}

function faultOf(vault: Vault, stored: StoredRights): string | undefined {
  const { of, row, recorded } = stored;
  if (row.mac === null) return "it has no seal: the service did not write it";
  if (!isMacValid(vault, of, row)) return "it is not as it was sealed";
  if (recorded === undefined) return "the audit log has no record of it";
  const version = BigInt(row.fields.at(-1) ?? "0");
  const last = BigInt(row.lastVersion ?? "0");
  if (version < recorded.version || version < last) return "an earlier version of it was put back";
  if (version > recorded.version || !isAsRecorded(stored))
    return "the audit log records another state of it";
  return of === credentialMacTable ? proofFault(vault, stored) : undefined;
}

/** Rows that the audit log records and the store lacks. */
function missing(recorded: RecordedRights, rows: readonly StoredRights[]): RightsFault[] {
  const present = new Set(rows.map(({ of, key }) => `${of.table} ${key}`));
  return (["firm", "api_user", "api_credential"] as const)
    .flatMap((table) => [...recorded[table].keys()].map((key) => `${table} ${key}`))
    .filter((subject) => !present.has(subject))
    .map((subject) => ({ subject, reason: "it was removed: the audit log has a record of it" }));
}
