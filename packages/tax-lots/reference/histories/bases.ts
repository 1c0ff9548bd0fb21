// Random adjustments of bases and elections to average them.
import type { Day } from "../../../values/src/dates.ts";
import type { Id } from "../../../values/src/ids.ts";
import { before, cents, type Drawing, type Fields, isAveraged, later } from "./drawing.ts";
import { disposal } from "./trades.ts";

export function basisFact(drawing: Drawing): Fields | undefined {
  const { account, holdings, base, step: drawn } = drawing;
  const isHeld = (holdings.get(base.security) ?? 0n) > 0n;
  const isSeldom = drawn.extra % 25 === 0;
  if (!isHeld && !isSeldom && drawn.op < 66) return undefined;
  if (drawn.op >= 66) return account.isTaxable ? electionOf(drawing) : undefined;
  if (drawn.op === 65) return disposal(drawing);
  if (drawn.op === 64) {
    const part = drawn.extra % 4 === 0 ? "1" : `0.${String(drawn.extra).padStart(3, "0")}1`;
    return { ...base, kind: "stepUp", part, marketValue: cents(drawn.price * drawn.shares) };
  }
  return adjustmentOf(drawing);
}

/** Mostly small amounts, as one below 0 that is large would be refused. */
function adjustmentOf({ account, newest, base, step: drawn }: Drawing): Fields {
  const reason = ["PRM", "OID", "MKD", "UCG", "WSH", "COR"][drawn.extra % 6];
  const isBelow = drawn.extra % 5 < 2;
  const size = isBelow && drawn.extra % 30 > 0 ? drawn.price % 9 : drawn.price;
  const amount = `${isBelow ? "-" : ""}${cents(size + 1)}`;
  const days = reason === "WSH" && drawn.shares % 3 > 0 && { holdingDays: drawn.price };
  const found = newest.get(base.security);
  const isNamed = account.isTaxable && found !== undefined && drawn.shares % 2 === 0;
  const place = found && found.lots.length > 1 && drawn.shares % 4 === 0 && { place: "2" };
  const named = isNamed && { adjustedLots: [{ transactionId: found.id, ...place }] };
  return { ...base, kind: "basisAdjustment", amount, reason, ...days, ...named };
}

/** Mostly one that is possible: an election where there is none, else its end. */
function electionOf(drawing: Drawing): Fields | undefined {
  const { account, holdings, elections, base, step: drawn } = drawing;
  const known = elections.get(base.security);
  const isInForce = isAveraged(drawing);
  const isFund = account.fundSecurities?.has(base.security as Id) ?? false;
  const plan = { planSince: before(base.tradeOn, drawn.extra) };
  if (!isInForce || drawn.shares % 9 === 0) {
    const on = isInForce ? (known?.on ?? base.tradeOn) : base.tradeOn;
    elections.set(base.security, { on, isInForce: true, hasDisposed: known?.hasDisposed ?? false });
    const isPlanned = !isFund || drawn.extra % 7 === 0;
    return { ...base, kind: "averageElection", election: "AVE", ...(isPlanned && plan) };
  }
  // Of a default that no purchase has begun yet, and of what a disposal keeps from being revoked: seldom drawn.
  const isBegun = known !== undefined || (holdings.get(base.security) ?? 0n) > 0n;
  if (!isBegun && drawn.extra % 10 > 0) return undefined;
  const isLate = known !== undefined && later(known.on as Day, 366) <= base.tradeOn;
  const isPossible = known !== undefined ? !isLate && !known.hasDisposed : drawn.shares % 5 === 0;
  const isRevoked = (isPossible && drawn.shares % 3 > 0) || drawn.extra % 50 === 0;
  elections.set(base.security, { on: "", isInForce: false, hasDisposed: false });
  return { ...base, kind: "averageElection", election: isRevoked ? "AVR" : "AVX" };
}
