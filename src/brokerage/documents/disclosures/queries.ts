// SQL of the words on papers.
import type { Day } from "@bursar/values/dates";
import type { Id } from "@bursar/values/ids";
import { type Reader, sql } from "../../../platform/store/db.ts";

/** Words about a topic. */
export interface WordsRow {
  readonly topic: string;
  readonly words: string;
}

/** The words of a firm's papers on a day, by topic: the firm's own before the operator's, which stand on all papers, the newest first. */
export async function selectWords(
  db: Reader,
  {
    firmOid,
    reportType,
    on,
  }: {
    readonly firmOid: Id;
    readonly reportType: string;
    readonly on: Day;
  },
): Promise<WordsRow[]> {
  return db.rows(sql<WordsRow>`
    select distinct on (topic) topic, words
    from disclosure join firm using (firm_oid)
    where (firm_oid = ${firmOid} or kind = 'operator') and report_type = ${reportType}
      and from_on <= ${on} and coalesce(to_on, 'infinity') >= ${on}
    order by topic, firm_oid = ${firmOid} desc, from_on desc`);
}

/** The firms that have accounts, each with the topics of a report that have words on a day. */
export async function selectTopics(
  db: Reader,
  reportType: string,
  on: Day,
): Promise<{ firmOid: Id; name: string; topics: readonly string[] }[]> {
  return db.rows(sql<{ firmOid: Id; name: string; topics: readonly string[] }>`
    select f.firm_oid as "firmOid", f.name, array(
      select distinct d.topic from disclosure as d join firm as own using (firm_oid)
      where (d.firm_oid = f.firm_oid or own.kind = 'operator') and d.report_type = ${reportType}
        and d.from_on <= ${on} and coalesce(d.to_on, 'infinity') >= ${on}) as topics
    from firm as f
    where f.kind = 'institutional'
      and f.firm_oid in (select firm_oid from account)
    order by f.firm_oid`);
}
