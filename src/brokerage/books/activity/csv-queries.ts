// Transactions as lines of the file that loads them: the columns of the kind in their order, as they are
// stored. (docs/activity.md, "CSV")

import type { Id } from "@bursar/values/ids";
import { part, type Reader, type SqlPart, sql } from "../../../platform/store/db.ts";
import { declared, joined } from "../../../platform/store/declared-sql.ts";
import type { DateRange } from "../../../values/date-range.ts";
import {
  isBehindEvents,
  mayConcernPositions,
  onlyOf,
  transactionKind,
} from "../transactions/reads.ts";
import type { RowKey } from "./queries.ts";
import type { ShownTransaction } from "./schema.ts";

/** The columns of the file, in its order. */
export const columnsOfFile = Object.keys(transactionKind.schema.properties);

/** Columns whose name in the store is another, or that are made of it. */
const made: Readonly<Record<string, SqlPart>> = {
  lots: part`t.lots`,
  namedLots: part`case when t.named_lots is not null then (
    select jsonb_agg(concat(lot ->> 'transactionId',
      '/' || (lot ->> 'place'), ':' || (lot ->> 'shares')) order by place)
    from jsonb_array_elements(t.named_lots) with ordinality as named (lot, place)) end`,
  toFolioNumber: part`coalesce(t.receiving_folio_number, t.to_folio_number)`,
  acceptedMethod: part`t.default_method`,
  acceptedShortTermTaxRate: part`t.short_term_tax_rate`,
  acceptedLongTermTaxRate: part`t.long_term_tax_rate`,
};

/** Columns that may have a comma or a quote. */
const quoted: ReadonlySet<string> = new Set(["lots", "namedLots", "notes", "eventId"]);

/** Columns of free text, which a spreadsheet could run as a formula. */
const free: ReadonlySet<string> = new Set(["notes", "eventId"]);

/** A text with an apostrophe before what begins like a formula, at its beginning or behind a separator, where
 * another cell may begin. A load takes it off again. (withoutFormulaMarks) */
const unrun = (text: SqlPart) =>
  declared`regexp_replace(${text}, '((?:^|[;\\t\\r\\n|])[ \\t\\r\\n]*)(?=''*[-=+@＝＋－＠])', '\\1''', 'g')`;

/** A row `t` as texts, by column of the file; null where it has none. */
const cells = columnsOfFile.map((field) => {
  const value = made[field] ?? declared`t.${transactionKind.columnOf.get(field) ?? ""}`;
  const text = declared`(${value})::text`;
  return { field, text: free.has(field) ? unrun(text) : text };
});

const line = joined(
  cells.map(({ field, text }) =>
    quoted.has(field)
      ? declared`case when ${text} ~ '[",]' then '"' || replace(${text}, '"', '""') || '"' else ${text} end`
      : text,
  ),
  ", ",
);

/** Lines of the file, each with its end, how many rows they have, and the place of the last one. */
export interface CsvPiece extends RowKey {
  readonly accountNumber: string;
  readonly lines: string;
  readonly rows: number;
}

/** The days whose rows are written, and a folio, if only those that may concern it are. */
export interface WrittenRange extends DateRange {
  readonly folioNumber: string | undefined;
}

/** The last row that was read. */
export type CsvPlace = RowKey & Pick<CsvPiece, "accountNumber">;

/** The lines of accounts behind a place, by account and the oldest first, each account's as of a version: the
 * rows of a range, others that these take back, and each cancellation behind what it cancels. Undefined where
 * there are no more. */
export async function selectLines(
  db: Reader,
  versions: ReadonlyMap<string, string>,
  { from, to, folioNumber }: WrittenRange,
  taken: readonly TakenRow[],
  { after, limit }: { readonly after: CsvPlace | undefined; readonly limit: number },
): Promise<CsvPiece | undefined> {
  const numbers = [...versions.keys()];
  const only = onlyOf(numbers);
  const statement = sql<CsvPiece>`
    with page as materialized (
    select t.account_number, t.trade_on, ${isBehindEvents} as is_behind_events, t.entry_order,
      t.transaction_id, concat(array_to_string(array[${line}], ',', ''), E'\\n',
        case when taker.transaction_id is not null then concat_ws(',', ${cancellation}) || E'\\n' end)
        as lines
    from (
        select * from unnest(${numbers}::text[], ${[...versions.values()]}::bigint[])
          as own (number, version)
        where own.number >= coalesce(${after?.accountNumber}, '') order by own.number) as own
      cross join lateral (
        (select t.* from account_transaction as t
        where t.account_number = own.number and (${only}::text is null or t.account_number = ${only})
          and t.accepted_version <= own.version
          and t.trade_on >= case when own.number = ${after?.accountNumber}
            then greatest(${from}::date, ${after?.tradeOn}::date) else ${from}::date end
          and t.trade_on <= ${to}
          and (${folioNumber}::text is null
            or ${folioNumber} in (t.folio_number, t.to_folio_number, t.fee_paid_by)
            or t.folio_number is null
            or ${mayConcernPositions})
          and (own.number is distinct from ${after?.accountNumber}
            or (t.trade_on, ${isBehindEvents}, t.entry_order, t.transaction_id)
              > (${after?.tradeOn}::date, ${after?.isBehindEvents}::boolean,
                ${after?.entryOrder}::integer, ${after?.transactionId}::bigint))
        order by t.trade_on, ${isBehindEvents}, t.entry_order, t.transaction_id limit ${limit})
        union all
        select t.* from unnest(${taken.map(({ accountNumber }) => accountNumber)}::text[],
            ${taken.map(({ transactionId }) => transactionId)}::bigint[]) as partner (number, id)
          join account_transaction as t on t.account_number = partner.number
            and t.transaction_id = partner.id
        where partner.number = own.number and (${only}::text is null or t.account_number = ${only})
          and (own.number is distinct from ${after?.accountNumber}
            or (t.trade_on, ${isBehindEvents}, t.entry_order, t.transaction_id)
              > (${after?.tradeOn}::date, ${after?.isBehindEvents}::boolean,
                ${after?.entryOrder}::integer, ${after?.transactionId}::bigint))) as t
      left join account_transaction as taker on taker.account_number = t.account_number
        and (${only}::text is null or taker.account_number = ${only})
        and taker.takes_back = t.transaction_id and taker.accepted_version <= own.version
        and taker.transaction_type = 'CXL'
    order by own.number, t.trade_on, ${isBehindEvents}, t.entry_order, t.transaction_id
    limit ${limit})
    select last.account_number as "accountNumber", last.trade_on as "tradeOn",
      last.is_behind_events as "isBehindEvents", last.entry_order as "entryOrder",
      last.transaction_id as "transactionId", (select string_agg(lines, '') from page) as lines,
      (select count(*) from page)::integer as rows
    from (
      select * from page
      order by account_number desc, trade_on desc, is_behind_events desc, entry_order desc,
        transaction_id desc
      limit 1) as last`;
  return db.first({ ...statement, isLarge: true });
}

/** The line of a cancellation `taker`, which has its ids alone. */
const cancellation = joined(
  columnsOfFile.map((field) => {
    const known = ["accountNumber", "transactionId", "transactionType", "cancels"].includes(field);
    const column = transactionKind.columnOf.get(field) ?? "";
    return known ? declared`taker.${column}::text` : declared`''`;
  }),
  ", ",
);

/** A row that others of a range take back. */
export interface TakenRow {
  readonly accountNumber: string;
  readonly transactionId: Id;
}

/** The rows outside a range that rows of it take back, directly or by others. */
export async function selectTakenOutside(
  db: Reader,
  versions: ReadonlyMap<string, string>,
  range: WrittenRange,
): Promise<TakenRow[]> {
  // By id, since a row of the range may be found as one that another row takes back, too.
  const outside = new Map<string, TakenRow>();
  let links = await selectTakenByRange(db, versions, range);
  while (links.length > 0) {
    for (const link of links) {
      if (link.isOutside) outside.set(`${link.accountNumber} ${link.transactionId}`, link);
    }
    links = await selectTakenByRows(
      db,
      links.filter(({ isTaker }) => isTaker),
      range,
    );
  }
  return [...outside.values()];
}

/** A row that is taken back, and whether it takes back another one itself. */
interface TakenLink extends TakenRow {
  readonly isOutside: boolean;
  readonly isTaker: boolean;
}

/** The rows that those of a range take back, as far as they lie outside of it or take back others. */
async function selectTakenByRange(
  db: Reader,
  versions: ReadonlyMap<string, string>,
  { from, to, folioNumber }: WrittenRange,
): Promise<TakenLink[]> {
  const numbers = [...versions.keys()];
  const only = onlyOf(numbers);
  return db.rows(sql<TakenLink>`
    select distinct back.account_number as "accountNumber",
      back.transaction_id as "transactionId",
      back.trade_on not between ${from} and ${to} as "isOutside",
      back.takes_back is not null as "isTaker"
    from unnest(${numbers}::text[], ${[...versions.values()]}::bigint[]) as own (number, version)
      join account_transaction as t on t.account_number = own.number
        and (${only}::text is null or t.account_number = ${only}) and t.accepted_version <= own.version
      join account_transaction as back on back.account_number = t.account_number
        and (${only}::text is null or back.account_number = ${only}) and back.transaction_id = t.takes_back
    where t.trade_on between ${from} and ${to} and t.takes_back is not null
      and (${folioNumber}::text is null
        or ${folioNumber} in (t.folio_number, t.to_folio_number, t.fee_paid_by)
        or t.folio_number is null
        or ${mayConcernPositions})
      and (back.trade_on not between ${from} and ${to} or back.takes_back is not null)`);
}

/** The rows that some rows take back. */
async function selectTakenByRows(
  db: Reader,
  takers: readonly TakenRow[],
  { from, to }: DateRange,
): Promise<TakenLink[]> {
  if (takers.length === 0) return [];
  const numbers = takers.map(({ accountNumber }) => accountNumber);
  const only = onlyOf(numbers);
  return db.rows(sql<TakenLink>`
    select distinct back.account_number as "accountNumber",
      back.transaction_id as "transactionId",
      back.trade_on not between ${from} and ${to} as "isOutside",
      back.takes_back is not null as "isTaker"
    from unnest(${numbers}::text[],
        ${takers.map(({ transactionId }) => transactionId)}::bigint[]) as taker (number, id)
      join account_transaction as t on t.account_number = taker.number
        and (${only}::text is null or t.account_number = ${only}) and t.transaction_id = taker.id
      join account_transaction as back on back.account_number = t.account_number
        and (${only}::text is null or back.account_number = ${only}) and back.transaction_id = t.takes_back`);
}

/** The present versions of some accounts. */
export async function selectVersions(
  db: Reader,
  accountNumbers: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await db.rows(sql<{ number: string; version: string }>`
    select account_number as "number", version from account_facts
    where account_number = any(${accountNumbers}::text[]) order by 1`);
  return new Map(rows.map(({ number, version }) => [number, version]));
}

/** How many rows accounts have in a range that may concern its folio, up to a limit. */
export async function selectCount(
  db: Reader,
  accountNumbers: readonly string[],
  { from, to, folioNumber }: WrittenRange,
  most: number,
): Promise<number> {
  // Without a folio the rows themselves are not looked at, but their index alone.
  const counted =
    folioNumber === undefined
      ? sql<{ count: number }>`
    select count(*)::integer as count from (
      select 1 from account_transaction as t
      where t.account_number = any(${accountNumbers}::text[])
        and t.trade_on between ${from} and ${to}
      limit ${most}) as counted`
      : sql<{ count: number }>`
    select count(*)::integer as count from (
      select 1 from account_transaction as t
      where t.account_number = any(${accountNumbers}::text[])
        and t.trade_on between ${from} and ${to}
        and (${folioNumber}::text in (t.folio_number, t.to_folio_number, t.fee_paid_by)
          or t.folio_number is null
          or ${mayConcernPositions})
      limit ${most}) as counted`;
  return (await db.first(counted))?.count ?? 0;
}

/** The stored columns of a transaction by column of the file, each as the cell of the file has
 * it. */
export async function selectColumnsOf(
  db: Reader,
  accountNumber: string,
  transactionId: Id,
): Promise<ShownTransaction["columns"]> {
  const row = await db.first(sql<{ cells: (string | null)[] }>`
    select array[${joined(cells.map(({ text }) => text))}] as cells from account_transaction as t
    where account_number = ${accountNumber} and transaction_id = ${transactionId}`);
  return Object.fromEntries(cells.map(({ field }, at) => [field, row?.cells[at] ?? null]));
}
