// A store as it was before rows that decide rights were sealed: made of the sample by taking back
// what later versions add to rows and audit entries.

import { tokenBinding } from "../src/platform/auth/authenticate.ts";
import { selectAuditEntries } from "../src/platform/change/audit.ts";
import { type AuditEntry, macOf, sealOfHead } from "../src/platform/change/audit-chain.ts";
import type { TestService } from "./harness.ts";
import { testVault } from "./sample-template.ts";

/** Removes every seal from the rows, and every version from the chains that record them. */
export async function unsealStore(service: TestService): Promise<void> {
  await service.admin(`update firm set version = 0, mac = null;
    update api_user set version = 0, mac = null;
    update api_credential set version = 0, mac = null;
    delete from sealed_version`);
  const tokens = await service.admin(
    "select api_key_id as key, token_sealed as sealed from api_credential where token_sealed is not null",
  );
  for (const { key, sealed } of tokens.rows) {
    const digest = testVault.open(sealed, tokenBinding(key)).toString("utf8");
    await service.admin(
      `update api_credential set token_sealed = null, token_hash = decode($1, 'hex')
       where api_key_id = $2`,
      [digest, key],
    );
  }
  const subjects = await service.admin(
    "select subject from audit_head where subject like 'firm:%' order by subject",
  );
  for (const { subject } of subjects.rows) await unversionChain(service, subject);
}

async function unversionChain(service: TestService, subject: string): Promise<void> {
  let mac: Buffer = Buffer.alloc(0);
  for (const entry of await selectAuditEntries(service.db, subject)) {
    const detail = JSON.stringify(JSON.parse(entry.detail), (name, value) =>
      name === "version" ? undefined : value,
    );
    mac = macOf(testVault.auditKey, { ...(entry satisfies AuditEntry), detail }, mac);
    await service.admin(
      "update audit_entry set detail = $3, mac = $4 where subject = $1 and sequence = $2",
      [subject, entry.sequence, detail, mac],
    );
  }
  const { rows } = await service.admin(
    "select subject, sequence from audit_head where subject = $1",
    [subject],
  );
  const seal = sealOfHead(testVault.auditKey, { ...rows[0], mac });
  await service.admin("update audit_head set mac = $2, seal = $3 where subject = $1", [
    ...[subject, mac, seal],
  ]);
}

/** Gives every chain the form it had before heads were sealed: entries of the first format. */
export async function unsealHeads(service: TestService): Promise<void> {
  const { rows } = await service.admin("select subject from audit_head order by subject");
  for (const { subject } of rows) {
    let mac: Buffer = Buffer.alloc(0);
    for (const entry of await selectAuditEntries(service.db, subject)) {
      mac = macOf(testVault.auditKey, entry, mac, "bursar audit 1");
      await service.admin("update audit_entry set mac = $3 where subject = $1 and sequence = $2", [
        ...[subject, entry.sequence, mac],
      ]);
    }
    await service.admin("update audit_head set mac = $2, seal = null where subject = $1", [
      ...[subject, mac],
    ]);
  }
}
