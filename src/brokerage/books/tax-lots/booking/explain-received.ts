// How lots that another account of the firm has moved here came to their figures there: the steps of the
// giving accounts, the first one's first. (docs/tax-lots.md, "Lots moved inside the firm")
import {
  type AccountFacts,
  type LotFact,
  type LotsMoved,
  runTiedAccounts,
  securitiesBehind,
  type TiedRun,
  type TraceEntry,
} from "@bursar/tax-lots";
import type { Id } from "@bursar/values/ids";
import { withOtherReceivers } from "../../transactions/reads.ts";

/** A lot, or a piece of one that was moved on, by the transactions that opened and closed it. */
export interface LotOnTheWay {
  readonly securityId: Id;
  readonly originatingTransactionId: string;
  /** Its place among the lots of that transaction, from 0. */
  readonly listed: number;
  /** Absent or null while it is open. */
  readonly closingTransactionId?: string | null;
}

/** How the steps to a lot are found in what the runs record. */
interface Telling<Step> {
  readonly securityNames: ReadonlyMap<Id, string>;
  readonly stepsTo: (
    lot: LotOnTheWay,
    recorded: readonly TraceEntry[],
    facts: readonly LotFact[],
  ) => readonly Step[];
}

interface AnyStep {
  readonly step: string;
  readonly transactionId: string | undefined;
  readonly sum: string;
}

type GivenStep<Step> = Step & { readonly accountNumber: string };

/** The steps in the giving accounts, each with its account; none where the lot came by no move. */
export function stepsOfGivers<Step extends AnyStep>(
  tied: readonly AccountFacts[],
  {
    accountNumber,
    originatingTransactionId,
    securityId,
  }: LotOnTheWay & { readonly accountNumber: string },
  { securityNames, stepsTo }: Telling<Step>,
): GivenStep<Step>[] {
  if (tied.length === 1) return [];
  const behind = securitiesBehind(
    securityId,
    tied.flatMap(({ facts }) => facts),
  );
  const recorded = new Map<string, TraceEntry[]>(tied.map(({ account }) => [account.account, []]));
  const named = tied.map(({ account, facts }) => ({
    account: { ...account, securityNames },
    facts,
  }));
  const runs = runTiedAccounts(withOtherReceivers(named), (account) => ({
    wants: (security) => behind.has(security),
    record: (entry) => recorded.get(account)?.push(entry),
  }));
  const traced = { tied, runs, recorded, stepsTo };
  const steps = givenSteps(traced, accountNumber, originatingTransactionId);
  // Pieces of one move have steps in common, but each its own end.
  const known = new Set<string>();
  return steps.filter(({ step, transactionId, sum }) => {
    const text = `${step} ${transactionId} ${sum}`;
    return step === "closed" || (!known.has(text) && known.add(text));
  });
}

interface TracedRuns<Step> extends Pick<Telling<Step>, "stepsTo"> {
  readonly tied: readonly AccountFacts[];
  readonly runs: ReadonlyMap<string, TiedRun>;
  readonly recorded: ReadonlyMap<string, readonly TraceEntry[]>;
}

/** The steps to all pieces of a move to an account, and before them those to what the giver had received. */
function givenSteps<Step extends AnyStep>(
  traced: TracedRuns<Step>,
  accountNumber: string,
  transactionId: string,
): GivenStep<Step>[] {
  const isMove = (fact: LotFact): fact is LotsMoved =>
    fact.kind === "lotsMoved" &&
    fact.toAccount === accountNumber &&
    fact.transactionId === transactionId;
  const giver = traced.tied.find((each) => each.facts.some(isMove));
  const move = giver?.facts.find(isMove);
  if (giver === undefined || move === undefined) return [];
  const { account: number } = giver.account;
  const { book, facts } = traced.runs.get(number) as TiedRun;
  const moved = book.rows.filter(({ closing }) => closing.fact.transactionId === transactionId);
  const pieces = new Map(
    moved.map(({ lot: { origin, listed } }) => [
      `${origin.transactionId}/${listed}`,
      { opened: origin.transactionId, listed },
    ]),
  );
  const place = new Map(facts.map((fact, at) => [fact.transactionId, at]));
  const placeOf = ({ opened }: { readonly opened: Id }) => place.get(opened) ?? 0;
  const inOrder = [...pieces.values()].toSorted(
    (a, b) => placeOf(a) - placeOf(b) || a.listed - b.listed,
  );
  return inOrder.flatMap(({ opened, listed }) => {
    const piece: LotOnTheWay = {
      securityId: move.security,
      originatingTransactionId: opened,
      listed,
      closingTransactionId: transactionId,
    };
    const own = traced.stepsTo(piece, traced.recorded.get(number) ?? [], facts);
    const named = own.map((step) => ({ ...step, accountNumber: number }));
    return [...givenSteps(traced, number, opened), ...named];
  });
}
