// Advances: what a folio lacks at the end of a day on which it buys is counted as paid in on that day,
// where cash comes in until the payment period ends. (docs/performance.md, 1)

import { addDays, type Day } from "../../values/src/dates.ts";
import { isRegularTradingDay } from "../../values/src/exchange-holidays.ts";
import type { Id } from "../../values/src/ids.ts";
import { type AccountFact, isPaid, type PaidFact } from "./account-fact.ts";
import { centsOf } from "./book-events.ts";
import type { CashJournal, ExternalCash } from "./cash-fact.ts";
import { type AccountBook, type FolioBook, folioOf } from "./folio-book.ts";

/** When purchases are paid for. */
export interface PaymentDays {
  /** The settlement day of a purchase; if left out, the one that it states, else the next business day. */
  settlesOn?(fact: PaidFact): Day;
  /** Whether a day is a business day; if left out, by the rules of the New York exchange. */
  isBusinessDay?(day: Day): boolean;
  /** Receives each advance, and what nothing was advanced for, as days pass. */
  onAdvance?(advance: Advance): void;
}

/** The cash that a folio lacked on a day on which it bought, and the cash to come that was counted
 * as paid for it. */
export interface Advance {
  readonly on: Day;
  readonly folio: string;
  /** The part of the cost of its purchases that it still lacked, in cents. */
  readonly lack: bigint;
  /** The last day whose cash counts. */
  readonly until: Day;
  /** Undefined where no more comes in until then. */
  readonly inflow:
    | {
        readonly transactionId: Id;
        readonly on: Day;
        readonly cents: bigint;
        /** The folio that gives it, of a journal. */
        readonly giver: string | undefined;
      }
    | undefined;
}

/** Advances as days pass. */
export interface Advances {
  /** The advances so far, in cents, by the transaction that will bring them. */
  readonly advanced: ReadonlyMap<Id, bigint>;
  /** Ends a day that has been booked: advances what its purchases lack. Days come in order. */
  endDay(account: AccountBook, on: Day): void;
}

/** A deposit, or a journal with the folio that gives it. */
interface Inflow {
  readonly transactionId: Id;
  readonly on: Day;
  readonly giver: string | undefined;
  /** The part that is not advanced yet. */
  left: bigint;
}

/** The amount that a folio may be advanced on a day. */
interface Want {
  cents: bigint;
  until: Day;
}

/** Advances out of what is in facts, which are in order. */
export function openAdvances(facts: readonly AccountFact[], days: PaymentDays): Advances {
  const advanced = new Map<Id, bigint>();
  let sources: Sources | undefined;
  return {
    advanced,
    endDay(account, on) {
      const buyers = buyersOf(account);
      if (buyers.length === 0) return;
      if (buyers.some(([, folio]) => lackOf(folio) > 0n)) {
        sources ??= sourcesOf(facts);
        const { inflows, purchases } = sources;
        const wants = new Map(
          buyers.map(([name, { paid }]) => {
            const own = (purchases.get(on) ?? []).filter(({ folio = "" }) => folio === name);
            return [name, { cents: paid, until: lastPayment(own, days) }];
          }),
        );
        advance(account, on, { wants, inflows, advanced, onAdvance: days.onAdvance });
      }
      for (const [, folio] of buyers) folio.paid = 0n;
    },
  };
}

/** The folios that have bought on the day, by number. */
function buyersOf({ folios }: AccountBook): [string, FolioBook][] {
  const buyers: [string, FolioBook][] = [];
  for (const folio of folios) if (folio[1].paid !== 0n) buyers.push(folio);
  return buyers;
}

function lackOf({ cash, advances }: FolioBook): bigint {
  return -(cash + advances);
}

interface Sources {
  readonly inflows: ReadonlyMap<string, Inflow[]>;
  readonly purchases: ReadonlyMap<Day, readonly PaidFact[]>;
}

function sourcesOf(facts: readonly AccountFact[]): Sources {
  const inflows = new Map<string, Inflow[]>();
  for (const fact of facts) {
    if (fact.kind !== "deposit" && fact.kind !== "cashJournal") continue;
    const { folio, inflow } = inflowOf(fact);
    const known = inflows.get(folio);
    if (known) known.push(inflow);
    else inflows.set(folio, [inflow]);
  }
  return { inflows, purchases: Map.groupBy(facts.filter(isPaid), ({ tradeOn }) => tradeOn) };
}

function inflowOf(fact: CashJournal | ExternalCash) {
  const { transactionId, tradeOn: on } = fact;
  const isJournal = fact.kind === "cashJournal";
  const giver = isJournal ? fact.folio : undefined;
  const folio = isJournal ? fact.toFolio : fact.folio;
  return { folio, inflow: { transactionId, on, giver, left: centsOf(fact.amount) } };
}

/** The end of the last payment period of purchases: two business days after the settlement. (12 CFR 220.2) */
function lastPayment(purchases: readonly PaidFact[], days: PaymentDays): Day {
  const { isBusinessDay = isRegularTradingDay, settlesOn } = days;
  const following = (day: Day, count: number): Day => {
    let next = day;
    for (let left = count; left > 0; left -= isBusinessDay(next) ? 1 : 0) next = addDays(next, 1);
    return next;
  };
  const ends = purchases.map((fact) => {
    const settled = settlesOn?.(fact) ?? fact.settlementOn ?? following(fact.tradeOn, 1);
    return following(settled, 2);
  });
  return ends.toSorted().at(-1) as Day;
}

interface ToAdvance extends Pick<Sources, "inflows"> {
  readonly wants: Map<string, Want>;
  readonly advanced: Map<Id, bigint>;
  readonly onAdvance: PaymentDays["onAdvance"];
}

/** Takes one inflow after another, always for the folio of the lowest number that still lacks cash: what
 * a journal brings is lacking in the folio that gives it. */
function advance(account: AccountBook, on: Day, to: ToAdvance): void {
  const { wants, inflows, advanced, onAdvance } = to;
  for (;;) {
    const next = nextTaken(account, on, { wants, inflows });
    if (next === undefined) break;
    const { name, inflow, want } = next;
    const folio = folioOf(account, name);
    const lack = least(lackOf(folio), want.cents);
    const cents = least(lack, inflow.left);
    const { transactionId, on: paidOn, giver } = inflow;
    const taken = { transactionId, on: paidOn, cents, giver };
    onAdvance?.({ on, folio: name, lack, until: want.until, inflow: taken });
    inflow.left -= cents;
    want.cents -= cents;
    advanced.set(inflow.transactionId, (advanced.get(inflow.transactionId) ?? 0n) + cents);
    flow(folio, cents);
    if (inflow.giver === undefined) continue;
    flow(folioOf(account, inflow.giver), -cents);
    const given = wants.get(inflow.giver) ?? { cents: 0n, until: want.until };
    given.cents += cents;
    if (given.until < want.until) given.until = want.until;
    wants.set(inflow.giver, given);
  }
  for (const [folio, { cents, until }] of wants) {
    const lack = least(lackOf(folioOf(account, folio)), cents);
    if (lack > 0n) onAdvance?.({ on, folio, lack, until, inflow: undefined });
  }
}

/** The folio of the lowest number that lacks cash which comes in time, with the inflow that is next. */
function nextTaken(
  account: AccountBook,
  on: Day,
  { wants, inflows }: Pick<ToAdvance, "wants" | "inflows">,
) {
  for (const [name, want] of [...wants].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    if (want.cents === 0n || lackOf(folioOf(account, name)) <= 0n) continue;
    const inflow = firstAfter(inflows.get(name) ?? [], on);
    if (inflow !== undefined && inflow.on <= want.until) return { name, want, inflow };
  }
  return undefined;
}

/** The first inflow after a day of which anything is left; those before it are never asked for again. */
function firstAfter(inflows: Inflow[], on: Day): Inflow | undefined {
  for (let [first] = inflows; first; [first] = inflows) {
    if (first.on > on && first.left > 0n) return first;
    inflows.shift();
  }
  return undefined;
}

function least(first: bigint, ...others: readonly bigint[]): bigint {
  let found = first;
  for (const each of others) if (each < found) found = each;
  return found;
}

/** An advance is a flow of its day, and outstanding until it comes. */
function flow(folio: FolioBook, cents: bigint): void {
  folio.advances += cents;
  folio.cashFlows += cents;
}
