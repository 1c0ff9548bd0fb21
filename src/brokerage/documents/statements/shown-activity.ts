// The activity of a statement, by trade date, and the corrections of earlier periods. (docs/statements.md,
// "Activity")
import type { Move } from "@bursar/performance";
import type { Day } from "@bursar/values/dates";
import type { Id } from "@bursar/values/ids";
import { moneyText, sharesText } from "@bursar/values/units";
import { transactionTypes } from "../../../reference/codes.ts";
import type { Calendar } from "../../../reference/settlement/queries.ts";
import { counted } from "../../../values/readable.ts";
import { categoryNamesOf } from "../../books/activity/reads.ts";
import {
  type BookedRow,
  centsOf,
  type FollowedBooks,
  movesById,
  type Span,
  withheldOf,
} from "./booked.ts";
import type { NamedSecurity } from "./shown-holdings.ts";
import type { StatementActivity, StatementCorrection, UnsettledTrade } from "./statement.ts";
import { rowsWithin } from "./value-bridge.ts";

/** The names and days by which activity is shown. */
export interface ActivitySources {
  readonly securities: ReadonlyMap<Id, NamedSecurity>;
  readonly calendar: Pick<Calendar, "settlesOn">;
}

/** The activity of a span, by trade date. */
export function activityShown(
  books: FollowedBooks,
  span: Span,
  sources: ActivitySources,
): StatementActivity[] {
  const moves = movesById(books.moves);
  return rowsWithin(books, span).map((row) => entryOf(row, moves.get(row.transactionId), sources));
}

function entryOf(
  row: BookedRow,
  moves: readonly Move[] = [],
  sources: ActivitySources,
): StatementActivity {
  const { category, name } = categoryNamesOf({ ...row, folioNumber: row.folioNumber });
  const cents = moves.reduce((sum, move) => sum + move.cents, 0n);
  return {
    on: row.tradeOn as Day,
    settlesOn: settlesOn(row, sources) ?? null,
    category,
    kind: name,
    description: descriptionOf(row, sources),
    quantity: quantityOf(row, moves),
    price: row.price,
    fees: row.fees,
    amount: moneyText(cents),
    remarks: remarksOf(row, sources),
  };
}

/** Shares of the security that the row names; the remarks name the shares that it brings instead. */
function quantityOf(row: BookedRow, moves: readonly Move[]): string | null {
  const own = moves.reduce((sum, { shares }) => sum + (shares.get(row.securityId as Id) ?? 0n), 0n);
  return row.securityId === null || own === 0n ? null : sharesText(own);
}

/** When a trade settles; undefined of what settles on its trade date. */
function settlesOn(row: BookedRow, { securities, calendar }: ActivitySources): Day | undefined {
  const { transactionType: type, tradeOn, settlementOn, securityId } = row;
  if (tradeOn === null || securityId === null) return undefined;
  const day = calendar.settlesOn({ type, tradeOn, settlementOn }, securities.get(securityId));
  return day > tradeOn ? day : undefined;
}

/** The name of a transaction's type with that of its security. */
function titleOf(row: BookedRow, sources: Pick<ActivitySources, "securities">): string {
  const { name: type = row.transactionType } = transactionTypes.find(row.transactionType) ?? {};
  return [type, namesOf(row, sources)].filter((each) => each !== "").join(", ");
}

/** The names of a transaction's securities; of cash the name of its type. */
function descriptionOf(row: BookedRow, sources: Pick<ActivitySources, "securities">): string {
  const names = namesOf(row, sources);
  return names === "" ? titleOf(row, sources) : names;
}

function namesOf(
  { securityId, intoSecurityId }: BookedRow,
  { securities }: Pick<ActivitySources, "securities">,
): string {
  const names = [securityId, intoSecurityId].flatMap((id) => {
    const named = id === null ? undefined : securities.get(id);
    return named ? [named.name] : [];
  });
  return names.join(" into ");
}

function remarksOf(row: BookedRow, { securities }: ActivitySources): string[] {
  const withheld = withheldOf(row);
  const interest = centsOf(row.accruedInterest);
  const into = row.intoSecurityId === null ? undefined : securities.get(row.intoSecurityId);
  return [
    ...(withheld === 0n ? [] : [`Tax withheld ${moneyText(withheld)}`]),
    ...(interest === 0n ? [] : [`Accrued interest ${moneyText(interest)}`]),
    ...(row.ratioNew === null || row.ratioOld === null
      ? []
      : [`${row.ratioNew} for ${row.ratioOld}${into ? ` ${into.ticker}` : ""}`]),
    ...(row.feePaidBy === "outside" ? ["Paid from outside the account"] : []),
    ...(row.notes === null ? [] : [row.notes]),
  ];
}

/** The trades of a day and before that settle after it, by settlement. */
export function unsettledShown(
  books: FollowedBooks,
  on: Day,
  sources: ActivitySources,
): UnsettledTrade[] {
  const moves = movesById(books.moves);
  return books.inForce
    .flatMap((row): UnsettledTrade[] => {
      const settles =
        row.tradeOn !== null && row.tradeOn <= on ? settlesOn(row, sources) : undefined;
      if (settles === undefined || settles <= on || row.tradeOn === null) return [];
      const cents = (moves.get(row.transactionId) ?? []).reduce(
        (sum, move) => sum + move.cents,
        0n,
      );
      const description = titleOf(row, sources);
      return [{ on: row.tradeOn, settlesOn: settles, description, amount: moneyText(cents) }];
    })
    .toSorted((a, b) => (a.settlesOn < b.settlesOn ? -1 : a.settlesOn > b.settlesOn ? 1 : 0));
}

/** A statement that the client has: its last day, and the version of the facts that it was drawn from. */
export interface PrintedStatement {
  readonly closingOn: Day;
  readonly factsVersion: string;
}

/** The facts of days until the end of a statement that were accepted after it was drawn. */
export function correctionsShown(
  rows: readonly BookedRow[],
  { closingOn, factsVersion }: PrintedStatement,
  sources: Pick<ActivitySources, "securities">,
): StatementCorrection[] {
  const byId = new Map(rows.map((row) => [row.transactionId, row]));
  const isLater = (row: BookedRow) => BigInt(row.acceptedVersion) > BigInt(factsVersion);
  return rows.filter(isLater).flatMap((row): StatementCorrection[] => {
    const before = row.takesBack === null ? undefined : byId.get(row.takesBack);
    const shown = row.transactionType === "CXL" ? before : row;
    const days = [row.tradeOn, before?.tradeOn].filter((day) => day !== null && day !== undefined);
    const first = days.toSorted()[0];
    if (shown === undefined || first === undefined || first > closingOn) return [];
    return [
      {
        on: first,
        kind: row.transactionType === "CXL" ? "Cancelled" : before ? "Replaced" : "Added",
        description: titleOf(shown, sources),
        amount: amountOf(row.transactionType === "CXL" ? undefined : row),
        instead: before === undefined ? null : amountOf(before),
      },
    ];
  });
}

/** The amount by which a row is known: of cash its amount, of a trade its shares. */
function amountOf(row: BookedRow | undefined): string | null {
  if (row === undefined) return null;
  if (row.amount !== null) return moneyText(centsOf(row.amount));
  return row.shares === null ? null : counted(row.shares, "share");
}
