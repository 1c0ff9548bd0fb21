// The statement that reads the audit entries of an account.

import type { Decimal } from "@bursar/values/decimal";
import type { AuditHead, StoredEntry } from "../../../platform/change/audit-chain.ts";
import type { FirmKind } from "../../../platform/change/context.ts";
import { type Reader, sql } from "../../../platform/store/db.ts";

/** An entry, with what its firm and the member logged in are, and what names the account's last one. */
export interface EntryRow extends StoredEntry {
  readonly firmKind: FirmKind | null;
  readonly isClient: boolean;
  readonly headSequence: AuditHead["sequence"] | null;
  readonly headMac: AuditHead["mac"] | null;
  readonly headSeal: AuditHead["seal"];
}

/** Entries of an account, the newest first, and one more, which the last of them follows. */
export async function selectEntries(
  db: Reader,
  accountNumber: string,
  { before, limit }: { readonly before: Decimal | null; readonly limit: Decimal },
): Promise<EntryRow[]> {
  return db.rows(sql<EntryRow>`
    select e.subject, e.sequence, e.occurred_at as "occurredAt", e.operation,
      e.caller::text as caller, e.request_id as "requestId", e.address, e.detail::text as detail,
      e.mac, f.kind as "firmKind",
      f.kind = 'institutional' and coalesce(m.membership_type = 'client', false) as "isClient",
      h.sequence as "headSequence", h.mac as "headMac", h.seal as "headSeal"
    from audit_entry as e
      left join audit_head as h on h.subject = e.subject
      left join firm as f on f.firm_oid = (e.caller ->> 'firm')::bigint
      left join member as m on m.login_id = e.caller ->> 'member'
    where e.subject = ${accountNumber}
      and e.sequence < coalesce(${before}::bigint, 9223372036854775807)
    order by e.sequence desc limit ${limit}::integer + 1`);
}
