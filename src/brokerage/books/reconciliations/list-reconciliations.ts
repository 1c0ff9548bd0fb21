// The breaks that a caller sees: those of its accounts that stand, or those of a day. (interface 4.20)

import { daysBetween, encodeDay, encodeInstant } from "@bursar/values/dates";
import { fixed } from "@bursar/values/decimal";
import { isAccountNumber } from "@bursar/values/ids";
import { places } from "@bursar/values/units";
import type { Context } from "../../../platform/change/context.ts";
import type { Reader } from "../../../platform/store/db.ts";
import { viewerOf } from "../../clients-and-accounts/accounts/reads.ts";
import { placesOfKind } from "./break-rows.ts";
import { type ListedBreak, selectBreaks } from "./list-queries.ts";
import type { ReconciliationBreak, ReconciliationsQuery } from "./schema.ts";

/** The breaks of the accounts of which the caller sees the details, by account: of one day, or all open breaks. */
export async function listReconciliations(
  { db, caller }: Context,
  { date, accountnumber }: ReconciliationsQuery,
): Promise<ReconciliationBreak[]> {
  // An impossible account number never reaches the store, which refuses U+0000.
  if (accountnumber !== undefined && !isAccountNumber(accountnumber)) return [];
  const rows = await selectBreaks(db, { ...viewerOf(caller, "detail"), on: date, accountnumber });
  return rows.map(encodeBreak);
}

/** Every break that stands, by account. */
export async function standingBreaks(db: Reader): Promise<ReconciliationBreak[]> {
  const rows = await selectBreaks(db, { firmOid: null, loginIds: [], levels: [] });
  return rows.map(encodeBreak);
}

function encodeBreak(row: ListedBreak): ReconciliationBreak {
  const { accountNumber, breakId, kind, reconciledOn, since, securityId, ticker, cause } = row;
  const to = placesOfKind(kind);
  const symbol = ticker ?? row.symbol;
  return {
    accountNumber,
    breakId,
    kind,
    cause,
    note: row.note,
    assignee: row.assignee,
    date: encodeDay(reconciledOn),
    security: symbol === null ? null : { id: securityId, ticker: symbol },
    acquiredDate: row.acquiredOn && encodeDay(row.acquiredOn),
    custodian: fixed(row.custodian, to),
    books: row.books && fixed(row.books, to),
    amount: row.amount && fixed(row.amount, places.money),
    since: encodeDay(since),
    ageInDays: String(daysBetween(since, reconciledOn)),
    notedTS: row.notedAt && encodeInstant(row.notedAt),
    closedDate: row.closedOn && encodeDay(row.closedOn),
  };
}
