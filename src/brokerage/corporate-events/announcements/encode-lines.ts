// Lines of corporate events in the interface's terms.
import { type Decimal, sameValue, sum } from "@bursar/values/decimal";
import type { Reader } from "../../../platform/store/db.ts";
import type { StoredEntitlement } from "../entitlements/reads.ts";
import { type LineRow, selectFoundAmounts, selectLines } from "./line-queries.ts";
import type { CorporateEventLine } from "./line-schema.ts";
import type { EventViewer } from "./queries.ts";

/** The first lines of an event, as a dry run shows them to the operator: where some are to be corrected, of those alone. */
export async function firstLines(db: Reader, eventId: string): Promise<CorporateEventLine[]> {
  const any = { status: null, accountNumber: null, differs: null, firmOid: null };
  const filter = { ...any, accountNumbers: null, after: "", limit: "99" as Decimal };
  const differing = await selectLines(db, eventId, { ...filter, differs: true });
  const lines = differing.length > 0 ? differing : await selectLines(db, eventId, filter);
  return encodeLines(db, lines, { isOperator: true });
}

/** Lines in the interface's terms; a FOUND line has the amount that is booked already. Comments on lines are for the
 * operator. */
export async function encodeLines(
  db: Reader,
  lines: readonly LineRow[],
  { isOperator }: Pick<EventViewer, "isOperator">,
): Promise<CorporateEventLine[]> {
  const found = lines.filter(({ status }) => status === "FOUND");
  const amounts = await selectFoundAmounts(
    db,
    found.map(({ accountNumber }) => accountNumber),
    found.flatMap(({ foundIds }) => foundIds),
  );
  return lines.map((line) => {
    const encoded = encodeLine(line, amounts.get(line.accountNumber));
    return isOperator ? encoded : { ...encoded, comment: null };
  });
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
    ...sumsOf(entitlement),
    notReinvested: entitlement.notReinvested ?? null,
    transactionIds: [...line.transactionIds],
    foundTransactionIds: [...line.foundIds],
    foundAmount: foundAmount ?? null,
    foundAgrees: foundAmount === undefined ? null : sameValue(foundAmount, due),
    reason: line.reason,
    comment: line.comment,
    differs: line.differs !== null,
    recomputed: line.differs && sumsOf(line.differs),
  };
}

function sumsOf(entitlement: StoredEntitlement) {
  return {
    payments: entitlement.payments.map(({ of: component, ...sums }) => ({ component, ...sums })),
    newShares: entitlement.newShares,
    fractions: entitlement.fractions,
    cashInLieu: entitlement.cashInLieu,
    reinvestedAmount: entitlement.reinvestedAmount,
    reinvestedShares: entitlement.reinvestedShares,
  };
}
