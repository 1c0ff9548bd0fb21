// An election in force to average the basis of a fund or a plan, and the lots that it is about.
// (26 CFR 1.1012-1(e); docs/tax-lots.md, "Average basis by election")
import type { Day } from "../../../values/src/dates.ts";
import type { Id } from "../../../values/src/ids.ts";
import type { Whole } from "../../../values/src/whole.ts";
import { dayNumber, unknownDay } from "../facts/calendar.ts";
import type { Lot } from "./lot.ts";

/** An election in force, and what its lots have together. */
export interface Average {
  /** In cents; 0 while each lot shows its own part. */
  basis: Whole;
  quantity: Whole;
  /** Lots acquired before this day stay outside. */
  readonly from: number;
  /** The transactions that elect, or a default by its security, so that a revocation finds them. */
  readonly electedBy: string[];
  readonly electedDay: number;
  /** Whether shares were disposed of since. */
  hasDisposed: boolean;
}

/** The first day from which lots can be averaged: what was acquired before is not averaged with them. */
const firstAveraged = dayNumber("2012-01-01" as Day);

/** The name of a default election: the same id may come to stand for another security. */
export function defaultOf(security: Id, electedDay: number): string {
  return `default ${security} ${electedDay}`;
}

/** An election of a day, of lots from the first day of a plan. */
export function averageFrom(electedBy: string, electedDay: number, planDay = unknownDay): Average {
  const from = Math.max(firstAveraged, planDay);
  const nothing = { basis: 0, quantity: 0, hasDisposed: false };
  return { ...nothing, from, electedBy: [electedBy], electedDay };
}

/** Whether the election is about a lot: covered, of known basis, without a lower value, and acquired since
 * its day. What was acquired since 2012 is covered unless a transfer says otherwise. */
export function isAveraged({ from }: Average, lot: Lot): boolean {
  const { originalDay, isBasisKnown, lower, statedCover } = lot;
  return originalDay >= from && isBasisKnown && lower === undefined && statedCover !== false;
}
