// `bursar explain`: how a figure was computed, in lines that can be recomputed by hand.

import {
  explainLot,
  type LotExplained,
  type LotStep,
} from "../brokerage/books/tax-lots/booking/explain-lot.ts";
import { hasAccount, hasFolio } from "../brokerage/clients-and-accounts/accounts/reads.ts";
import type { Reader } from "../platform/store/db.ts";
import { commandContext, withStore } from "./command-context.ts";
import { CommandFault } from "./faults.ts";
import { printJson, printLines } from "./output.ts";

interface ExplainLotOptions {
  readonly account: string;
  readonly json?: boolean;
}

/** Explains how each figure of an open or closed lot was computed. */
export async function explainLotCommand(
  taxLotId: string,
  { account, json = false }: ExplainLotOptions,
): Promise<void> {
  const lot = await withStore("explain", async (opened) => {
    await refuseUnknown(opened.db, account);
    return explainLot(commandContext(opened), account, taxLotId);
  });
  if (lot === undefined) {
    throw new CommandFault("The account's transactions produce no lot with this id.");
  }
  if (json) printJson(lot);
  else printLines(...lotLines(lot));
}

/** Refuses an account, or a folio of it, that does not exist. */
export async function refuseUnknown(db: Reader, account: string, folio?: string): Promise<void> {
  if (!(await hasAccount(db, account))) throw new CommandFault("There is no such account.");
  const isKnown = folio === undefined || (await hasFolio(db, account, folio));
  if (!isKnown) throw new CommandFault("The account has no folio of this number.");
}

function lotLines(lot: LotExplained): string[] {
  const { taxLotId, accountNumber, security, shareQuantity, closingTransactionId: closing } = lot;
  const { unadjustedShareQuantity: acquired } = lot;
  const isOther = acquired !== null && acquired !== shareQuantity;
  const shares = isOther
    ? `${shareQuantity} shares, acquired as ${acquired},`
    : `${shareQuantity} shares`;
  const state = closing === null ? "open" : `closed by transaction ${closing}`;
  return [
    `Lot ${taxLotId} of ${accountNumber}: ${shares} of ${security}, ${state}`,
    ...lot.steps.flatMap((step) => [stepLine(step), ...consideredLines(step)]),
  ];
}

function stepLine({ step, accountNumber, transactionId, on, sum }: LotStep): string {
  const whose = accountNumber === undefined ? "" : ` of ${accountNumber}`;
  const place = transactionId === undefined ? "" : `${on}, transaction ${transactionId}${whose}: `;
  return `${step.padEnd(12)}  ${place}${sum}`;
}

/** The order considered up to this lot's purchase, and how many lots follow. */
function consideredLines({ lots = [] }: LotStep): string[] {
  const end = lots.findLastIndex(({ isExplained }) => isExplained) + 1;
  const lines = lots.slice(0, end).map((lot, index) => {
    const { transactionId, place, shares, originalOn, adjustedOn, basis, gainPerShare, term } = lot;
    const held = originalOn === adjustedOn ? "" : `, held from ${adjustedOn ?? "an unknown day"}`;
    const gain = gainPerShare === undefined ? "" : `, gain of a share ${gainPerShare}`;
    const mark = lot.isExplained ? " <- this purchase" : "";
    return (
      `              ${index + 1}. ${shares} shares of ${originalOn ?? "an unknown day"}${held}, ` +
      `transaction ${transactionId}${place === undefined ? "" : `/${place}`}, basis ${basis ?? "unknown"}${gain}, ${term}${mark}`
    );
  });
  const after = lots.length - end;
  return after === 0 ? lines : [...lines, `              and ${after} more`];
}
