// Plans the bookings of an import: new transactions in their order, the rows that are known already, and those
// that custodians no longer report. Facts in, records and notices out; other work goes on between some accounts.
import { setImmediate } from "node:timers/promises";
import type { TransactionFact } from "@bursar/custodian-files";
import type { Id } from "@bursar/values/ids";
import type { LoadProblem } from "../../../platform/bulk/kinds/load-problem.ts";
import { counted } from "../../../values/readable.ts";
import { type Booking, bookingOf } from "./bookings.ts";
import { type HeldBefore, type OrderedBooking, orderedBookings } from "./day-order.ts";
import type { FileSpan, FilesRead } from "./files-read.ts";
import type { AccountLink } from "./match-accounts.ts";
import type { MatchedSecurities } from "./match-securities.ts";
import { openingMark, openingsOf } from "./openings.ts";
import { type MatchedSpinOffs, withSpinOffs } from "./spin-offs.ts";
import { isTax, type TaxRow, withTaxes } from "./withheld-taxes.ts";

/** A row of an earlier import, with the transaction that it has become. */
export interface KnownRow {
  readonly accountNumber: string;
  readonly rowId: string;
  readonly transactionId: Id;
  readonly tradeDate: string;
  readonly type: string;
  readonly securityId: Id | null;
}

/** The stored books of the accounts of an import. */
export interface KnownBooks {
  readonly rows: readonly KnownRow[];
  readonly withHistory: ReadonlySet<string>;
  readonly held: ReadonlyMap<string, HeldBefore>;
}

/** The facts of an import, once every account and security is known. */
export interface BookingFacts {
  readonly files: FilesRead;
  readonly links: ReadonlyMap<string, AccountLink>;
  readonly securities: MatchedSecurities;
  readonly spinOffs: MatchedSpinOffs;
  readonly known: KnownBooks;
}

/** The bookings of an import, with the problems and notices of its rows. */
export interface PlannedBookings {
  readonly bookings: readonly OrderedBooking[];
  /** Rows that an earlier import has brought. */
  readonly knownRows: number;
  /** By account number, the day as of which it opens. */
  readonly openings: ReadonlyMap<string, string>;
  readonly problems: readonly LoadProblem[];
  readonly notices: readonly string[];
}

/** How many accounts are put in order before other work has its turn. */
const accountsAtOnce = 20;

/** Plans the transactions of an import. */
export async function planBookings({
  files,
  links,
  securities,
  spinOffs,
  known,
}: BookingFacts): Promise<PlannedBookings> {
  const { reading, spans } = files;
  const knownIds = new Set(
    known.rows.map(({ accountNumber, rowId }) => `${accountNumber} ${rowId}`),
  );
  const seen = new Set<string>();
  const taxes: TaxRow[] = [];
  const rows: Booking[] = [];
  const opened = openingDays(known.rows);
  let knownRows = 0;
  let earlier = 0;
  for (const fact of inOrder(reading.transactions, spans)) {
    const link = links.get(fact.account);
    if (link === undefined) continue;
    const key = `${link.accountNumber} ${fact.rowId}`;
    if (seen.has(key)) continue;
    seen.add(key);
    if (knownIds.has(key)) {
      knownRows += 1;
      continue;
    }
    if (fact.tradeDate <= (opened.get(link.accountNumber) ?? "")) {
      earlier += 1;
      continue;
    }
    const securityId = fact.security && securities.idOf(fact.security);
    const { accountNumber } = link;
    const { file, line, rowId } = fact;
    if (isTax(fact)) taxes.push({ fact, accountNumber, securityId, file, line, rowIds: [rowId] });
    else rows.push(bookingOf(fact, link, securityId));
  }
  const spunOff = withSpinOffs(rows, spinOffs.terms);
  const changes = lackingRows({ rows: spunOff.rows, seen, known, spans, links });
  const taken = withTaxes(changes.rows, taxes);
  const openings = openingsOf({
    reading,
    links,
    idOf: securities.idOf,
    withHistory: known.withHistory,
  });
  const byAccount = Map.groupBy(
    [...openings.bookings, ...taken.bookings],
    ({ accountNumber }) => accountNumber,
  );
  const nothing: HeldBefore = { shares: new Map(), lastOrders: new Map() };
  const ordered: ReturnType<typeof orderedBookings>[] = [];
  for (const [accountNumber, own] of byAccount) {
    ordered.push(orderedBookings(own, known.held.get(accountNumber) ?? nothing));
    if (ordered.length % accountsAtOnce === 0) await setImmediate();
  }
  return {
    bookings: ordered.flatMap((account) => account.ordered),
    knownRows,
    openings: openings.days,
    problems: [
      ...spunOff.problems,
      ...taken.problems,
      ...ordered.flatMap((account) => account.problems),
    ],
    notices: [
      ...(earlier === 0
        ? []
        : [
            `${counted(earlier, "row")} up to the day on which their accounts opened are left out.`,
          ]),
      ...openings.notices,
      ...changes.notices,
    ],
  };
}

/** By account number, the day as of which an earlier import opened it: what happened until then is in its positions. */
function openingDays(rows: readonly KnownRow[]): ReadonlyMap<string, string> {
  const days = rows.filter(({ rowId }) => rowId.startsWith(openingMark));
  return new Map(days.map(({ accountNumber, tradeDate }) => [accountNumber, tradeDate]));
}

/** The rows of each file from the oldest; of a day in the order of the file, turned where that is the newest first. */
function inOrder(
  transactions: readonly TransactionFact[],
  spans: readonly FileSpan[],
): TransactionFact[] {
  const turned = new Set(
    spans.filter(({ isNewestFirst }) => isNewestFirst).map(({ file }) => file),
  );
  return [...Map.groupBy(transactions, ({ file }) => file)].flatMap(([file, rows]) =>
    turned.has(file) ? pairwiseReversed(rows) : rows,
  );
}

/** Two transactions of one line stay in their order. */
function pairwiseReversed(rows: readonly TransactionFact[]): TransactionFact[] {
  return [...Map.groupBy(rows, ({ line }) => line).values()].toReversed().flat();
}

interface Comparison {
  readonly rows: readonly Booking[];
  readonly seen: ReadonlySet<string>;
  readonly known: KnownBooks;
  readonly spans: readonly FileSpan[];
  readonly links: ReadonlyMap<string, AccountLink>;
}

/** Known rows that the files of their days have no more. A new row in the place of one of them is what has become
 * of it: it is reported and not booked, since the first is booked already. */
function lackingRows({ rows, seen, known, spans, links }: Comparison): {
  readonly rows: readonly Booking[];
  readonly notices: readonly string[];
} {
  const covered = spansByAccount(spans, links);
  const lacking = known.rows.filter(
    ({ accountNumber, rowId, tradeDate }) =>
      !seen.has(`${accountNumber} ${rowId}`) &&
      !rowId.startsWith(openingMark) &&
      (covered.get(accountNumber) ?? []).some(
        ({ from, to }) => from <= tradeDate && tradeDate <= to,
      ),
  );
  const placeOf = (row: Pick<Booking, "accountNumber" | "tradeDate" | "type">, security: string) =>
    [row.accountNumber, row.tradeDate, row.type, security].join(" ");
  const open = Map.groupBy(lacking, (row) => placeOf(row, row.securityId ?? ""));
  const notices: string[] = [];
  const booked = rows.filter((row) => {
    const [was, ...others] = open.get(placeOf(row, row.securityId ?? "")) ?? [];
    if (was === undefined) return true;
    open.set(placeOf(row, row.securityId ?? ""), others);
    notices.push(
      `${row.file}:${row.line}: ${row.accountNumber} ${row.type} of ${row.tradeDate} is another than transaction ${was.transactionId}, ` +
        "which an earlier file brought; it is not booked. Correct the books, or undo that import.",
    );
    return false;
  });
  for (const row of [...open.values()].flat()) {
    notices.push(
      `${row.accountNumber} ${row.type} of ${row.tradeDate}: the files of its days have no row of transaction ${row.transactionId} any more; it stays booked.`,
    );
  }
  return { rows: booked, notices };
}

function spansByAccount(
  spans: readonly FileSpan[],
  links: ReadonlyMap<string, AccountLink>,
): ReadonlyMap<string, readonly FileSpan[]> {
  const byAccount = new Map<string, FileSpan[]>();
  for (const span of spans) {
    for (const account of span.accounts) {
      const number = links.get(account)?.accountNumber;
      if (number === undefined) continue;
      byAccount.set(number, [...(byAccount.get(number) ?? []), span]);
    }
  }
  return byAccount;
}
