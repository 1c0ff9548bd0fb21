// The payouts and shares that corporate events owe an account and have not booked yet.
// (docs/performance.md, 2.1)
import type { ReturnOfCapital } from "../../tax-lots/src/facts/fact.ts";
import type { Day } from "../../values/src/dates.ts";
import type { Id } from "../../values/src/ids.ts";
import type { AccountFact } from "./account-fact.ts";
import { centsOf } from "./book-events.ts";
import type { CashJournal, Payout } from "./cash-fact.ts";
import { type AccountBook, folioOf } from "./folio-book.ts";

/** A payout that is not booked yet, with the days on which it will be. */
export type PromisedPayout = Payout | ReturnOfCapital;

/** Shares that a split, a stock dividend or a spin-off will give: from the day on which it takes effect until it is
 * booked, the days of its holders are estimated. */
export interface AwaitedShares {
  readonly kind: "awaitedShares";
  readonly security: Id;
  readonly tradeOn: Day;
}

/** A promise of an event: payouts, journals of their cash to another folio, and shares. */
export type Promised = PromisedPayout | CashJournal | AwaitedShares;

/** Whether a fact pays a dividend or interest. */
export function isPayout(fact: AccountFact | Promised): fact is Payout {
  return fact.kind === "dividend" || fact.kind === "interest";
}

/** Whether it is a payout. */
export function isPromisedPayout(fact: Promised): fact is PromisedPayout {
  return fact.kind !== "cashJournal" && fact.kind !== "awaitedShares";
}

/** Whether it is a journal of cash. */
export function isPromisedJournal(fact: Promised): fact is CashJournal {
  return fact.kind === "cashJournal";
}

/** Lets the cash of a journal flow on its day: it is accrued in the folio that gets it, not in the one that gives it.
 * The part that was advanced has flowed already. */
export function promiseJournal(account: AccountBook, fact: CashJournal): void {
  const advanced = account.advanced?.get(fact.transactionId) ?? 0n;
  const flow = (name: string, cents: bigint, ahead: bigint) => {
    const folio = folioOf(account, name);
    folio.cashFlows += cents - ahead;
    folio.advances -= ahead;
  };
  flow(fact.folio, -centsOf(fact.amount), -advanced);
  flow(fact.toFolio, centsOf(fact.amount), advanced);
}

/** The awaited shares of each folio as days pass, which come in order. */
export interface Awaited {
  /** Opens a day: those who hold a security now await what it is promised from this day on. */
  open(account: AccountBook, on: Day): void;
  of(folio: string): readonly AwaitedShares[];
}

/** Follows who awaits shares. */
export function openAwaited(promised: readonly Promised[]): Awaited {
  const awaited = promised
    .filter((fact) => fact.kind === "awaitedShares")
    .toSorted((a, b) => (a.tradeOn < b.tradeOn ? -1 : a.tradeOn > b.tradeOn ? 1 : 0));
  const byFolio = new Map<string, AwaitedShares[]>();
  let next = 0;
  return {
    open({ folios }, on) {
      for (let fact = awaited[next]; fact && fact.tradeOn <= on; fact = awaited[next]) {
        for (const [name, { positions }] of folios) {
          if (!positions.has(fact.security)) continue;
          byFolio.set(name, [...(byFolio.get(name) ?? []), fact]);
        }
        next += 1;
      }
    },
    of: (folio) => byFolio.get(folio) ?? [],
  };
}
