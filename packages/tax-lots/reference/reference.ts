// A second implementation of lot relief, slow and obvious: fractions, and a scan for everything. It
// shares no code with the engine and gives the same results as lines of text.
import type { LotAccount, LotFact, TransferredLot } from "../src/facts/fact.ts";
import { acquire } from "./acquisitions.ts";
import { average, elect, electDefaults } from "./averages.ts";
import { adjust, rename, returnCapital, stepUp } from "./bases.ts";
import { dispose, writeOff } from "./disposals.ts";
import { split } from "./exchanges.ts";
import { closing, inDay, standsOn } from "./fact-days.ts";
import { lotLines, movedPieces, rowLine } from "./lines.ts";
import { exercise, merge } from "./mergers.ts";
import { misfitOf, spin } from "./spin-offs.ts";
import { Refused, Revoked, type State } from "./state.ts";

/** Rows and lots as lines, or the first impossible transaction. */
export function referenceLines(account: LotAccount, facts: readonly LotFact[]): string[] {
  return referenceRun(account, facts).lines;
}

/** The lines, and the pieces that each fact of an account moves to another one. */
export interface ReferenceRun {
  readonly lines: string[];
  readonly moved: ReadonlyMap<string, TransferredLot[]>;
}

/** Runs the facts of one account; what comes from others is among them. */
export function referenceRun(account: LotAccount, facts: readonly LotFact[]): ReferenceRun {
  const never = new Set<string>();
  for (;;) {
    try {
      return runOnce(account, facts, never);
    } catch (error) {
      if (!(error instanceof Revoked)) throw error;
      for (const name of error.names) never.add(name);
    }
  }
}

function runOnce(
  account: LotAccount,
  facts: readonly LotFact[],
  never: ReadonlySet<string>,
): ReferenceRun {
  const sorted = facts.toSorted((a, b) => standsOn(a).localeCompare(standsOn(b)) || inDay(a, b));
  const state: State = {
    account,
    facts: sorted,
    lots: [],
    rows: [],
    waiting: [],
    pools: new Map(),
    matches: 0,
    made: 0,
    averages: new Map(),
    elected: new Set(),
    never,
  };
  const misfit = misfitOf(facts);
  if (misfit !== undefined) {
    return { lines: [`refused ${misfit.transactionId}`], moved: new Map() };
  }
  for (const fact of sorted) {
    try {
      electDefaults(state, standsOn(fact), account.fundsAveragedFrom ?? "");
      apply(state, fact);
      average(state);
      electDefaults(state, standsOn(fact), standsOn(fact));
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      return { lines: [`refused ${fact.transactionId}`], moved: movedPieces(state) };
    }
  }
  electDefaults(state, "9999-12-31", account.fundsAveragedFrom ?? "");
  const rows = state.rows.toSorted((a, b) => closing(a.fact, b.fact));
  const lines = [...rows.flatMap((row) => [...row.pieces, row]).map(rowLine), ...lotLines(state)];
  return { lines, moved: movedPieces(state) };
}

function apply(state: State, fact: LotFact): void {
  switch (fact.kind) {
    case "split":
      split(state, fact);
      break;
    case "merger":
      merge(state, fact);
      break;
    case "spinOff":
      spin(state, fact);
      break;
    case "returnOfCapital":
      returnCapital(state, fact);
      break;
    case "worthlessness":
      writeOff(state, fact);
      break;
    case "exercise":
      exercise(state, fact);
      break;
    case "symbolChange":
      rename(state, fact.security, fact.intoSecurity);
      break;
    case "basisAdjustment":
      adjust(state, fact);
      break;
    case "stepUp":
      stepUp(state, fact);
      break;
    case "averageElection":
      elect(state, fact);
      break;
    case "lotsReceived":
    case "buy":
    case "reinvestment":
    case "transferIn":
    case "giftIn":
    case "inheritance":
      acquire(state, fact);
      break;
    default:
      dispose(state, fact);
      break;
  }
}
