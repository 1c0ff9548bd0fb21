// Lines of corporate events in the interface's terms.
import { type Decimal, sameValue, sum } from "@bursar/values/decimal";
import type { Reader } from "../../../platform/store/db.ts";
import { type LineRow, selectFoundAmounts, selectLines } from "./line-queries.ts";
import type { CorporateEventLine } from "./line-schema.ts";

/** The first lines of an event, as a dry run shows them. */
export async function firstLines(db: Reader, eventId: string): Promise<CorporateEventLine[]> {
  const any = { status: null, accountNumber: null, differs: null, firmOid: null };
  const filter = { ...any, accountNumbers: null, after: "", limit: "99" as Decimal };
  return encodeLines(db, await selectLines(db, eventId, filter));
}

/** Lines in the interface's terms, those that were found with what is booked there. */
export async function encodeLines(
  db: Reader,
  lines: readonly LineRow[],
): Promise<CorporateEventLine[]> {
  const found = lines.filter(({ status }) => status === "FOUND");
  const amounts = await selectFoundAmounts(
    db,
    found.map(({ accountNumber }) => accountNumber),
    found.flatMap(({ foundIds }) => foundIds),
  );
  return lines.map((line) => encodeLine(line, amounts.get(line.accountNumber)));
}

function encodeLine(line: LineRow, foundAmount: Decimal | undefined): CorporateEventLine {
  const { entitlement } = line;
  const due = sum(entitlement.payments.map(({ gross }) => gross));
  return {
    accountNumber: line.accountNumber,
    eventId: line.eventId,
    status: line.status,
    version: String(line.version),
    shares: line.shares,
    payments: entitlement.payments.map(({ of: component, ...sums }) => ({ component, ...sums })),
    newShares: entitlement.newShares,
    fractions: entitlement.fractions,
    cashInLieu: entitlement.cashInLieu,
    reinvestedAmount: entitlement.reinvestedAmount,
    reinvestedShares: entitlement.reinvestedShares,
    notReinvested: entitlement.notReinvested ?? null,
    transactionIds: [...line.transactionIds],
    foundTransactionIds: [...line.foundIds],
    foundAmount: foundAmount ?? null,
    foundAgrees: foundAmount === undefined ? null : sameValue(foundAmount, due),
    reason: line.reason,
    comment: line.comment,
    differs: line.differs !== null,
  };
}
