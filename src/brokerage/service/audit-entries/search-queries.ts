// The statement that finds audit entries of all records.

import type { Id } from "@bursar/values/ids";
import { type Reader, sql } from "../../../platform/store/db.ts";
import type { EntryRow } from "./queries.ts";

/** An entry, the MAC of the one before it in its chain, and its instant to the microsecond. */
export interface FoundRow extends EntryRow {
  readonly previousMac: Buffer | null;
  readonly exactly: string;
}

/** The filters of a search; an absent one matches every entry. */
export interface EntrySearch {
  readonly from: Date;
  readonly until: Date;
  readonly subject?: string | undefined;
  readonly operation?: string | undefined;
  readonly loginid?: string | undefined;
  readonly apiuserid?: Id | undefined;
  readonly command?: string | undefined;
  readonly requestid?: string | undefined;
  /** The last entry of the page before. */
  readonly last:
    | { readonly occurredAt: string; readonly subject: string; readonly sequence: string }
    | undefined;
  readonly limit: number;
}

/** The entries that were written in a time and that a search selects, the newest first. They are chosen before
 * anything is joined: a range may have millions. */
export async function selectFoundEntries(
  db: Reader,
  { from, until, last, limit, ...by }: EntrySearch,
): Promise<FoundRow[]> {
  return db.rows(sql<FoundRow>`
    select e.subject, e.sequence, e.occurred_at as "occurredAt", e.occurred_at::text as exactly,
      e.operation, e.caller::text as caller, e.request_id as "requestId", e.address,
      e.detail::text as detail, e.mac, before.mac as "previousMac", f.kind as "firmKind",
      f.kind = 'institutional' and coalesce(m.membership_type = 'client', false) as "isClient",
      null::bigint as "headSequence", null::bytea as "headMac", null::bytea as "headSeal"
    from (
        select * from audit_entry as e
        where e.occurred_at >= ${from} and e.occurred_at < ${until}
          and (${by.subject}::text is null or e.subject = ${by.subject})
          and (${by.operation}::text is null or e.operation = ${by.operation})
          and (${by.requestid}::text is null or e.request_id = ${by.requestid})
          and (${by.command}::text is null or e.caller ->> 'command' = ${by.command})
          and (${by.apiuserid}::text is null or e.caller ->> 'apiUser' = ${by.apiuserid})
          and (${by.loginid}::text is null
            or ${by.loginid} in (e.caller ->> 'member', e.caller ->> 'actingFor'))
          and (${last?.occurredAt}::timestamptz is null
            or (e.occurred_at, e.subject, e.sequence)
              < (${last?.occurredAt}::timestamptz, ${last?.subject}::text collate "C",
                ${last?.sequence}::bigint))
        order by e.occurred_at desc, e.subject desc, e.sequence desc
        limit ${limit}) as e
      left join audit_entry as before
        on before.subject = e.subject and before.sequence = e.sequence - 1
      left join firm as f on f.firm_oid = (e.caller ->> 'firm')::bigint
      left join member as m on m.login_id = e.caller ->> 'member'
    order by e.occurred_at desc, e.subject desc, e.sequence desc`);
}
