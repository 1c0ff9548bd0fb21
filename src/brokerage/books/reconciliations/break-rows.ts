// Breaks as rows of the store, and back.
import type { Decimal } from "@bursar/values/decimal";
import type { Id } from "@bursar/values/ids";
import { places, textOf, unitsOf } from "@bursar/values/units";
import type { StoredBreak } from "./carry.ts";
import type { BreakKind } from "./match.ts";
import type { BreakRow } from "./queries.ts";

/** The places of what a kind compares: shares or money. */
export function placesOfKind(kind: BreakKind): number {
  return kind === "shares" || kind === "lotShares" ? places.shares : places.money;
}

/** A row of a day from a break. */
export function rowOf(
  { accountNumber, reconciledOn }: Pick<BreakRow, "accountNumber" | "reconciledOn">,
  stored: StoredBreak,
): BreakRow {
  const { breakId, kind, security, cause, since, note, notedAt, assignee } = stored;
  const of = (value: bigint | undefined, to: number) =>
    value === undefined ? null : (textOf(value, to) as Decimal);
  const to = placesOfKind(kind);
  return {
    accountNumber,
    reconciledOn,
    breakId,
    kind,
    cause,
    since,
    note,
    notedAt,
    assignee,
    closedOn: null,
    securityId: security === "" || security.startsWith(":") ? null : (security as Id),
    symbol: security.startsWith(":") ? security.slice(1) : null,
    acquiredOn: stored.acquiredOn || null,
    custodian: textOf(stored.custodian, to) as Decimal,
    books: of(stored.books, to),
    amount: of(stored.amount, places.money),
  };
}

/** A break from a row. */
export function breakOf(row: BreakRow): StoredBreak {
  const { breakId, kind, securityId, symbol, acquiredOn, cause, since } = row;
  const { note, notedAt, assignee } = row;
  const of = (value: Decimal | null, to: number) =>
    value === null ? undefined : unitsOf(value, to);
  const to = placesOfKind(kind);
  return {
    breakId,
    kind,
    cause,
    since,
    note,
    notedAt,
    assignee,
    security: securityId ?? (symbol === null ? "" : `:${symbol}`),
    acquiredOn: kind === "lotShares" || kind === "lotBasis" ? (acquiredOn ?? "") : undefined,
    custodian: unitsOf(row.custodian, to),
    books: of(row.books, to),
    amount: of(row.amount, places.money),
  };
}
