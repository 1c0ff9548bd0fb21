// Seals, once, what an upgrade finds in a store that was made before rows were sealed. A row counts
// as found only if the audit chains record it and no seal: removing seals, or writing rows
// bypassing the service, gains nothing at a restart.
import { tokenBinding, tokenPurpose } from "../../platform/auth/authenticate.ts";
import type { NoteOf } from "../../platform/change/audit-entry.ts";
import { lockSealing } from "../../platform/change/audit-head-queries.ts";
import type { WriteContext } from "../../platform/change/context.ts";
import { write } from "../../platform/change/write.ts";
import { instantOfSeal, rowMac, type SealedTable } from "../../platform/keys/sealed-row.ts";
import type { Vault } from "../../platform/keys/vault.ts";
import type { Tx } from "../../platform/store/db.ts";
import { sealedFirms } from "../firms/reads.ts";
import { sealRightsEntry } from "./entries.ts";
import { recordsSeals } from "./recorded-rights.ts";
import {
  hasUnsealedRights,
  sealedApiUsers,
  sealedCredentials,
  updateApiUserSeals,
  updateCredentialSeals,
  updateFirmSeals,
} from "./sealed-row-queries.ts";
import { isAsRecorded, readRights, type StoredRights } from "./stored-rights.ts";

/** Seals what is there; returns how many rows were left without a seal, which therefore do not
 * count. */
export async function sealRights(ctx: WriteContext): Promise<number> {
  if (!(await hasUnsealedRights(ctx.db))) return 0;
  let left = 0;
  await write(ctx, sealRightsEntry, async (tx) => {
    await lockSealing(tx);
    const { rows, recorded } = await readRights(tx, ctx.vault);
    const unsealed = rows.filter(({ row }) => row.mac === null);
    const found = recordsSeals(recorded) ? [] : unsealed.filter(isAsRecorded);
    left = unsealed.length - found.length;
    seal(tx, ctx.vault, found);
    return { value: null, audit: notesOf(found) };
  });
  return left;
}

function seal(tx: Tx, vault: Vault, found: readonly StoredRights[]): void {
  const sealed = (of: SealedTable) =>
    found.filter((each) => each.of === of).map((each) => firstSeal(vault, each));
  updateFirmSeals(tx, sealed(sealedFirms));
  updateApiUserSeals(tx, sealed(sealedApiUsers));
  updateCredentialSeals(tx, sealed(sealedCredentials));
}

function firstSeal(vault: Vault, { of, key, row }: StoredRights) {
  // A token's hash was a plain SHA-256.
  const digest = of === sealedCredentials ? row.fields[4] : undefined;
  const tokenHash = digest ? vault.hash(tokenPurpose, digest) : null;
  const tokenSealed = digest ? vault.seal(digest, tokenBinding(key)) : null;
  const fields = row.fields.with(-1, "1");
  const hashed = tokenHash ? fields.with(4, tokenHash.toString("hex")) : fields;
  return { key, mac: rowMac(vault, of, hashed), tokenHash, tokenSealed };
}

type SealNote = NoteOf<typeof sealRightsEntry>;

function notesOf(found: readonly StoredRights[]): SealNote[] {
  return [...Map.groupBy(found, ({ row }) => row.firmOid)].map(([firmOid, rows]) => {
    const fieldsOf = (of: SealedTable) =>
      rows.filter((each) => each.of === of).map(({ row }) => row.fields);
    return {
      subject: `firm:${firmOid}`,
      after: {
        firms: fieldsOf(sealedFirms).map(([oid, kind, partnerCode, programs]) => ({
          ...{ firmOid: oid ?? "", kind: kind ?? "", partnerCode: partnerCode ?? "" },
          programOids: listOf(programs),
          version: "1",
        })),
        "api-users": fieldsOf(sealedApiUsers).map(([apiUserId, ofFirm, scopes, member]) => ({
          ...{ apiUserId: apiUserId ?? "", firmOid: ofFirm ?? "", scopes: listOf(scopes) },
          boundLoginId: member ?? null,
          version: "1",
        })),
        keys: fieldsOf(sealedCredentials).map(
          ([keyId, apiUserId, kind, , , expires, revoked, member]) => ({
            ...{ keyId: keyId ?? "", apiUserId: apiUserId ?? "", kind: kind ?? "" },
            boundLoginId: member ?? null,
            expiresAt: instantOf(expires),
            revokedAt: instantOf(revoked),
            version: "1",
          }),
        ),
      },
    };
  });
}

/** The entries of a list as PostgreSQL writes it. */
function listOf(text: string | null | undefined): string[] {
  return (text ?? "{}").slice(1, -1).split(",").filter(Boolean);
}

function instantOf(field: string | null | undefined): string | null {
  return field ? instantOfSeal(field).toISOString() : null;
}
