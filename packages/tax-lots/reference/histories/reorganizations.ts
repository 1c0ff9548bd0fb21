// Random reorganizations, exercises and events of issuers.
import {
  before,
  cents,
  type Drawing,
  type Fields,
  passElection,
  sharesText,
  unitsOf,
} from "./drawing.ts";

export function event(drawing: Drawing): Fields | undefined {
  const { holdings, elections, base, step: drawn } = drawing;
  const held = holdings.get(base.security) ?? 0n;
  // Of nothing held, capital that comes back is refused, which would end the history: seldom drawn.
  if (held === 0n && [35, 36].includes(drawn.op) && drawn.extra % 10 > 0) return undefined;
  const into = String(601 + ((drawn.security + 1) % 3));
  // Reverse splits occasionally leave small lots without a share.
  const old = drawn.extra % 7 === 0 ? 5 * drawn.shares : 1 + (drawn.shares % 4);
  const more = 1 + (drawn.extra % 5);
  const ratio = { ratioNew: String(more), ratioOld: String(old) };
  const exact = (held * BigInt(more)) / BigInt(old);
  // The shares that the custodian delivered, some units more or less than the ratio gives.
  const stated = exact + BigInt(drawn.price % 7) - 3n;
  const isStated = held > 0n && drawn.shares % 3 === 0 && stated > 0n;
  const made = isStated ? stated : exact;
  const delivered = isStated ? { newShares: sharesText(stated) } : {};
  const move = (left: bigint, there: bigint) => {
    holdings.set(base.security, left);
    if (there > 0n) holdings.set(into, (holdings.get(into) ?? 0n) + there);
  };
  switch (drawn.op) {
    case 30:
    case 31:
    case 32:
      move(made, 0n);
      return { ...base, kind: "split", ...ratio, ...delivered };
    case 33:
    case 34:
    case 45: {
      move(held, made);
      // One value in two, so that spin-offs of a day often have the same.
      const parentValue = drawn.extra % 2 === 0 ? "12.5" : cents(drawn.extra);
      const values = { childValue: cents(drawn.price), parentValue };
      const parts = { childPart: `${(drawn.extra * 7) % 70}.${drawn.price}` };
      const spun = { ...base, kind: "spinOff", intoSecurity: into, ...ratio, ...delivered };
      return { ...spun, ...(drawn.extra % 4 === 1 ? parts : values) };
    }
    case 41:
    case 42:
      return exercised({ drawing, into, ratio, move });
    case 35:
    case 36: {
      const ex = drawn.extra % 3 > 0 && { exOn: before(base.tradeOn, drawn.extra % 40) };
      const amount = cents(drawn.price * drawn.shares);
      return { ...base, kind: "returnOfCapital", amount, ...ex };
    }
    case 40:
      // A stated quantity is ignored.
      return { ...base, kind: "worthlessness", ...(drawn.extra % 2 > 0 && { shares: "7" }) };
    case 37:
      move(0n, held);
      passElection(elections, base.security, into);
      return { ...base, kind: "symbolChange", intoSecurity: into };
    default:
      return merger({ drawing, into, ratio, made, delivered, move });
  }
}

interface Terms {
  readonly drawing: Drawing;
  readonly into: string;
  readonly ratio: { readonly ratioNew: string; readonly ratioOld: string };
  readonly move: (left: bigint, there: bigint) => void;
}

/** Shares of a part of a position, sometimes more than are held, and what is left. */
function partOf({ account, holdings, newest, base, step: drawn }: Drawing) {
  const held = holdings.get(base.security) ?? 0n;
  const lots = account.isTaxable && drawn.extra % 5 < 2 ? newest.get(base.security) : undefined;
  const named = lots?.lots[0];
  const wanted = named ?? unitsOf(drawn);
  const isBeyond = drawn.extra % 97 === 0;
  const units = wanted > held && !isBeyond ? held : wanted;
  const isNamed = lots !== undefined && named === units;
  const shares = sharesText(units);
  const namedLots = { namedLots: [{ transactionId: lots?.id, shares }] };
  return {
    units,
    left: units > held ? 0n : held - units,
    fields: { shares, ...(isNamed && namedLots) },
  };
}

function exercised({ drawing, into, ratio, move }: Terms): Fields | undefined {
  const { base, step: drawn } = drawing;
  const { units, left, fields } = partOf(drawing);
  const made = (units * BigInt(ratio.ratioNew)) / BigInt(ratio.ratioOld);
  // An event that gives no share is refused, which would end the history: seldom drawn.
  if (units === 0n || (made === 0n && drawn.extra % 20 > 0)) return undefined;
  move(left, made);
  const amount = cents(drawn.price * drawn.shares);
  return { ...base, kind: "exercise", ...fields, intoSecurity: into, ...ratio, amount };
}

function merger(terms: Terms & { readonly made: bigint; readonly delivered: Fields }) {
  const { drawing, ratio } = terms;
  const { base, step: drawn } = drawing;
  const isPart = drawn.op === 43 || drawn.op === 44;
  const part = isPart ? partOf(drawing) : undefined;
  if (part?.units === 0n) return undefined;
  const exact = ((part?.units ?? 0n) * BigInt(ratio.ratioNew)) / BigInt(ratio.ratioOld);
  const stated = exact + BigInt(drawn.price % 5) - 2n;
  const isStated = part !== undefined && drawn.shares % 3 === 0 && stated > 0n;
  const made = part === undefined ? terms.made : isStated ? stated : exact;
  if (part !== undefined && made === 0n && drawn.extra % 20 > 0) return undefined;
  const merged = { ...base, kind: "merger", ...part?.fields };
  // Of a part sometimes another cent, as its share of the account's cash is.
  const net = cents(drawn.price * drawn.shares + 1);
  const isPaidApart = part !== undefined && drawn.extra % 4 === 0;
  const cash = { cashPerShare: cents(drawn.price), ...(isPaidApart && { netAmount: net }) };
  if (drawn.extra % 3 === 0) {
    terms.move(part?.left ?? 0n, 0n);
    return { ...merged, ...cash };
  }
  terms.move(part?.left ?? 0n, made);
  const ofPart = isStated ? { newShares: sharesText(stated) } : {};
  const delivered = part === undefined ? terms.delivered : ofPart;
  const shares = { ...merged, intoSecurity: terms.into, ...ratio, ...delivered };
  if (drawn.extra % 3 === 1) return shares;
  return { ...shares, ...cash, newShareValue: cents(drawn.extra) };
}

/** Another spin-off of the same security and day, which mostly shares its basis with the first. */
export function spunBeside({ holdings, base, step: drawn }: Drawing, first: Fields | undefined) {
  if (first === undefined) return undefined;
  const held = holdings.get(base.security) ?? 0n;
  const into = String(601 + ((drawn.security + 2) % 3));
  const old = 1 + (drawn.shares % 3);
  holdings.set(into, (holdings.get(into) ?? 0n) + held / BigInt(old));
  return {
    ...base,
    kind: "spinOff",
    transactionId: String(Number(base.transactionId) + 50),
    entryOrder: Number(base.entryOrder) + 1,
    intoSecurity: into,
    ratioNew: "1",
    ratioOld: String(old),
    ...(first.childPart === undefined
      ? {
          childValue: cents(drawn.price + 7),
          parentValue: drawn.extra % 5 === 0 ? "3" : `${first.parentValue}0`,
        }
      : { childPart: cents(drawn.price % 40) }),
  };
}
