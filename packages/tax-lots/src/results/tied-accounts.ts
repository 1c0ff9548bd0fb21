// Accounts of the firm between which lots are moved, run together in order of day: what one gives, another
// receives on that day, with dates and bases. (docs/tax-lots.md, "Lots moved inside the firm")
import type { Decimal } from "../../../values/src/decimal.ts";
import type { ErrorCode } from "../../../values/src/error-code.ts";
import type { Id } from "../../../values/src/ids.ts";
import { moneyText, sharesText } from "../../../values/src/whole.ts";
import { dayOf, unknownDay } from "../facts/calendar.ts";
import { type Entry, entryOf } from "../facts/entry.ts";
import type {
  LotAccount,
  LotFact,
  LotsMoved,
  LotsReceived,
  TransferredLot,
} from "../facts/fact.ts";
import { compareFacts } from "../facts/order.ts";
import { type FactRefusal, factRefusals } from "../facts/refusals.ts";
import { type Book, openBook } from "../relief/book.ts";
import { allocationsOf } from "../reorganizations/allocations.ts";
import {
  applyNext,
  findRevocation,
  type Halted,
  isRevocation,
  problemsOf,
  type Run,
} from "../reorganizations/run.ts";
import { compareTies } from "../shelf/lot.ts";
import type { ClosedRow } from "../shelf/row.ts";
import type { Trace } from "../shelf/trace.ts";
import { coverDaysOf, coverRules, isCovered } from "./covered.ts";

/** An account and its own facts, without what others move to it. */
export interface AccountFacts {
  readonly account: LotAccount;
  readonly facts: readonly LotFact[];
}

/** An account's run; nothing of it counts where any account of the group has a refusal. */
export interface TiedRun extends Run {
  /** Its own facts and what others have moved to it, so that it can be run again alone. */
  readonly facts: readonly LotFact[];
}

/**
 * Runs accounts together, each known by its `account`, in the order given; every account to which one of
 * them moves lots is among them. In addition to the refusals of a run: an id or a place of the day that the
 * receiving account has already, and lots that would come back to a giving account on the same day.
 */
export function runTiedAccounts(
  tied: readonly AccountFacts[],
  traceOf: (account: string) => Trace | undefined = () => undefined,
): ReadonlyMap<string, TiedRun> {
  const problems = problemsOfTied(tied);
  if ([...problems.values()].some((each) => each.length > 0)) {
    return runsOf(tied, ({ account, facts }) => {
      return { book: openBook(account), refusals: problems.get(account.account) ?? [], facts };
    });
  }
  const revoked = tied.some(({ facts }) => facts.some(isRevocation))
    ? runAll(tied, ({ account }) => openBook(account), findRevocation)
    : undefined;
  const states = runAll(
    tied,
    ({ account }) => {
      const ahead = revoked?.get(account.account)?.book.revocations;
      return openBook(account, traceOf(account.account), ahead && new Set(ahead));
    },
    applyNext,
  );
  return runsOf(tied, ({ account, facts }) => {
    const { book, halted, received } = states.get(account.account) as State;
    return { book, refusals: halted.refusals, facts: [...facts, ...received].sort(compareFacts) };
  });
}

function runsOf(tied: readonly AccountFacts[], run: (each: AccountFacts) => TiedRun) {
  return new Map(tied.map((each) => [each.account.account, run(each)]));
}

interface State {
  readonly book: Book;
  readonly halted: Halted;
  readonly received: LotsReceived[];
}

type Apply = (book: Book, entry: Entry, halted: Halted) => void;

/** Applies the facts of all accounts in one order, so that what is received stands in its place. */
function runAll(
  tied: readonly AccountFacts[],
  open: (each: AccountFacts) => Book,
  apply: Apply,
): ReadonlyMap<string, State> {
  const states = new Map<string, State>();
  for (const each of tied) {
    const halted: Halted = { securities: new Set(), refusals: [] };
    const book = open(each);
    book.allocations = allocationsOf(each.facts);
    states.set(each.account.account, { book, halted, received: [] });
  }
  const facts = tied.flatMap((each) =>
    each.facts.map((fact) => ({ fact, of: each.account.account })),
  );
  facts.sort((a, b) => compareFacts(a.fact, b.fact));
  for (const { fact, of } of facts) {
    const { book, halted } = states.get(of) as State;
    apply(book, entryOf(fact, book.account), halted);
    if (fact.kind !== "lotsMoved") continue;
    const to = states.get(fact.toAccount) as State;
    const lots = movedLots(book, fact.transactionId);
    // A lot that was not given is not received, and facts that depend on it are not judged.
    if (lots.length === 0) to.halted.securities.add(fact.security);
    else {
      const received = receivedOf(fact, lots);
      to.received.push(received);
      apply(to.book, entryOf(received, to.book.account), to.halted);
    }
  }
  return states;
}

function receivedOf(fact: LotsMoved, lots: readonly TransferredLot[]): LotsReceived {
  const { transactionId, entryOrder, tradeOn, settlementOn, security } = fact;
  const { shares, reason, marketValue, toFolio } = fact;
  return {
    kind: "lotsReceived",
    transactionId,
    entryOrder,
    tradeOn,
    security,
    shares,
    reason,
    lots,
    ...(settlementOn !== undefined && { settlementOn }),
    ...(marketValue !== undefined && { marketValue }),
    ...(toFolio !== undefined && { folio: toFolio }),
  };
}

/** The pieces that a fact has moved to another account, oldest first. */
export function movedLots(book: Book, transactionId: Id): TransferredLot[] {
  const { rows, account } = book;
  const moved: ClosedRow[] = [];
  for (let at = rows.length - 1; at >= 0; at -= 1) {
    const row = rows[at] as ClosedRow;
    if (row.closing.fact.transactionId === transactionId) moved.push(row);
    else if (moved.length > 0) break;
  }
  moved.sort((a, b) => compareTies(a.lot, b.lot));
  return moved.map((row) => pieceOfRow(account, row));
}

function pieceOfRow({ securityKinds }: LotAccount, row: ClosedRow): TransferredLot {
  const { lot, isBasisKnown, lower } = row;
  const { originalDay, statedCover, isInherited, giftDay } = lot;
  const kind = securityKinds?.get(row.closing.fact.security) ?? "stock";
  const isReinvested = lot.origin.kind === "reinvestment";
  const cover = { originalDay, statedCover, isBasisKnown, isReinvested };
  return {
    shares: sharesText(row.quantity) as Decimal,
    ...(originalDay !== unknownDay && { originalOn: dayOf(originalDay) }),
    ...(row.adjustedDay !== unknownDay && { adjustedOn: dayOf(row.adjustedDay) }),
    ...(isBasisKnown && {
      originalCostBasis: moneyText(row.original) as Decimal,
      adjustedCostBasis: moneyText(row.basis) as Decimal,
      isCovered: isCovered(coverDaysOf(coverRules), kind, cover),
    }),
    isInherited,
    ...(giftDay !== unknownDay && { giftOn: dayOf(giftDay) }),
    ...(lower !== undefined && { giftMarketValue: moneyText(lower) as Decimal }),
  };
}

/** Faults of facts before they are applied, by account. */
function problemsOfTied(tied: readonly AccountFacts[]): ReadonlyMap<string, FactRefusal[]> {
  const taken = new Map(tied.map((each) => [each.account.account, takenBy(each.facts)]));
  const ways: Ways = new Map();
  return new Map(
    tied.map(({ account, facts }) => {
      const problems = problemsOf(account, facts);
      for (const fact of facts) {
        if (fact.kind !== "lotsMoved" || fact.toAccount === account.account) continue;
        const reason =
          problemOfReceiver(fact, taken.get(fact.toAccount)) ??
          (isCircle(ways, account.account, fact) ? factRefusals.circle : undefined);
        if (reason === undefined) continue;
        const { code, sentence: message } = reason;
        problems.push({ transactionId: fact.transactionId, code, message, field: "toAccount" });
      }
      return [account.account, problems];
    }),
  );
}

/** Ids and places of the day that an account's facts have. */
interface Taken {
  readonly ids: Set<Id>;
  readonly places: Set<string>;
}

function takenBy(facts: readonly LotFact[]): Taken {
  return {
    ids: new Set(facts.map(({ transactionId }) => transactionId)),
    places: new Set(facts.map(placeOf)),
  };
}

function placeOf({ tradeOn, entryOrder }: LotFact): string {
  return `${tradeOn} ${entryOrder}`;
}

/** A received lot takes its id and its place in the other account. */
function problemOfReceiver(fact: LotsMoved, taken: Taken | undefined): ErrorCode | undefined {
  if (taken === undefined) return factRefusals.receiver;
  const { ids, places } = taken;
  if (ids.has(fact.transactionId)) return factRefusals.receivedId;
  if (places.has(placeOf(fact))) return factRefusals.receivedPlace;
  ids.add(fact.transactionId);
  places.add(placeOf(fact));
  return undefined;
}

/** To which accounts each gives on a day. */
type Ways = Map<string, Map<string, Set<string>>>;

/** Whether the giving account would receive, by one way or another, from that to which it gives. */
function isCircle(ways: Ways, from: string, { tradeOn, toAccount }: LotsMoved): boolean {
  const ofDay = ways.get(tradeOn) ?? new Map<string, Set<string>>();
  ways.set(tradeOn, ofDay);
  const reached = new Set([toAccount]);
  for (const each of reached) for (const next of ofDay.get(each) ?? []) reached.add(next);
  ofDay.set(from, (ofDay.get(from) ?? new Set()).add(toAccount));
  return reached.has(from);
}
