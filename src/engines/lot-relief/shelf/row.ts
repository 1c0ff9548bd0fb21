// A closed row while the engine runs, and how one is cut where a loss meets a replacement.
import type { Day } from "../../../values/dates.ts";
import type { Id } from "../../../values/ids.ts";
import { pieceOf } from "../../../values/units.ts";
import { compareOnDay, type Ordered } from "../facts/order.ts";
import { type Lot, unadjustedOf } from "./lot.ts";

/** How a row came to be, as the reported lots call it; a transfer out is never reported. */
export type TransCode = "SLE" | "RDM" | "EXP" | "CIL" | "MRG" | "ROC" | "transferOut";

/** The transaction that closed, shared by its rows. */
export interface Closing {
  readonly fact: Ordered;
  readonly transactionId: Id;
  readonly security: Id;
  readonly folio: string | undefined;
  /** The day that closes; a worthless security's is the last of its year. */
  readonly tradeOn: Day;
  readonly tradeDay: number;
  readonly settlementOn: string | undefined;
  readonly exOn: string | undefined;
  readonly transCode: TransCode;
  /** The letter of the method; undefined where no lots were chosen. */
  readonly strategy: string | undefined;
  readonly price: bigint | undefined;
  readonly withholdingState: string | undefined;
  readonly withholdingCountry: string | undefined;
}

/** The order of closing. */
export function compareClosings(a: Closing, b: Closing): number {
  return a.tradeDay - b.tradeDay || compareOnDay(a.fact, b.fact);
}

/** Taxes withheld, in cents. */
export interface Withheld {
  federal: bigint | undefined;
  state: bigint | undefined;
  foreign: bigint | undefined;
}

/** The purchase that took a washed loss. */
export interface Replacement {
  readonly transactionId: Id;
  readonly tradeDay: number;
  readonly shares: bigint;
}

/** One lot, or a piece of it, and what closed it. */
export interface ClosedRow {
  readonly closing: Closing;
  /** The lot as it was; its quantity and basis are no longer those of the row. */
  readonly lot: Lot;
  quantity: bigint;
  /** The same as they were acquired. */
  unadjusted: bigint;
  /** Undefined for a transfer out. */
  net: bigint | undefined;
  basis: bigint;
  readonly isBasisKnown: boolean;
  original: bigint;
  /** Of a transfer out, the lower value of a gift, which goes along; other rows have chosen by it. */
  readonly lower: bigint | undefined;
  readonly adjustedDay: number;
  readonly longFrom: number;
  readonly basisDay: number;
  withheld: Withheld | undefined;
  disallowed: bigint | undefined;
  replacement: Replacement | undefined;
  /** Pieces that met a replacement, in the order met; the row itself is the rest. */
  pieces: ClosedRow[] | undefined;
}

/** The loss of a row, 0 where it has none or it cannot be known. */
export function lossOf(row: ClosedRow): bigint {
  if (!row.isBasisKnown || row.net === undefined || row.net >= row.basis) return 0n;
  return row.basis - row.net;
}

/** Cuts shares off a row; all of them are the row itself. */
export function cutRow(row: ClosedRow, quantity: bigint): ClosedRow {
  if (quantity === row.quantity) return row;
  const whole = row.quantity;
  const cut = (amount: bigint) => pieceOf(amount, quantity, whole);
  const net = row.net === undefined ? undefined : cut(row.net);
  const unadjusted = unadjustedOf(row, quantity);
  const piece: ClosedRow = {
    ...row,
    quantity,
    unadjusted,
    net,
    basis: cut(row.basis),
    original: cut(row.original),
    withheld: row.withheld && cutWithheld(row.withheld, cut),
    pieces: undefined,
  };
  const rest = whole - quantity;
  row.unadjusted = row.unadjusted === whole ? rest : row.unadjusted - unadjusted;
  row.quantity = rest;
  if (row.net !== undefined && net !== undefined) row.net -= net;
  row.basis -= piece.basis;
  row.original -= piece.original;
  row.pieces ??= [];
  row.pieces.push(piece);
  return piece;
}

function cutWithheld(withheld: Withheld, cut: (amount: bigint) => bigint): Withheld {
  const piece: Withheld = { federal: undefined, state: undefined, foreign: undefined };
  for (const kind of ["federal", "state", "foreign"] as const) {
    const amount = withheld[kind];
    if (amount === undefined) continue;
    const taken = cut(amount);
    piece[kind] = taken;
    withheld[kind] = amount - taken;
  }
  return piece;
}
