// A closed row while the engine runs, and how one is cut where a loss meets a replacement.
import type { Id } from "../../../values/src/ids.ts";
import { minus, pieceOf, type Whole } from "../../../values/src/whole.ts";
import type { FactBase, LotFact, Withholding } from "../facts/fact.ts";
import { compareOnDay } from "../facts/order.ts";
import { type Lot, type Piece, unadjustedOf } from "./lot.ts";

/** The origin of a row, as the reported lots call it; a transfer out is never reported. */
export type TransCode = "SLE" | "RDM" | "EXP" | "CIL" | "MRG" | "ROC" | "transferOut";

/** A closing fact: a disposal, or an event that closes lots. */
export type ClosingFact = FactBase & Withholding & Pick<LotFact, "kind">;

/** The transaction that closed, shared by its rows. */
export interface Closing {
  readonly fact: ClosingFact;
  /** The day that closes; a worthless security's is the last of its year. */
  readonly tradeDay: number;
  readonly transCode: TransCode;
  /** The letter of the method; undefined where no lots were chosen. */
  readonly strategy: string | undefined;
  readonly price: Whole | undefined;
  readonly exOn: string | undefined;
}

/** The order of closing. */
export function compareClosings(a: Closing, b: Closing): number {
  return a === b ? 0 : a.tradeDay - b.tradeDay || compareOnDay(a.fact, b.fact);
}

/** Taxes withheld, in cents. */
export interface Withheld {
  federal: Whole | undefined;
  state: Whole | undefined;
  foreign: Whole | undefined;
}

/** The purchase that took a washed loss. */
export interface Replacement {
  readonly transactionId: Id;
  readonly tradeDay: number;
  readonly shares: Whole;
}

/** One lot, or a piece of it, and what closed it. */
export interface ClosedRow {
  readonly closing: Closing;
  /** The lot as it was; its quantity and basis are no longer those of the row. */
  readonly lot: Lot;
  quantity: Whole;
  /** The same as they were acquired. */
  unadjusted: Whole;
  /** Undefined for a transfer out. */
  net: Whole | undefined;
  basis: Whole;
  isBasisKnown: boolean;
  original: Whole;
  /** Of a transfer out, the lower value of a gift, which goes along; other rows have chosen by it. */
  lower: Whole | undefined;
  adjustedDay: number;
  longFrom: number;
  readonly basisDay: number;
  withheld: Withheld | undefined;
  disallowed: Whole | undefined;
  replacement: Replacement | undefined;
  /** Whether a later purchase of its window can still replace its shares. */
  waits: boolean;
  /** Old shares for which a merger's cash was paid in addition to new ones, of a row that closes no share. */
  readonly exchanged?: Whole;
  /** Pieces that met a replacement, in the order met; the row itself is the rest. */
  pieces: ClosedRow[] | undefined;
}

/** A row of what was taken of a lot, before it is known what it fetches. */
export function rowOf(closing: Closing, lot: Lot, piece: Piece): ClosedRow {
  return {
    closing,
    lot,
    quantity: piece.quantity,
    unadjusted: piece.unadjusted,
    net: undefined,
    basis: piece.basis,
    isBasisKnown: lot.isBasisKnown,
    original: piece.original,
    lower: piece.lower,
    adjustedDay: lot.adjustedDay,
    longFrom: lot.longFrom,
    basisDay: lot.basisDay,
    withheld: undefined,
    disallowed: undefined,
    replacement: undefined,
    waits: false,
    pieces: undefined,
  };
}

/** The loss of a row, 0 where it has none or it cannot be known. */
export function lossOf(row: ClosedRow): Whole {
  if (!row.isBasisKnown || row.net === undefined || row.net >= row.basis) return 0;
  return minus(row.basis, row.net);
}

/** Cuts shares off a row; all of them are the row itself. */
export function cutRow(row: ClosedRow, quantity: Whole): ClosedRow {
  if (quantity === row.quantity) return row;
  const whole = row.quantity;
  const cut = (amount: Whole) => pieceOf(amount, quantity, whole);
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
  const rest = minus(whole, quantity);
  row.unadjusted = row.unadjusted === whole ? rest : minus(row.unadjusted, unadjusted);
  row.quantity = rest;
  if (row.net !== undefined && net !== undefined) row.net = minus(row.net, net);
  row.basis = minus(row.basis, piece.basis);
  row.original = minus(row.original, piece.original);
  row.pieces ??= [];
  row.pieces.push(piece);
  return piece;
}

function cutWithheld(withheld: Withheld, cut: (amount: Whole) => Whole): Withheld {
  const piece: Withheld = { federal: undefined, state: undefined, foreign: undefined };
  for (const kind of ["federal", "state", "foreign"] as const) {
    const amount = withheld[kind];
    if (amount === undefined) continue;
    const taken = cut(amount);
    piece[kind] = taken;
    withheld[kind] = minus(amount, taken);
  }
  return piece;
}
