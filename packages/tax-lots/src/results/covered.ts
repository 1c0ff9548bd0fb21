// Decides which lots are covered, by dated rules: a lot acquired from a day on has its basis
// reported. (26 CFR 1.6045-1(a)(15))

import type { Day } from "../../../values/src/dates.ts";
import { dayNumber, unknownDay } from "../facts/calendar.ts";
import type { CoverKind } from "../facts/fact.ts";

/** From which day of acquisition each kind of security is covered, and shares of a reinvestment. */
export type CoverRules = Readonly<Record<CoverKind | "reinvestment", Day>>;

/** The rules of the law; another table can be given to a run. */
export const coverRules: CoverRules = {
  stock: "2011-01-01" as Day,
  fund: "2012-01-01" as Day,
  debt: "2014-01-01" as Day,
  option: "2014-01-01" as Day,
  reinvestment: "2012-01-01" as Day,
};

/** The same days as numbers. */
export type CoverDays = Readonly<Record<CoverKind | "reinvestment", number>>;

/** The days of rules as numbers, to be made once for many lots. */
export function coverDaysOf(rules: CoverRules): CoverDays {
  const { stock, fund, debt, option, reinvestment } = rules;
  return {
    stock: dayNumber(stock),
    fund: dayNumber(fund),
    debt: dayNumber(debt),
    option: dayNumber(option),
    reinvestment: dayNumber(reinvestment),
  };
}

/** The facts on which cover depends. */
export interface CoverFacts {
  readonly originalDay: number;
  readonly isBasisKnown: boolean;
  readonly isReinvested: boolean;
  /** The cover that the transfer which delivered the lot stated. */
  readonly statedCover: boolean | undefined;
}

/** Whether a lot of that kind is covered; one of unknown basis or date is not. */
export function isCovered(rules: CoverDays, kind: CoverKind, lot: CoverFacts): boolean {
  if (!lot.isBasisKnown) return false;
  if (lot.statedCover !== undefined) return lot.statedCover;
  if (lot.originalDay === unknownDay || lot.originalDay < rules[kind]) return false;
  return !lot.isReinvested || lot.originalDay >= rules.reinvestment;
}
