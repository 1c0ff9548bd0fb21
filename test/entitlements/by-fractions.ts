// The outcome of a corporate event in the folios of a holder, by a second implementation: slow, in fractions, without
// rows. It reads nothing of the first but the shapes of terms and holders.
import {
  down,
  isLess,
  least,
  minus,
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
} from "../../packages/tax-lots/reference/rational.ts";
import type { Holder } from "../../src/brokerage/corporate-events/entitlements/holder.ts";
import type {
  EventOption,
  EventTerms,
} from "../../src/brokerage/corporate-events/entitlements/terms.ts";

/** By folio: its cash, and its shares of the event's security and of the other one. */
export interface Left {
  readonly cash: string[];
  readonly shares: string[];
  readonly into: string[];
}

const hundred = read("100");
const cents = (value: Rational) => rounded(value, 2, "up");
const isZero = (value: Rational) => value.n === 0n;
const sharedOr = (whole: Rational, by: readonly Rational[], places: number) =>
  isZero(whole) ? by.map(() => zero) : shared(whole, by, places);

/** The whole state of a holder while an event is applied. */
class State {
  readonly cash: Rational[];
  readonly shares: Rational[];
  readonly into: Rational[];
  readonly terms: EventTerms;
  readonly holder: Holder;

  constructor(terms: EventTerms, holder: Holder) {
    this.terms = terms;
    this.holder = holder;
    this.shares = holder.folios.map(({ shares }) => read(shares));
    this.cash = this.shares.map(() => zero);
    this.into = this.shares.map(() => zero);
  }

  pay(parts: readonly Rational[], isToBePaidOut: boolean): void {
    const cashAt = this.holder.folios.findIndex(
      ({ folioNumber }) => folioNumber === this.holder.cashFolio,
    );
    for (const [at, part] of parts.entries()) {
      const goes = isToBePaidOut && this.holder.folios[at]?.paysToAccount === true;
      const to = goes && cashAt !== -1 ? cashAt : at;
      this.cash[to] = plus(this.cash[to] ?? zero, part);
    }
  }

  taxes(gross: Rational): { foreign: Rational; backup: Rational } {
    const foreign = cents(over(times(gross, read(this.terms.foreignTaxRate ?? "0")), hundred));
    const backup = cents(over(times(gross, read(this.holder.backupRate ?? "0")), hundred));
    return { foreign, backup: least(backup, minus(gross, foreign)) };
  }

  /** Pays the fraction of the account's new shares out of the largest holdings. */
  payFraction(of: Rational[], factor: string): void {
    const { fractions, cashInLieuPrice = "0" } = this.terms;
    const fraction = minus(total(of), down(total(of), 0));
    if (fractions !== "CASH" || isZero(fraction)) return;
    const amount = cents(times(times(fraction, read(cashInLieuPrice)), read(factor)));
    const taken = of.map(() => zero);
    let left = fraction;
    while (!isZero(left)) {
      let best = 0;
      for (const at of of.keys()) if (isLess(of[best] ?? zero, of[at] ?? zero)) best = at;
      const part = least(of[best] ?? zero, left);
      taken[best] = part;
      left = minus(left, part);
      of[best] = minus(of[best] ?? zero, part);
    }
    this.pay(sharedOr(amount, taken, 2), true);
  }

  left(): Left {
    return {
      cash: this.cash.map((value) => write(value, 2)),
      shares: this.shares.map((value) => write(value, 5)),
      into: this.into.map((value) => write(value, 5)),
    };
  }
}

/** The cash and shares that an event leaves in the folios of a holder. */
export function leftByFractions(terms: EventTerms, holder: Holder): Left {
  const state = new State(terms, holder);
  if (["DIV", "INT", "CGD", "ROC", "LIQ", "OPT"].includes(terms.kind)) payout(state);
  if (terms.kind === "SPL" || terms.kind === "SDV") split(state);
  if (terms.kind === "SPO" || terms.kind === "RTS") spinOff(state);
  if (terms.kind === "RDM") redeem(state);
  if (terms.kind === "TND") tender(state);
  if (terms.kind === "MRG") merge(state);
  return state.left();
}

function payout(state: State): void {
  const { terms, holder, shares } = state;
  const cash = shares.map(() => zero);
  const income = shares.map(() => zero);
  for (const { rate, incomeKind } of terms.components) {
    const gross = cents(times(total(shares), read(rate)));
    const isReturn = incomeKind === "return" || terms.kind === "ROC" || terms.kind === "LIQ";
    const parts = sharedOr(gross, shares, 2);
    const { foreign, backup } = isReturn ? { foreign: zero, backup: zero } : state.taxes(gross);
    const foreigns = sharedOr(foreign, parts, 2);
    const rest = parts.map((part, at) => minus(part, foreigns[at] ?? zero));
    const backups = sharedOr(backup, rest, 2);
    for (const [at, part] of rest.entries()) {
      const net = minus(part, backups[at] ?? zero);
      cash[at] = plus(cash[at] ?? zero, net);
      if (!isReturn) income[at] = plus(income[at] ?? zero, net);
    }
  }
  const stock = terms.options.find(({ type }) => type === "STOCK");
  const chosen = terms.kind === "OPT" ? underOption(state, stock) : undefined;
  for (const [at, folio] of holder.folios.entries()) {
    const own = income[at] ?? zero;
    const isEnough = !isLess(own, read("1"));
    const price = terms.kind === "OPT" ? stock?.price : terms.reinvestPrice;
    const wanted =
      chosen === undefined
        ? folio.reinvests && isEnough
          ? own
          : zero
        : cents(over(times(own, chosen[at] ?? zero), shares[at] ?? zero));
    if (price !== undefined && !isZero(wanted)) {
      const each = times(read(price), read(terms.factor));
      const isWhole = terms.kind === "OPT" && terms.fractions !== "KEEP";
      const bought = down(over(wanted, each), isWhole ? 0 : 5);
      const cost = isZero(bought) ? zero : isWhole ? cents(times(bought, each)) : wanted;
      state.shares[at] = plus(state.shares[at] ?? zero, bought);
      cash[at] = minus(cash[at] ?? zero, cost);
    }
    const isWaiting =
      terms.kind !== "OPT" && folio.reinvests && isEnough && terms.reinvestPrice === undefined;
    const stays = isWaiting ? own : zero;
    state.pay(
      cash.map((value, place) => (place === at ? minus(value, stays) : zero)),
      true,
    );
    state.pay(
      cash.map((_, place) => (place === at ? stays : zero)),
      false,
    );
  }
}

function given(state: State, from: Rational, ratio: Pick<EventTerms, "ratioNew" | "ratioOld">) {
  const exact = down(
    over(times(from, read(ratio.ratioNew ?? "0")), read(ratio.ratioOld ?? "1")),
    5,
  );
  const below = down(exact, 0);
  const isWhole = isZero(minus(exact, below));
  switch (state.terms.fractions) {
    case "DOWN":
      return below;
    case "UP":
      return isWhole ? below : plus(below, read("1"));
    case "NEAREST":
      return rounded(exact, 0, "up");
    default:
      return exact;
  }
}

function split(state: State): void {
  const more = given(state, total(state.shares), state.terms);
  const parts = sharedOr(more, state.shares, 5);
  parts.forEach((part, at) => {
    state.shares[at] = part;
  });
  state.payFraction(state.shares, state.terms.factor);
}

function spinOff(state: State): void {
  const more = given(state, total(state.shares), state.terms);
  sharedOr(more, state.shares, 5).forEach((part, at) => {
    state.into[at] = part;
  });
  state.payFraction(state.into, state.terms.intoFactor ?? "1");
}

function redeem(state: State): void {
  const { terms, shares } = state;
  for (const rate of [terms.cashPerShare ?? "0", terms.interestPerShare ?? "0"]) {
    sell(state, shares, cents(times(total(shares), read(rate))));
  }
  state.shares.fill(zero);
}

function sell(state: State, byFolio: readonly Rational[], gross: Rational): void {
  const parts = sharedOr(gross, byFolio, 2);
  const backups = sharedOr(state.taxes(gross).backup, parts, 2);
  state.pay(
    parts.map((part, at) => minus(part, backups[at] ?? zero)),
    false,
  );
}

function tender(state: State): void {
  const accept = state.terms.options.find(({ type }) => type === "ACCEPT");
  const byFolio = underOption(state, accept);
  const each = times(read(accept?.price ?? "0"), read(state.terms.factor));
  sell(state, byFolio, cents(times(total(byFolio), each)));
  byFolio.forEach((part, at) => {
    state.shares[at] = minus(state.shares[at] ?? zero, part);
  });
}

function merge(state: State): void {
  const { terms, shares } = state;
  const held = [...shares];
  const parts =
    terms.options.length === 0
      ? [{ option: undefined, byFolio: held }]
      : terms.options.map((option) => ({ option, byFolio: underOption(state, option) }));
  const paid = parts.filter(({ byFolio }) => !isZero(total(byFolio)));
  const into = held.map(() => zero);
  for (const { option, byFolio } of paid) {
    const rate = read((option ? option.rate : terms.cashPerShare) ?? "0");
    const isStock = option === undefined || option.type === "STOCK";
    const ratio = option?.ratioNew === undefined ? terms : option;
    const more = isStock ? given(state, total(byFolio), ratio) : zero;
    sharedOr(more, byFolio, 5).forEach((part, at) => {
      into[at] = plus(into[at] ?? zero, part);
    });
    payForMerged(state, { byFolio, rate, isPart: paid.length > 1 });
  }
  state.shares.fill(zero);
  into.forEach((part, at) => {
    state.into[at] = part;
  });
  state.payFraction(state.into, terms.intoFactor ?? "1");
}

/** The cash of the account is shared over its folios; the books share that of a whole position less taxes. */
function payForMerged(
  state: State,
  { byFolio, rate, isPart }: { byFolio: readonly Rational[]; rate: Rational; isPart: boolean },
): void {
  const gross = cents(times(total(byFolio), rate));
  if (state.terms.isTaxable || isPart) {
    sell(state, byFolio, gross);
    return;
  }
  const net = minus(gross, state.taxes(gross).backup);
  state.pay(sharedOr(net, byFolio, 2), false);
}

/** Shares of each folio under an option. */
function underOption(
  { terms, holder, shares }: State,
  wanted: EventOption | undefined,
): Rational[] {
  const usual = terms.options.find(({ isDefault }) => isDefault);
  const elected = new Map<EventOption, Rational>();
  let free = total(shares);
  for (const election of holder.elections) {
    const option = terms.options.find(({ optionId }) => optionId === election.optionId);
    const part = least(read(election.shares), free);
    const target = option?.type === "STOCK" && holder.isBuyingRestricted ? usual : option;
    if (target) elected.set(target, plus(elected.get(target) ?? zero, part));
    free = minus(free, part);
  }
  if (usual) elected.set(usual, plus(elected.get(usual) ?? zero, free));
  const accepted = new Map<EventOption | undefined, Rational>();
  for (const option of terms.options) {
    const asked = elected.get(option) ?? zero;
    const part = acceptedOf(option, asked);
    const other = option.type === "STOCK" ? "CASH" : "STOCK";
    const instead =
      terms.kind === "TND" ? undefined : terms.options.find(({ type }) => type === other);
    accepted.set(option, plus(accepted.get(option) ?? zero, part));
    accepted.set(instead, plus(accepted.get(instead) ?? zero, minus(asked, part)));
  }
  const left = [...shares];
  for (const option of order(terms.options, elected)) {
    const whole = accepted.get(option) ?? zero;
    const parts = isZero(whole) ? left.map(() => zero) : shared(whole, left, 5);
    if (option === wanted) return parts;
    parts.forEach((part, at) => {
      left[at] = minus(left[at] ?? zero, part);
    });
  }
  return shares.map(() => zero);

  function acceptedOf({ prorationPct }: EventOption, asked: Rational): Rational {
    const isWhole = terms.fractions !== "KEEP" && prorationPct !== undefined;
    return down(over(times(asked, read(prorationPct ?? "100")), hundred), isWhole ? 0 : 5);
  }

  /** Options get their parts in the order in which anything is first accepted of them. */
  function order(options: readonly EventOption[], of: ReadonlyMap<EventOption, Rational>) {
    const placed: (EventOption | undefined)[] = [];
    const place = (option: EventOption | undefined) => {
      if (!placed.includes(option)) placed.push(option);
    };
    for (const option of options) {
      place(option);
      const asked = of.get(option) ?? zero;
      const isCut = isLess(acceptedOf(option, asked), asked);
      const other = option.type === "STOCK" ? "CASH" : "STOCK";
      if (isCut && terms.kind !== "TND") place(terms.options.find(({ type }) => type === other));
      if (isCut && terms.kind === "TND") place(undefined);
    }
    return placed;
  }
}
