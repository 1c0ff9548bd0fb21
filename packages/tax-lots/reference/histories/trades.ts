// Random purchases, arrivals and disposals.
import {
  add,
  before,
  cents,
  type Drawing,
  type Fields,
  firstBasisOp,
  isAveraged,
  methodCodes,
  type Step,
  sharesText,
  unitsOf,
} from "./drawing.ts";

export function purchase(drawing: Drawing): Fields {
  const { base, step: drawn } = drawing;
  const kind = drawn.op < 10 ? "buy" : "reinvestment";
  return {
    ...base,
    kind,
    shares: add(drawing),
    price: cents(drawn.price),
    fees: cents(drawn.extra % 7),
  };
}

export function disposal(drawing: Drawing): Fields | undefined {
  const { account, holdings, elections, base, step: drawn } = drawing;
  const held = holdings.get(base.security) ?? 0n;
  const wanted = unitsOf(drawn);
  const isAll = drawn.extra % 5 === 0;
  // Averaged lots are not named, which would end the history: seldom drawn.
  const isPooled = isAveraged(drawing) && drawn.extra % 50 > 0;
  const named = account.isTaxable && !isPooled ? namedIn(drawing, held) : undefined;
  const units = named
    ? BigInt(String(named.shares).replace(".", ""))
    : isAll || wanted > held
      ? held
      : wanted;
  if (units === 0n) return undefined;
  holdings.set(base.security, held - units);
  const election = elections.get(base.security);
  if (election !== undefined) election.hasDisposed = true;
  if (isPooled) drawing.newest.delete(base.security);
  const kinds = [
    "sell",
    "sell",
    "sell",
    "sell",
    "redemption",
    "cashInLieu",
    "expiry",
    "transferOut",
  ];
  const isMoved = drawn.op >= firstBasisOp;
  const kind = isMoved ? "lotsMoved" : (kinds[drawn.extra % 8] ?? "sell");
  const hasFees = kind !== "transferOut" && !isMoved;
  const method =
    account.isTaxable && (drawn.op < 16 || drawn.op === 46)
      ? methodCodes[drawn.extra % 10]
      : undefined;
  return {
    ...base,
    kind,
    shares: sharesText(units),
    ...(kind !== "expiry" && kind !== "lotsMoved" && paymentOf(drawn, kind)),
    ...(hasFees && drawn.extra % 4 === 0 && { fees: cents(drawn.extra % 30) }),
    ...(named ?? (method && (isPooled ? { keptMethod: method } : { method }))),
    ...(kind === "lotsMoved" && moveOf(drawn)),
    ...(drawn.extra % 6 < 4 && { shortTermTaxRate: String(drawn.extra % 40) }),
    ...(drawn.extra % 7 < 5 && { longTermTaxRate: String((drawn.extra * 3) % 3) }),
  };
}

/** A price, else an amount with or without a close, or a close alone of what is transferred out. */
function paymentOf({ op, extra, price, shares }: Step, kind: string): Fields {
  if (op !== 46) return { price: cents(price) };
  const close = { lastClose: cents(extra * 3) };
  if (kind === "transferOut") return close;
  const netAmount = extra % 29 === 0 ? `-${cents(extra)}` : cents(price * shares);
  return extra % 3 === 0 ? { netAmount, ...close } : { netAmount };
}

export function arrival(drawing: Drawing): Fields {
  const { base, step: drawn } = drawing;
  const shares = add(drawing);
  const acquired = before(base.tradeOn, drawn.extra);
  const basis = cents(drawn.price * drawn.shares);
  const value = cents(Math.trunc((drawn.price * drawn.shares * (drawn.extra % 150)) / 100));
  if (drawn.op === 26) {
    return {
      ...base,
      kind: "giftIn",
      shares,
      donorAcquiredOn: acquired,
      donorBasis: basis,
      marketValue: value,
    };
  }
  if (drawn.op === 27)
    return { ...base, kind: "inheritance", shares, diedOn: acquired, marketValue: basis };
  const first = unitsOf(drawn) / 3n + 1n;
  const isKnown = drawn.extra % 4 > 0;
  const lots = [
    {
      shares: sharesText(first),
      originalOn: acquired,
      ...(isKnown && { adjustedCostBasis: basis }),
    },
    {
      shares: sharesText(unitsOf(drawn) - first),
      ...(drawn.extra % 3 > 0 && { originalOn: acquired, adjustedOn: before(acquired, 5) }),
      originalCostBasis: basis,
      isInherited: drawn.extra % 5 === 0,
      ...(drawn.extra % 2 > 0 && { giftOn: base.tradeOn, giftMarketValue: value }),
    },
  ];
  return { ...base, kind: "transferIn", shares, lots };
}

export function noted({ newest, base }: Drawing, fact: Fields): Fields {
  const { lots, shares } = fact as { lots?: { shares: string }[]; shares: string };
  const units = (lots ?? [{ shares }]).map((lot) => BigInt(lot.shares.replace(".", "")));
  newest.set(base.security, { id: base.transactionId, lots: units });
  return fact;
}

/** Shares of the newest arrival by its name, those of a transfer's second lot by their place. */
function namedIn({ newest, base, step: { extra } }: Drawing, most: bigint): Fields | undefined {
  const found = newest.get(base.security);
  newest.delete(base.security);
  const [first = 0n, second] = found?.lots ?? [];
  if (found === undefined || extra % 3 === 0) return undefined;
  const { id: transactionId } = found;
  const whole = first + (second ?? 0n);
  const units = extra % 2 === 0 || whole === 1n ? whole : whole - 1n;
  const placed = second === undefined ? 0n : extra % 4 === 0 ? second : second / 2n;
  if (units > most) return undefined;
  const named = [
    { transactionId, shares: sharesText(units - placed) },
    { transactionId, place: "2", shares: sharesText(placed) },
  ];
  return {
    shares: sharesText(units),
    namedLots: named.filter((each) => !/^[0.]+$/.test(each.shares)),
  };
}

function moveOf({ extra, price, shares }: Step): Fields {
  const reason = ["JNL", "SPS", "GFT"][extra % 3];
  const value = reason === "GFT" && { marketValue: cents(price * shares) };
  return { reason, toAccount: "RA00000002", lastClose: cents(price), ...value };
}
