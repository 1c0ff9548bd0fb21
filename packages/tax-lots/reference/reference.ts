// A second implementation of lot relief, slow and obvious: fractions, and a scan for everything. It
// shares no code with the engine and gives the same results as lines of text.
import type {
  AverageElection,
  BasisAdjustment,
  Departure,
  Disposal,
  Exercise,
  LotAccount,
  LotFact,
  Merger,
  NamedLot,
  SpinOff,
  StepUp,
  TransferredLot,
} from "../src/facts/fact.ts";
import {
  down,
  isLess,
  isSame,
  least,
  minus,
  most,
  one,
  order,
  over,
  plus,
  type Rational,
  read,
  rounded,
  shared,
  times,
  total,
  write,
  zero,
} from "./rational.ts";

interface Lot {
  security: string;
  readonly id: bigint;
  readonly entry: number;
  readonly bought: string;
  readonly listed: number;
  readonly original: string | undefined;
  adjusted: string | undefined;
  readonly gift: string | undefined;
  readonly transfer: string | undefined;
  readonly inherited: boolean;
  readonly reinvested: boolean;
  /** As the transfer that delivered it says. */
  readonly covered: boolean | undefined;
  shares: Rational;
  /** As they were acquired. */
  first: Rational;
  /** Undefined where it is not known. */
  basis: Rational | undefined;
  cost: Rational;
  lower: Rational | undefined;
  canReplace: boolean;
  match: number;
  /** Place in the order in which lots were made. */
  made: number;
}

interface Row {
  readonly lot: Lot;
  readonly fact: LotFact;
  readonly code: string;
  shares: Rational;
  first: Rational;
  net: Rational | undefined;
  basis: Rational | undefined;
  cost: Rational;
  readonly lower?: Rational | undefined;
  readonly adjusted: string | undefined;
  readonly price?: Rational | undefined;
  /** Old shares that a merger paid for. */
  readonly old?: Rational;
  disallowed?: Rational;
  replacement?: bigint;
  readonly pieces: Row[];
}

interface Waiting {
  readonly row: Row;
  scale: Rational;
}

interface State {
  readonly account: LotAccount;
  readonly facts: readonly LotFact[];
  lots: Lot[];
  readonly rows: Row[];
  waiting: Waiting[];
  readonly pools: Map<string, { basis: Rational; known: boolean }>;
  matches: number;
  made: number;
  /** Elections of average basis in force, by security. */
  readonly averages: Map<string, Election>;
  /** Securities of which an election was made or revoked, for which no default makes one. */
  readonly elected: Set<string>;
  /** Elections that were revoked, with their revocations: never made. */
  readonly never: ReadonlySet<string>;
}

interface Election {
  readonly names: string[];
  readonly on: string;
  readonly since: string;
  disposed: boolean;
}

/** An election was revoked: everything is done again as if it had never been made. */
class Revoked extends Error {
  readonly names: readonly string[];

  constructor(names: readonly string[]) {
    super("revoked");
    this.names = names;
  }
}

/** The fact is impossible. */
class Refused extends Error {}

const date = (day: string) => Temporal.PlainDate.from(day);
const later = (day: string, days: number) => date(day).add({ days }).toString();
const daysFrom = (from: string, to: string) =>
  date(from).until(date(to), { largestUnit: "days" }).days;

function longFrom(acquired: string): string {
  const next = date(acquired).add({ days: 1 });
  const yearOn = next.add({ years: 1 });
  return (yearOn.day === next.day ? yearOn : yearOn.add({ days: 1 })).toString();
}

const isLong = (lot: Lot, adjusted: string | undefined, day: string) =>
  lot.inherited || adjusted === undefined || day >= longFrom(adjusted);

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

/** The lots of an election: covered, of one known basis, acquired since its day. */
function isMember(state: State, lot: Lot): boolean {
  const { since = "9999" } = state.averages.get(lot.security) ?? {};
  const isKnown = lot.basis !== undefined && lot.lower === undefined;
  return isKnown && lot.covered !== false && lot.original !== undefined && lot.original >= since;
}

/** Each lot of an election shows its part of their sum. */
function average(state: State): void {
  for (const security of state.averages.keys()) {
    const lots = held(state, security).filter((lot) => isMember(state, lot));
    if (lots.length === 0) continue;
    const sum = total(lots.map(({ basis }) => basis ?? zero));
    const weights = lots.map(({ shares }) => shares);
    for (const [at, part] of shared(sum, weights, 2).entries()) (lots[at] as Lot).basis = part;
  }
}

/** Funds that are held by the day of the default, or come to be held later. */
function electDefaults(state: State, day: string, on: string): void {
  const { isTaxable, fundsAveragedFrom: from, fundSecurities = new Set<string>() } = state.account;
  if (!isTaxable || from === undefined || day < from) return;
  for (const security of fundSecurities) {
    if (state.elected.has(security) || held(state, security).length === 0) continue;
    state.elected.add(security);
    const name = `fund ${security} ${on}`;
    if (state.never.has(name)) continue;
    state.averages.set(security, { names: [name], on, since: "2012-01-01", disposed: false });
  }
  average(state);
}

function elect(
  state: State,
  { election, security, transactionId, ...fact }: AverageElection,
): void {
  const known = state.averages.get(security);
  if (!state.account.isTaxable) throw new Refused();
  if (election === "AVE") {
    state.elected.add(security);
    if (state.never.has(transactionId)) return;
    const plan = fact.planSince ?? "";
    const since = plan > "2012-01-01" ? plan : "2012-01-01";
    if (known) known.names.push(transactionId);
    else {
      const names = [transactionId as string];
      state.averages.set(security, { names, on: fact.tradeOn, since, disposed: false });
    }
    return;
  }
  if (state.never.has(transactionId)) return;
  if (known === undefined) throw new Refused();
  if (election === "AVX") {
    state.averages.delete(security);
    return;
  }
  const elected = date(known.on);
  const yearOn = elected.add({ years: 1 });
  const last = yearOn.day === elected.day ? yearOn : yearOn.add({ days: 1 });
  if (fact.tradeOn > last.toString() || known.disposed) throw new Refused();
  throw new Revoked([transactionId, ...known.names]);
}

/** What each fact gives to another account, the oldest first. */
function movedPieces({ rows }: State): Map<string, TransferredLot[]> {
  const given = rows.filter(({ fact }) => fact.kind === "lotsMoved");
  const byFact = Map.groupBy(given, ({ fact }) => fact.transactionId as string);
  const pieces = Array.from(byFact, ([id, own]) => {
    const oldest = own.toSorted((a, b) => ties(a.lot, b.lot));
    return [id, oldest.map(pieceOf)] as const;
  });
  return new Map(pieces);
}

function pieceOf({ lot, shares, basis, cost, lower, adjusted }: Row): TransferredLot {
  const first = lot.reinvested ? "2012-01-01" : "2011-01-01";
  const piece = {
    shares: write(shares, 5),
    originalOn: lot.original,
    adjustedOn: adjusted,
    originalCostBasis: basis && write(cost, 2),
    adjustedCostBasis: basis && write(basis, 2),
    isCovered: basis && (lot.covered ?? (lot.original ?? "") >= first),
    isInherited: lot.inherited,
    giftOn: lot.gift,
    giftMarketValue: lower && write(lower, 2),
  };
  const known = Object.entries(piece).filter(([, value]) => value !== undefined);
  return Object.fromEntries(known) as unknown as TransferredLot;
}

/** A return of capital stands on its ex-date, worthlessness at the end of its year. */
const standsOn = (fact: LotFact) =>
  (fact.kind === "returnOfCapital" ? fact.exOn : undefined) ?? closesOn(fact);

const isWorthless = (fact: LotFact) => fact.kind === "worthlessness";
const closesOn = (fact: LotFact) =>
  isWorthless(fact) ? `${fact.tradeOn.slice(0, 4)}-12-31` : fact.tradeOn;

const isPart = (fact: LotFact) => fact.kind === "merger" && fact.shares !== undefined;
const isEvent = (fact: LotFact) =>
  /split|merger|spin|return|symbol|adjust|step|election/i.test(fact.kind) && !isPart(fact);
const lastly = (fact: LotFact) => (isWorthless(fact) ? fact.tradeOn : "");
const inDay = (a: LotFact, b: LotFact) =>
  (isEvent(a) ? 0 : 1) - (isEvent(b) ? 0 : 1) ||
  lastly(a).localeCompare(lastly(b)) ||
  a.entryOrder - b.entryOrder;

const closing = (a: LotFact, b: LotFact) => closesOn(a).localeCompare(closesOn(b)) || inDay(a, b);

const money = (amount: Rational | undefined) => (amount === undefined ? "-" : write(amount, 2));

function rowLine(row: Row): string {
  const known = row.net !== undefined && row.basis !== undefined;
  const figure = minus(row.net ?? zero, row.basis ?? zero);
  const gain = known ? plus(figure, row.disallowed ?? zero) : undefined;
  const long = isLong(row.lot, row.adjusted, closesOn(row.fact));
  const isUnknown = row.adjusted === undefined && !row.lot.inherited;
  return [
    `closed ${row.lot.id} by ${row.fact.transactionId} ${row.code} ${write(row.shares, 5)}`,
    `net ${money(row.net)} basis ${money(row.basis)} disallowed ${money(row.disallowed)}`,
    `gain ${money(gain)} cost ${money(row.basis && row.cost)} ${row.adjusted ?? "-"}`,
    `${isUnknown ? "UN" : long ? "LT" : "ST"} replaced ${row.replacement ?? "-"}`,
    `lower ${row.code === "-" ? money(row.lower) : "-"} ${arrivalOf(row.lot, row.first)}`,
    `at ${row.price ? write(row.price, 6) : "-"} for ${row.old ? write(row.old, 5) : "-"}`,
  ].join(" ");
}

const arrivalOf = ({ gift, transfer }: Lot, first: Rational) =>
  `as acquired ${write(first, 5)} gift ${gift ?? "-"} transfer ${transfer ?? "-"}`;

function lotLines(state: State): string[] {
  return [...new Set(state.lots.map(({ security }) => security))].sort().flatMap((security) => {
    const lots = held(state, security);
    const pool = poolOf(state, security);
    const weights = lots.map(({ shares }) => shares);
    const pooled = pool && shared(pool.basis, weights, 2);
    return lots.map((lot, at) => {
      const basis = pool ? (pool.known ? pooled?.[at] : undefined) : lot.basis;
      const figures = `basis ${money(basis)} cost ${money(basis && lot.cost)}`;
      const days = `${lot.original ?? "-"} ${lot.adjusted ?? "-"}`;
      const arrival = `lower ${money(lot.lower)} ${arrivalOf(lot, lot.first)}`;
      return `left ${security} ${lot.id} ${write(lot.shares, 5)} ${figures} ${days} ${arrival}`;
    });
  });
}

/** What a share of a security is worth where one costs so much. */
function worth({ account }: State, security: string, price: string | undefined): Rational {
  const factors = account.quotationFactors as ReadonlyMap<string, string> | undefined;
  return times(read(price ?? "0"), read(factors?.get(security) ?? "1"));
}

function make(state: State, lot: Lot): void {
  state.made += 1;
  lot.made = state.made;
  state.lots.push(lot);
}

function ties(a: Lot, b: Lot): number {
  return (
    (a.original ?? "").localeCompare(b.original ?? "") ||
    Number(a.id - b.id) ||
    a.listed - b.listed ||
    (a.adjusted ?? "").localeCompare(b.adjusted ?? "") ||
    a.match - b.match ||
    a.made - b.made
  );
}

const acquisition = (a: Lot, b: Lot) =>
  (a.original ?? "").localeCompare(b.original ?? "") || a.entry - b.entry || ties(a, b);

function held({ lots }: State, security: string): Lot[] {
  return lots.filter((lot) => lot.security === security).sort(ties);
}

function sharesOf(lots: readonly Lot[]): Rational {
  return total(lots.map(({ shares }) => shares));
}

function poolOf(state: State, security: string) {
  if (state.account.isTaxable) return undefined;
  const pool = state.pools.get(security) ?? { basis: zero, known: true };
  state.pools.set(security, pool);
  return pool;
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

function acquire(
  state: State,
  fact: Extract<
    LotFact,
    {
      kind: "buy" | "reinvestment" | "transferIn" | "giftIn" | "inheritance" | "lotsReceived";
    }
  >,
): void {
  const base = {
    security: fact.security,
    id: BigInt(fact.transactionId),
    entry: fact.entryOrder,
    bought: fact.tradeOn,
    listed: 0,
    original: fact.tradeOn as string | undefined,
    adjusted: fact.tradeOn as string | undefined,
    gift: undefined as string | undefined,
    transfer: undefined as string | undefined,
    inherited: false,
    reinvested: fact.kind === "reinvestment",
    covered: undefined as boolean | undefined,
    shares: read(fact.shares),
    first: read(fact.shares),
    lower: undefined as Rational | undefined,
    canReplace: false,
    match: 1e9,
    made: 0,
  };
  const opened: Lot[] = [];
  if (fact.kind === "transferIn" || fact.kind === "lotsReceived") {
    for (const [listed, lot] of fact.lots.entries()) {
      const text = lot.adjustedCostBasis ?? lot.originalCostBasis;
      const basis = text === undefined ? undefined : read(text);
      const value = lot.giftMarketValue === undefined ? undefined : read(lot.giftMarketValue);
      opened.push({
        ...base,
        listed,
        transfer: fact.tradeOn,
        shares: read(lot.shares),
        first: read(lot.shares),
        original: lot.originalOn,
        adjusted: lot.adjustedOn ?? lot.originalOn,
        inherited: lot.isInherited === true,
        covered: lot.isCovered,
        gift: lot.giftOn,
        basis,
        lower: basis && value && isLess(value, basis) ? value : undefined,
        cost: read(lot.originalCostBasis ?? text ?? "0"),
      });
    }
    if (fact.kind === "lotsReceived" && fact.reason === "GFT") {
      giveLots(opened, fact.tradeOn, read(fact.marketValue ?? "0"));
    }
  } else if (fact.kind === "giftIn") {
    const basis = fact.donorBasis === undefined ? undefined : read(fact.donorBasis);
    const value = fact.marketValue === undefined ? undefined : read(fact.marketValue);
    const lower = basis && value && isLess(value, basis) ? value : undefined;
    const dates = {
      original: fact.donorAcquiredOn,
      adjusted: fact.donorAcquiredOn,
      gift: fact.tradeOn,
    };
    opened.push({ ...base, ...dates, basis, cost: basis ?? zero, lower });
  } else if (fact.kind === "inheritance") {
    const basis = fact.marketValue === undefined ? undefined : read(fact.marketValue);
    const died = fact.diedOn ?? fact.tradeOn;
    const dates = { original: died, adjusted: died, inherited: true };
    opened.push({ ...base, ...dates, basis, cost: basis ?? zero });
  } else {
    const each = worth(state, fact.security, fact.price);
    const paid = rounded(times(read(fact.shares), each), 2, "up");
    const basis = fact.netAmount ? read(fact.netAmount) : plus(paid, read(fact.fees ?? "0"));
    opened.push({ ...base, basis, cost: basis, canReplace: true });
  }
  open(state, opened);
}

function open(state: State, opened: readonly Lot[]): void {
  for (const lot of opened) {
    const pool = poolOf(state, lot.security);
    make(state, lot);
    if (pool === undefined) {
      if (lot.canReplace) meetWaiting(state, lot);
      continue;
    }
    pool.basis = plus(pool.basis, lot.basis ?? zero);
    if (lot.basis === undefined) pool.known = false;
    lot.lower = undefined;
  }
}

/** What comes in for a share before fees, in money: at the price, else of the amount, else at the close. */
function perShare(state: State, fact: Departure): Rational {
  if (fact.kind === "expiry") return zero;
  if (fact.kind === "lotsMoved") return worth(state, fact.security, fact.lastClose);
  if (fact.price === undefined && fact.netAmount !== undefined && fact.kind !== "transferOut") {
    return over(plus(read(fact.netAmount), read(fact.fees ?? "0")), read(fact.shares));
  }
  return worth(state, fact.security, fact.price ?? fact.lastClose);
}

/** The quotation of a disposal that says what it fetches, unless that is below 0. */
function quotation(state: State, fact: Departure): Rational | undefined {
  if (fact.kind === "expiry") return zero;
  if (fact.kind === "lotsMoved") return undefined;
  if (fact.price !== undefined) return read(fact.price);
  if (fact.netAmount === undefined || fact.kind === "transferOut") return undefined;
  const exact = over(perShare(state, fact), worth(state, fact.security, "1"));
  const found = signed(exact, (amount) => rounded(amount, 6, "up"));
  return isLess(found, zero) ? undefined : found;
}

/** Lots that are a gift have its day, and its value where that is the lowest of all. */
function giveLots(lots: Lot[], day: string, value: Rational): void {
  const values = shared(
    value,
    lots.map(({ shares }) => shares),
    2,
  );
  for (const [at, lot] of lots.entries()) {
    const worth = values[at] ?? zero;
    const isLower = lot.basis && isLess(worth, lot.lower ?? lot.basis);
    lots[at] = { ...lot, gift: day, lower: isLower ? worth : lot.lower };
  }
}

/** Gain per share at a price, and the term that goes with it. */
function view(lot: Lot, price: Rational, day: string): { gain: Rational; long: boolean } {
  const worth = times(price, lot.shares);
  const gain = minus(worth, lot.basis ?? zero);
  const perShare = (amount: Rational) => over(amount, lot.shares);
  const long = isLong(lot, lot.adjusted, day);
  if (lot.lower === undefined || !isLess(gain, zero)) return { gain: perShare(gain), long };
  const onLower = minus(worth, lot.lower);
  if (!isLess(onLower, zero)) return { gain: zero, long };
  return { gain: perShare(onLower), long: isLong(lot, lot.gift ?? lot.adjusted, day) };
}

const classes: Readonly<Record<string, readonly string[]>> = {
  HLTG: ["long gain", "short gain", "short loss", "long loss"],
  HSTG: ["short gain", "long gain", "long loss", "short loss"],
  LLTG: ["long loss", "short loss", "short gain", "long gain"],
  LSTG: ["short loss", "long loss", "long gain", "short gain"],
};

function inOrder(state: State, fact: Departure): Lot[] {
  const lots = held(state, fact.security);
  const isAveraged = state.averages.has(fact.security);
  const ofAccount = fact.method ?? fact.keptMethod ?? state.account.defaultMethod;
  const method = isAveraged ? "FIFO" : ofAccount;
  const price = perShare(state, fact);
  const short = read(fact.shortTermTaxRate ?? fact.longTermTaxRate ?? "0");
  const long = read(fact.longTermTaxRate ?? fact.shortTermTaxRate ?? "0");
  const hasRates = !isSame(short, zero) || !isSame(long, zero);
  const seen = (lot: Lot) => view(lot, price, fact.tradeOn);
  const gains = (a: Lot, b: Lot) => order(seen(a).gain, seen(b).gain);
  const taxed = (lot: Lot) => times(seen(lot).gain, seen(lot).long ? long : short);
  const taxes = (a: Lot, b: Lot) => order(taxed(a), taxed(b));
  const days = (a: Lot, b: Lot) => (a.original ?? "").localeCompare(b.original ?? "");
  const classOf = (lot: Lot) => {
    const { gain, long: isOld } = seen(lot);
    const name = `${isOld ? "long" : "short"} ${isLess(gain, zero) ? "loss" : "gain"}`;
    return classes[method]?.indexOf(name) ?? 0;
  };
  const within = (a: Lot, b: Lot) => {
    const isLoss = isLess(seen(a).gain, zero);
    const isLargestGain = method.startsWith("H") ? !isLoss : false;
    const isSmallestLoss = method.startsWith("H") && isLoss;
    return isLargestGain || isSmallestLoss ? gains(b, a) : gains(a, b);
  };
  const compare: Readonly<Record<string, (a: Lot, b: Lot) => number>> = {
    FIFO: () => 0,
    AVGC: () => 0,
    LIFO: (a, b) => days(b, a),
    LGHL: gains,
    HGLL: (a, b) => gains(b, a),
    WLFS: hasRates ? taxes : gains,
    WGFS: hasRates ? (a, b) => taxes(b, a) : (a, b) => gains(b, a),
  };
  const byMethod = compare[method] ?? ((a: Lot, b: Lot) => classOf(a) - classOf(b) || within(a, b));
  return lots.sort((a, b) => byMethod(a, b) || ties(a, b));
}

interface Taken {
  readonly lot: Lot;
  readonly shares: Rational;
  readonly first: Rational;
  readonly basis: Rational | undefined;
  readonly cost: Rational;
  readonly lower: Rational | undefined;
}

function part(amount: Rational, taken: Rational, whole: Rational): Rational {
  return isSame(taken, whole) ? amount : rounded(over(times(amount, taken), whole), 2, "up");
}

/** The part of the shares as acquired that belongs to some of today's shares. */
function firstPart(whole: { shares: Rational; first: Rational }, taken: Rational): Rational {
  if (isSame(taken, whole.shares)) return whole.first;
  return rounded(over(times(whole.first, taken), whole.shares), 5, "up");
}

function take(state: State, lot: Lot, shares: Rational): Taken {
  const cut = (amount: Rational) => part(amount, shares, lot.shares);
  const taken = {
    lot: { ...lot },
    shares,
    first: firstPart(lot, shares),
    basis: lot.basis && cut(lot.basis),
    cost: cut(lot.cost),
    lower: lot.lower && cut(lot.lower),
  };
  lot.shares = minus(lot.shares, shares);
  lot.first = minus(lot.first, taken.first);
  lot.basis = lot.basis && minus(lot.basis, taken.basis ?? zero);
  lot.cost = minus(lot.cost, taken.cost);
  lot.lower = lot.lower && minus(lot.lower, taken.lower ?? zero);
  if (isSame(lot.shares, zero)) state.lots = state.lots.filter((other) => other !== lot);
  return taken;
}

function dispose(state: State, fact: Departure): void {
  const election = state.averages.get(fact.security);
  if (election !== undefined && fact.method !== undefined) throw new Refused();
  const shares = read(fact.shares);
  const position = sharesOf(held(state, fact.security));
  if (isLess(position, shares)) throw new Refused();
  const taken: Taken[] = [];
  const takeFrom = (lots: readonly Lot[], wanted: Rational) => {
    let left = wanted;
    for (const lot of lots) {
      if (isSame(left, zero)) break;
      const piece = least(left, lot.shares);
      left = minus(left, piece);
      taken.push(take(state, lot, piece));
    }
    if (!isSame(left, zero)) throw new Refused();
  };
  const pooled = held(state, fact.security).filter((lot) => isMember(state, lot));
  const all = { basis: total(pooled.map(({ basis }) => basis ?? zero)), shares: sharesOf(pooled) };
  if (fact.namedLots === undefined) takeFrom(inOrder(state, fact), shares);
  // Places first; what is named twice is taken at once, since a lot has one row.
  const parts = named(state, fact.security, fact.namedLots ?? []);
  for (const part of parts) taken.push(take(state, part.lot, part.shares));
  const isMoved = fact.kind === "transferOut" || fact.kind === "lotsMoved";
  if (election !== undefined && !isMoved) relieveAverage(state, taken, { ...all, pooled });
  const trade: Partial<Disposal> = fact.kind === "lotsMoved" ? {} : fact;
  const gross = rounded(times(shares, worth(state, fact.security, trade.price)), 2, "up");
  const proceeds = trade.netAmount ? read(trade.netAmount) : minus(gross, read(trade.fees ?? "0"));
  const codes = {
    sell: "SLE",
    redemption: "RDM",
    expiry: "EXP",
    cashInLieu: "CIL",
    transferOut: "-",
    lotsMoved: "-",
  };
  if (election !== undefined) election.disposed = true;
  const rows = close(state, fact, {
    taken,
    code: codes[fact.kind],
    net: isMoved ? undefined : proceeds,
    part: isSame(shares, position) ? one : over(shares, position),
  });
  if (state.account.isTaxable) washRows(state, rows);
}

/** What is taken of averaged lots has basis × shares / all of them, and what is left the rest. */
function relieveAverage(
  state: State,
  taken: Taken[],
  all: { readonly basis: Rational; readonly shares: Rational; readonly pooled: readonly Lot[] },
): void {
  const own = taken.filter(({ lot }) => isMember(state, lot)).sort((a, b) => ties(a.lot, b.lot));
  if (own.length === 0) return;
  const weights = own.map(({ shares }) => shares);
  const exact = over(times(all.basis, total(weights)), all.shares);
  const relieved = rounded(exact, 2, "even");
  for (const [at, basis] of shared(relieved, weights, 2).entries()) {
    const piece = own[at] as Taken;
    taken[taken.indexOf(piece)] = { ...piece, basis };
  }
  const rest = minus(all.basis, relieved);
  const left = all.pooled.filter((lot) => state.lots.includes(lot));
  for (const [at, lot] of left.entries()) lot.basis = at === 0 ? rest : zero;
}

interface Chosen {
  readonly lot: Lot;
  shares: Rational;
}

function named(state: State, security: string, lots: readonly NamedLot[]): Chosen[] {
  const wanted = lots.toSorted((a, b) => Number(!a.place) - Number(!b.place));
  const parts: Chosen[] = [];
  for (const { transactionId, place, shares: all } of wanted) {
    let left = read(all);
    for (const lot of held(state, security)) {
      if (lot.id !== BigInt(transactionId) || isMember(state, lot)) continue;
      if (place && (lot.transfer === undefined || lot.listed + 1 !== Number(place))) continue;
      const known = parts.find((each) => each.lot === lot);
      const piece = least(left, minus(lot.shares, known?.shares ?? zero));
      if (known) known.shares = plus(known.shares, piece);
      else if (!isSame(piece, zero)) parts.push({ lot, shares: piece });
      left = minus(left, piece);
    }
    if (!isSame(left, zero)) throw new Refused();
  }
  return parts;
}

/** The lots of a part of a position: those named, else the oldest. */
function partOf(state: State, fact: Merger | Exercise): Chosen[] {
  if (fact.namedLots !== undefined) return named(state, fact.security, fact.namedLots);
  let left = read(fact.shares ?? "0");
  return held(state, fact.security).flatMap((lot) => {
    const shares = least(left, lot.shares);
    left = minus(left, shares);
    return isSame(shares, zero) ? [] : [{ lot, shares }];
  });
}

/** The part of an average basis that goes with a part of the position. */
function pooledPart(state: State, security: string, shares: Rational) {
  const pool = poolOf(state, security);
  if (pool === undefined) return undefined;
  const position = sharesOf(held(state, security));
  const { known } = pool;
  const isAll = isSame(shares, position);
  const share = over(times(pool.basis, shares), position);
  const basis = isAll ? pool.basis : rounded(share, 2, "even");
  pool.basis = minus(pool.basis, basis);
  if (isAll) pool.known = true;
  return { basis, known };
}

/** All that is held at the end of the year goes for nothing. */
function writeOff(state: State, fact: LotFact): void {
  const lots = held(state, fact.security);
  if (lots.length === 0) return;
  const election = state.averages.get(fact.security);
  if (election !== undefined) election.disposed = true;
  const taken = lots.map((lot) => take(state, lot, lot.shares));
  const rows = close(state, fact, { taken, code: "EXP", net: zero, part: one });
  if (state.account.isTaxable) washRows(state, rows);
}

interface Closing {
  readonly taken: readonly Taken[];
  readonly code: string;
  readonly net: Rational | undefined;
  readonly part: Rational;
}

function close(state: State, fact: LotFact, { taken, code, net, part: portion }: Closing): Row[] {
  const old = taken.toSorted((a, b) => ties(a.lot, b.lot));
  const weights = old.map(({ shares }) => shares);
  const nets = net && spread(net, weights);
  const pool = poolOf(state, fact.security);
  const isKnown = pool?.known;
  let bases: Rational[] | undefined;
  if (pool !== undefined) {
    const relieved = rounded(times(pool.basis, portion), 2, "even");
    pool.basis = minus(pool.basis, relieved);
    bases = shared(relieved, weights, 2);
    if (isSame(portion, one)) pool.known = true;
  }
  const rows = taken.map(({ lot, shares, first, basis, cost, lower }) => {
    const at = old.findIndex((each) => each.lot === lot);
    const own = nets?.[at];
    const price = priceOfRow(state, fact);
    const common = { lot, fact, code, shares, first, net: own, cost, lower, price, pieces: [] };
    if (bases !== undefined) {
      return { ...common, basis: isKnown ? bases[at] : undefined, adjusted: lot.adjusted };
    }
    if (lower && own && isLess(own, lower)) {
      return { ...common, basis: lower, adjusted: lot.gift ?? lot.adjusted };
    }
    const between = lower && own && basis && isLess(own, basis);
    return { ...common, basis: between ? own : basis, adjusted: lot.adjusted };
  });
  state.rows.push(...rows);
  return rows;
}

function priceOfRow(state: State, fact: LotFact): Rational | undefined {
  if (fact.kind === "merger") return read(fact.cashPerShare ?? "0");
  if (fact.kind === "returnOfCapital") return undefined;
  return isWorthless(fact) ? zero : quotation(state, fact as Disposal);
}

function spread(amount: Rational, weights: readonly Rational[]): Rational[] {
  if (!isLess(amount, zero)) return shared(amount, weights, 2);
  return shared(minus(zero, amount), weights, 2).map((each) => minus(zero, each));
}

function washRows(state: State, rows: readonly Row[]): void {
  const isLoss = (row: Row) => row.net && row.basis && isLess(row.net, row.basis);
  for (const row of rows.filter(isLoss).sort((a, b) => acquisition(a.lot, b.lot))) {
    const wait: Waiting = { row, scale: one };
    const from = later(closesOn(row.fact), -30);
    for (;;) {
      const lot = state.lots
        .filter(({ security, canReplace }) => canReplace && security === row.fact.security)
        .filter(({ bought, id }) => bought >= from && id !== row.lot.id)
        .sort(acquisition)[0];
      if (lot === undefined) {
        state.waiting.push(wait);
        break;
      }
      if (meet(state, wait, lot)) break;
    }
  }
}

function meetWaiting(state: State, lot: Lot): void {
  const isOpen = ({ row }: Waiting) =>
    row.lot.security === lot.security && later(closesOn(row.fact), 30) >= lot.bought;
  while (lot.canReplace) {
    const wait = state.waiting.find(isOpen);
    if (wait === undefined) return;
    if (meet(state, wait, lot)) state.waiting = state.waiting.filter((each) => each !== wait);
  }
}

/** Splits off the matched shares as a row and a lot of their own; returns whether the loss is used
 * up. */
function meet(state: State, { row, scale }: Waiting, lot: Lot): boolean {
  const unit = read("0.00001");
  const wanted = times(row.shares, scale);
  const isWhole = !isLess(lot.shares, wanted);
  const whole = (amount: Rational, limit: Rational) =>
    least(most(rounded(amount, 5, "even"), unit), limit);
  const lossShares = isWhole ? row.shares : whole(over(lot.shares, scale), row.shares);
  const lotShares = isWhole ? whole(wanted, lot.shares) : lot.shares;
  const isUsedUp = isSame(lossShares, row.shares);
  let piece = row;
  if (!isUsedUp) {
    const cut = (amount: Rational) => part(amount, lossShares, row.shares);
    const net = row.net === undefined ? undefined : signed(row.net, cut);
    const basis = row.basis && cut(row.basis);
    const figures = { shares: lossShares, first: firstPart(row, lossShares), net, basis };
    piece = { ...row, ...figures, cost: cut(row.cost), pieces: [] };
    row.first = minus(row.first, piece.first);
    row.shares = minus(row.shares, lossShares);
    row.net = minus(row.net ?? zero, net ?? zero);
    row.basis = minus(row.basis ?? zero, basis ?? zero);
    row.cost = minus(row.cost, piece.cost);
    row.pieces.push(piece);
  }
  piece.disallowed = minus(piece.basis ?? zero, piece.net ?? zero);
  piece.replacement = lot.id;
  let matched = lot;
  if (!isSame(lotShares, lot.shares)) {
    const { shares, first, basis, cost, lower } = take(state, lot, lotShares);
    matched = { ...lot, shares, first, basis, cost, lower };
    make(state, matched);
  }
  state.matches += 1;
  matched.match = state.matches;
  matched.canReplace = false;
  matched.basis = matched.basis && plus(matched.basis, piece.disallowed);
  matched.lower = matched.lower && plus(matched.lower, piece.disallowed);
  if (row.adjusted !== undefined && matched.adjusted !== undefined) {
    matched.adjusted = later(matched.adjusted, -daysFrom(row.adjusted, closesOn(row.fact)));
  }
  return isUsedUp;
}

function signed(amount: Rational, cut: (amount: Rational) => Rational): Rational {
  return isLess(amount, zero) ? minus(zero, cut(minus(zero, amount))) : cut(amount);
}

type Delivery = {
  readonly ratioNew: string;
  readonly ratioOld: string;
  readonly newShares?: string;
};

const ratioOf = ({ ratioNew, ratioOld }: Delivery) => over(read(ratioNew), read(ratioOld));

function newShares(lots: readonly Lot[], fact: Delivery): Rational[] {
  const exact = times(sharesOf(lots), ratioOf(fact));
  const position = fact.newShares === undefined ? down(exact, 5) : read(fact.newShares);
  const weights = lots.map(({ shares }) => shares);
  return shared(position, weights, 5);
}

interface Exchanged {
  readonly lot: Lot;
  readonly shares: Rational;
  old: Rational;
}

/** Lots with their new shares, once those that get none have gone to the next older or younger. */
function exchanged(state: State, lots: readonly Lot[], fact: Delivery): Exchanged[] {
  if (lots.length === 0) return [];
  const shares = newShares(lots, fact);
  const all = lots.map((lot, at) => ({ lot, shares: shares[at] ?? zero, old: lot.shares }));
  const isHolder = (each: Exchanged) => !isSame(each.shares, zero);
  if (!all.some(isHolder)) throw new Refused();
  for (const [at, each] of all.entries()) {
    if (isHolder(each)) continue;
    const holder = all.slice(0, at).findLast(isHolder) ?? all.slice(at).find(isHolder);
    if (holder === undefined) throw new Error("some lot has a share");
    const { lot } = holder;
    const { lot: gone } = each;
    holder.old = plus(holder.old, each.old);
    lot.first = plus(lot.first, gone.first);
    if (lot.lower || gone.lower) {
      lot.lower = plus(lot.lower ?? lot.basis ?? zero, gone.lower ?? gone.basis ?? zero);
    }
    lot.basis = lot.basis && gone.basis && plus(lot.basis, gone.basis);
    lot.cost = plus(lot.cost, gone.cost);
    if (lot.basis === undefined) lot.lower = undefined;
    state.lots = state.lots.filter((other) => other !== gone);
  }
  return all.filter(isHolder);
}

function split(state: State, fact: Extract<LotFact, { kind: "split" }>): void {
  const ratio = ratioOf(fact);
  const lots = held(state, fact.security);
  for (const { lot, shares } of exchanged(state, lots, fact)) lot.shares = shares;
  for (const wait of state.waiting) {
    if (wait.row.lot.security === fact.security) wait.scale = times(wait.scale, ratio);
  }
}

/** Spin-offs of one security and day stand together, by parts or by the same value of the parent. */
function together(facts: readonly LotFact[], fact: SpinOff): SpinOff[] {
  const isAlike = (other: SpinOff) =>
    fact.childPart !== undefined ||
    isSame(read(fact.parentValue ?? "0"), read(other.parentValue ?? "0"));
  return sameDay(facts, fact).filter(isAlike);
}

function sameDay(facts: readonly LotFact[], fact: SpinOff): SpinOff[] {
  return facts
    .filter((other) => other.kind === "spinOff")
    .filter(({ security, tradeOn }) => security === fact.security && tradeOn === fact.tradeOn)
    .sort((a, b) => a.entryOrder - b.entryOrder);
}

/** A spin-off that does not go with those of its day: a part beside values, or no basis left. */
function misfitOf(facts: readonly LotFact[]): LotFact | undefined {
  for (const fact of facts) {
    if (fact.kind !== "spinOff") continue;
    const all = sameDay(facts, fact);
    const isByParts = all[0]?.childPart !== undefined;
    let sum = zero;
    for (const each of all) {
      if ((each.childPart !== undefined) !== isByParts) return each;
      sum = plus(sum, read(each.childPart ?? "0"));
      if (!isLess(sum, read("100"))) return each;
    }
  }
  return undefined;
}

/** What each child weighs beside a parent, whose weight comes first. */
function weightsOf(state: State, facts: readonly SpinOff[]): Rational[] {
  const [first] = facts;
  if (first === undefined) return [];
  if (first.childPart !== undefined) {
    const parts = facts.map(({ childPart }) => read(childPart ?? "0"));
    return [minus(read("100"), total(parts)), ...parts];
  }
  const children = facts.map((fact) =>
    times(worth(state, fact.intoSecurity, fact.childValue), ratioOf(fact)),
  );
  return [worth(state, first.security, first.parentValue), ...children];
}

function spin(state: State, fact: SpinOff): void {
  const group = together(state.facts, fact);
  const lots = held(state, fact.security);
  if (lots.length === 0 || group[0] !== fact) return;
  const shares = group.map((each) => newShares(lots, each));
  const weights = weightsOf(state, group);
  // What would go to a child without a share stays with the parent.
  const share = (amount: Rational, gets: readonly boolean[]) => {
    const [own = zero, ...rest] = weights;
    const kept = total(rest.filter((_, at) => !gets[at]));
    const given = rest.map((weight, at) => (gets[at] ? weight : zero));
    return shared(amount, [plus(own, kept), ...given], 2);
  };
  const from = poolOf(state, fact.security);
  if (from) {
    const isGiven = shares.map((list) => list.some((each) => !isSame(each, zero)));
    const bases = share(from.basis, isGiven);
    from.basis = bases[0] ?? zero;
    for (const [at, { intoSecurity }] of group.entries()) {
      const to = poolOf(state, intoSecurity);
      if (to === undefined || !isGiven[at]) continue;
      to.basis = plus(to.basis, bases[at + 1] ?? zero);
      to.known = to.known && from.known;
    }
  }
  for (const [index, lot] of lots.entries()) {
    const got = shares.map((list) => list[index] ?? zero);
    const gets = got.map((each) => !isSame(each, zero));
    const bases = lot.basis && share(lot.basis, gets);
    const costs = share(lot.cost, gets);
    const lowers = lot.lower && share(lot.lower, gets);
    for (const [at, { intoSecurity }] of group.entries()) {
      if (!gets[at]) continue;
      make(state, {
        ...lot,
        basis: bases?.[at + 1],
        cost: costs[at + 1] ?? zero,
        lower: lowers?.[at + 1],
        security: intoSecurity,
        shares: got[at] ?? zero,
        first: got[at] ?? zero,
        canReplace: false,
      });
    }
    lot.basis = bases?.[0];
    lot.cost = costs[0] ?? zero;
    lot.lower = lowers?.[0];
  }
}

/** Takes shares of lots off the rest as lots of their own, oldest first. */
function apart(state: State, chosen: readonly Chosen[]): Lot[] {
  const lots = chosen.map(({ lot, shares }) => {
    if (isSame(shares, lot.shares)) return lot;
    const { lot: _, ...figures } = take(state, lot, shares);
    const piece = { ...lot, ...figures };
    make(state, piece);
    return piece;
  });
  return lots.sort(ties);
}

function merge(state: State, fact: Merger): void {
  const { shares: text, cashPerShare } = fact;
  const all = held(state, fact.security);
  const ending = () => {
    if (text !== undefined) return;
    state.waiting = state.waiting.filter(({ row }) => row.lot.security !== fact.security);
  };
  const position = sharesOf(all);
  const shares = text === undefined ? position : read(text);
  if (isLess(position, shares)) throw new Refused();
  if (all.length === 0) {
    ending();
    return;
  }
  const election = state.averages.get(fact.security);
  if (election !== undefined) election.disposed = true;
  const whole = all.map((lot) => ({ lot, shares: lot.shares }));
  const chosen = text === undefined ? whole : partOf(state, fact);
  const cash = rounded(times(shares, read(cashPerShare ?? "0")), 2, "up");
  if (fact.intoSecurity === undefined) {
    // The rows of a part are in the order of age, too, whatever the order in which it was named.
    const taken = apart(state, chosen).map((lot) => take(state, lot, lot.shares));
    const portion = isSame(shares, position) ? one : over(shares, position);
    close(state, fact, { taken, code: "MRG", net: cash, part: portion });
    ending();
    return;
  }
  const terms = { ...fact, ratioNew: fact.ratioNew ?? "1", ratioOld: fact.ratioOld ?? "1" };
  const pool = pooledPart(state, fact.security, shares);
  const kept = exchanged(state, apart(state, chosen), terms);
  if (cashPerShare !== undefined) payCash(state, fact, { kept, cash, pool });
  const to = poolOf(state, fact.intoSecurity);
  if (pool && to) {
    to.basis = plus(to.basis, pool.basis);
    to.known = to.known && pool.known;
  }
  for (const { lot, shares: got } of kept) {
    lot.security = fact.intoSecurity;
    lot.shares = got;
    lot.canReplace = false;
  }
  ending();
}

function exercise(state: State, fact: Exercise): void {
  const shares = read(fact.shares);
  const given = down(times(shares, ratioOf(fact)), 5);
  if (isLess(sharesOf(held(state, fact.security)), shares)) throw new Refused();
  if (isSame(given, zero)) throw new Refused();
  const chosen = partOf(state, fact);
  const election = state.averages.get(fact.security);
  if (election !== undefined) election.disposed = true;
  const pool = pooledPart(state, fact.security, shares);
  const rights = chosen.map((each) => take(state, each.lot, each.shares));
  const paid = read(fact.amount);
  const isKnown = rights.every(({ basis }) => basis !== undefined);
  const sum = total(rights.map(({ basis }) => basis ?? zero));
  const hasLower = isKnown && rights.some(({ lower }) => lower !== undefined);
  const least = total(rights.map(({ basis, lower }) => lower ?? basis ?? zero));
  const own = isKnown ? plus(sum, paid) : undefined;
  const basis = pool ? plus(pool.basis, paid) : own;
  const to = poolOf(state, fact.intoSecurity);
  if (to && pool) to.known = to.known && pool.known;
  const lot: Lot = {
    security: fact.intoSecurity,
    id: BigInt(fact.transactionId),
    entry: fact.entryOrder,
    bought: fact.tradeOn,
    listed: 0,
    original: fact.tradeOn,
    adjusted: fact.tradeOn,
    gift: undefined,
    transfer: undefined,
    inherited: false,
    reinvested: false,
    covered: undefined,
    shares: given,
    first: given,
    basis,
    cost: basis ?? zero,
    lower: hasLower ? plus(least, paid) : undefined,
    canReplace: true,
    match: 1e9,
    made: 0,
  };
  open(state, [lot]);
}

interface Payment {
  readonly kept: readonly Exchanged[];
  readonly cash: Rational;
  /** The average basis of what is exchanged. */
  readonly pool: { basis: Rational; readonly known: boolean } | undefined;
}

function payCash(state: State, fact: Merger, { kept, cash, pool }: Payment): void {
  const lots = kept.map(({ lot }) => lot);
  const shares = kept.map((each) => each.shares);
  const weights = kept.map(({ old }) => old);
  const cashes = shared(cash, weights, 2);
  const value = worth(state, fact.intoSecurity ?? "", fact.newShareValue);
  const givenBack = (basis: Rational, got: Rational, paid: Rational) => {
    const gain = minus(plus(rounded(times(got, value), 2, "up"), paid), basis);
    return minus(paid, most(zero, least(paid, gain)));
  };
  const pooled = pool?.known ? givenBack(pool.basis, total(shares), cash) : undefined;
  if (pool && pooled) pool.basis = minus(pool.basis, pooled);
  const parts = pooled && shared(pooled, weights, 2);
  for (const [at, lot] of lots.entries()) {
    const net = cashes[at] ?? zero;
    const own = lot.basis && givenBack(lot.basis, shares[at] ?? zero, net);
    const basis = pool ? parts?.[at] : own;
    event(state, fact, { lot, code: "MRG", net, basis, old: weights[at] ?? zero });
    if (pool || own === undefined) continue;
    lot.basis = minus(lot.basis ?? zero, own);
    lot.lower = lot.lower && most(zero, minus(lot.lower, own));
  }
}

function event(
  state: State,
  fact: LotFact,
  row: { lot: Lot; code: string; net: Rational; basis: Rational | undefined; old?: Rational },
): void {
  const { lot } = row;
  const figures = { shares: zero, first: zero, cost: zero, adjusted: lot.adjusted, pieces: [] };
  state.rows.push({ ...row, ...figures, lot: { ...lot }, fact, price: priceOfRow(state, fact) });
}

function returnCapital(state: State, fact: Extract<LotFact, { kind: "returnOfCapital" }>): void {
  const lots = held(state, fact.security);
  if (lots.length === 0) throw new Refused();
  const weights = lots.map(({ shares }) => shares);
  const pool = poolOf(state, fact.security);
  const amount = read(fact.amount);
  if (pool !== undefined) {
    if (!pool.known) return;
    const excess = most(zero, minus(amount, pool.basis));
    pool.basis = most(zero, minus(pool.basis, amount));
    for (const [at, net] of shared(excess, weights, 2).entries()) {
      const lot = lots[at];
      if (lot && !isSame(net, zero)) event(state, fact, { lot, code: "ROC", net, basis: zero });
    }
    return;
  }
  for (const [at, paid] of shared(amount, weights, 2).entries()) {
    const lot = lots[at];
    if (lot?.basis === undefined) continue;
    const excess = minus(paid, lot.basis);
    lot.basis = most(zero, minus(lot.basis, paid));
    lot.lower = lot.lower && most(zero, minus(lot.lower, paid));
    if (isLess(zero, excess)) event(state, fact, { lot, code: "ROC", net: excess, basis: zero });
  }
}

function rename(state: State, from: string, to: string): void {
  const old = poolOf(state, from);
  const pool = poolOf(state, to);
  if (old && pool && held(state, from).length > 0) {
    pool.basis = plus(pool.basis, old.basis);
    pool.known = pool.known && old.known;
  }
  if (old) state.pools.delete(from);
  const election = state.averages.get(from);
  if (election && !state.averages.has(to)) state.averages.set(to, election);
  if (state.elected.has(from)) state.elected.add(to);
  state.averages.delete(from);
  state.elected.delete(from);
  for (const lot of state.lots) if (lot.security === from) lot.security = to;
  for (const { row } of state.waiting) if (row.lot.security === from) row.lot.security = to;
  state.waiting.sort(({ row: a }, { row: b }) => closing(a.fact, b.fact));
}

/** Adds an amount to the basis of what is named, else of all that is held. */
function adjust(state: State, fact: BasisAdjustment): void {
  const all = held(state, fact.security);
  const isNamed = (lot: Lot, { transactionId, place }: { transactionId: string; place?: string }) =>
    lot.id === BigInt(transactionId) &&
    (place === undefined || (lot.transfer !== undefined && lot.listed + 1 === Number(place)));
  const names = fact.adjustedLots;
  if (names?.some((name) => !all.some((lot) => isNamed(lot, name)))) throw new Refused();
  const lots = names ? all.filter((lot) => names.some((name) => isNamed(lot, name))) : all;
  if (lots.length === 0) throw new Refused();
  const weights = lots.map(({ shares }) => shares);
  const parts = spread(read(fact.amount.replace("-", "")), weights).map((part) =>
    fact.amount.startsWith("-") ? minus(zero, part) : part,
  );
  const pool = poolOf(state, fact.security);
  if (pool?.known) {
    const basis = plus(pool.basis, total(parts));
    if (isLess(basis, zero)) throw new Refused();
    pool.basis = basis;
  }
  const bases = lots.map(({ basis }, at) => basis && plus(basis, parts[at] ?? zero));
  if (!pool && bases.some((basis) => basis && isLess(basis, zero))) throw new Refused();
  for (const [at, lot] of lots.entries()) {
    if (!pool && lot.basis) {
      lot.basis = bases[at];
      lot.lower = lot.lower && most(zero, plus(lot.lower, parts[at] ?? zero));
    }
    const days = fact.holdingDays ?? 0;
    lot.adjusted = lot.adjusted && later(lot.adjusted, -days);
  }
}

/** Part of every share is inherited at death. */
function stepUp(state: State, fact: StepUp): void {
  const lots = held(state, fact.security);
  if (lots.length === 0) throw new Refused();
  const inherited = read(fact.part);
  const isAll = isSame(inherited, one);
  const stepped = (basis: Rational, value: Rational) => {
    const kept = times(basis, minus(one, inherited));
    return rounded(plus(kept, times(value, inherited)), 2, "even");
  };
  const value = read(fact.marketValue);
  const weights = lots.map(({ shares }) => shares);
  const values = shared(value, weights, 2);
  const pool = poolOf(state, fact.security);
  if (pool?.known || (pool && isAll)) {
    pool.basis = stepped(pool.basis, value);
    pool.known = true;
  }
  for (const [at, lot] of lots.entries()) {
    const worth = values[at] ?? zero;
    lot.lower = undefined;
    if (isAll) {
      const figures = { basis: worth, cost: worth, first: lot.shares };
      const dates = { original: fact.tradeOn, adjusted: fact.tradeOn, gift: undefined };
      const whole = { ...lot, ...figures, ...dates, inherited: true, covered: undefined };
      state.lots[state.lots.indexOf(lot)] = { ...whole, canReplace: false };
      continue;
    }
    lot.basis = lot.basis && stepped(lot.basis, worth);
    if (isLong(lot, lot.adjusted, fact.tradeOn)) continue;
    const shares = rounded(times(lot.shares, inherited), 5, "up");
    if (isSame(shares, zero)) continue;
    if (isSame(shares, lot.shares)) {
      state.lots[state.lots.indexOf(lot)] = { ...lot, inherited: true, canReplace: false };
      continue;
    }
    const { first, basis, cost } = take(state, lot, shares);
    make(state, { ...lot, shares, first, basis, cost, inherited: true, canReplace: false });
  }
}
