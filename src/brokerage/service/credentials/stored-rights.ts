// The rows that decide rights, as they are stored and as the audit chains record them.
import { selectChain } from "../../../platform/change/audit.ts";
import { faultOfChain } from "../../../platform/change/audit-chain.ts";
import type { MacTable } from "../../../platform/keys/row-mac.ts";
import type { Vault } from "../../../platform/keys/vault.ts";
import type { Reader } from "../../../platform/store/db.ts";
import { firmMacTable } from "../../clients-and-accounts/firms/reads.ts";
import {
  openRecordedRights,
  type RecordedRights,
  type RecordedRow,
  recordChain,
  recordedCredential,
} from "./recorded-rights.ts";
import {
  apiUserMacTable,
  type CredentialRightsRow,
  credentialMacTable,
  type RightsRow,
  selectApiUserRights,
  selectCredentialRights,
  selectFirmRights,
  selectFirmSubjects,
} from "./rights-queries.ts";

/** A row with its table, and its last state by the chains. */
export interface StoredRights {
  readonly of: MacTable;
  readonly key: string;
  readonly row: RightsRow & Partial<CredentialRightsRow>;
  readonly recorded: RecordedRow | undefined;
}

/** The fault of a row or of a chain. */
export interface RightsFault {
  /** `firm 1002`, `api_user 5001`, `api_credential 17…`, or the subject of a chain. */
  readonly subject: string;
  readonly reason: string;
}

/** All rows that decide rights. */
export interface AllRights {
  readonly rows: readonly StoredRights[];
  readonly recorded: RecordedRights;
  /** Chains that do not verify; what they record does not count. */
  readonly faults: readonly RightsFault[];
}

/** Reads every row and every chain of a firm. */
export async function readRights(db: Reader, vault: Vault): Promise<AllRights> {
  const recorded = openRecordedRights();
  const faults: RightsFault[] = [];
  for (const subject of await selectFirmSubjects(db)) {
    const { chain, head } = await selectChain(db, subject);
    const fault = faultOfChain(vault.auditKey, subject, chain, head);
    if (fault === undefined) recordChain(recorded, chain);
    else faults.push({ subject, reason: `entry ${fault.sequence} of its chain: ${fault.reason}` });
  }
  const firms = await selectFirmRights(db);
  const users = await selectApiUserRights(db);
  const credentials = await selectCredentialRights(db);
  const rows = [
    ...firms.map((row) => stored(firmMacTable, row, (key) => recorded.firm.get(key))),
    ...users.map((row) => stored(apiUserMacTable, row, (key) => recorded.api_user.get(key))),
    ...credentials.map((row) =>
      stored(credentialMacTable, row, (key) => recordedCredential(recorded, key)),
    ),
  ];
  return { rows, recorded, faults };
}

function stored(
  of: MacTable,
  row: StoredRights["row"],
  find: (key: string) => RecordedRow | undefined,
): StoredRights {
  const key = row.fields[0] ?? "";
  return { of, key, row, recorded: find(key) };
}

/** Whether a row is in the state that the chains record, its version aside. */
export function isAsRecorded({ of, row, recorded }: StoredRights): boolean {
  if (recorded === undefined) return false;
  const { fields } = row;
  // A chain records neither the API key nor the hash of a token.
  const seen = of === credentialMacTable ? fields.toSpliced(3, 2) : fields;
  return JSON.stringify(seen.slice(0, -1)) === JSON.stringify(recorded.fields);
}
