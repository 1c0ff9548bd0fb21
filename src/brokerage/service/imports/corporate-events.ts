// Rows of a custodian's file that are one event: the old shares go in one row, the new ones or cash come in others.
// Pure: the bookings of an account's day and what it holds in, the same with the events joined out.
import type { Decimal } from "@bursar/values/decimal";
import {
  amountOf,
  centsDivisor,
  nearest,
  places,
  sharesText,
  textOf,
  unitsOf,
} from "@bursar/values/units";
import type { LoadProblem } from "../../../platform/bulk/kinds/load-problem.ts";
import type { Booking } from "./bookings.ts";

/** The bookings of a day, and the rows that are no whole event. */
export interface JoinedEvents {
  readonly bookings: readonly Booking[];
  readonly problems: readonly LoadProblem[];
}

/** Whether a booking is of the whole position in all folios, and comes before the trades of its day. */
export function isOfWholePosition({ type, columns }: Booking): boolean {
  return ["SPL", "SYM", "SPO"].includes(type) || (type === "MRG" && columns.shares === undefined);
}

/** Joins the rows of splits and mergers of one account and day. `held` is what it holds before, in 0.00001. */
export function joinEvents(
  bookings: readonly Booking[],
  held: ReadonlyMap<string, bigint>,
): JoinedEvents {
  const isSplit = ({ type }: Booking) => type === "SPL" || type === "SYM";
  const splits = bookings.filter(isSplit);
  const mergers = bookings.filter(({ type }) => type === "MRG");
  if (splits.length < 2 && mergers.length === 0) return { bookings, problems: [] };
  const merger = mergers.length === 0 ? { bookings: [], problems: [] } : mergerOf(mergers, held);
  const others = bookings.filter((booking) => !isSplit(booking) && booking.type !== "MRG");
  return {
    bookings: [...splitsOf(splits, held), ...merger.bookings, ...others],
    problems: merger.problems,
  };
}

/** The rows of each security together. */
function bySecurity(rows: readonly Booking[]): Booking[] {
  return [...Map.groupBy(rows, ({ securityId }) => securityId).values()].flatMap((own) => {
    const [first] = own;
    if (first === undefined) return [];
    const shares = own.reduce((total, row) => total + row.shares, 0n);
    return [{ ...first, shares, rowIds: own.flatMap(({ rowIds }) => rowIds) }];
  });
}

/** Splits and changes of symbol of a day. Of two rows that take all shares and bring others, one may name the security as it is held, and
 * the other by another id: before the split, so that it is one of what is held, or since, so that its id changes. */
function splitsOf(rows: readonly Booking[], held: ReadonlyMap<string, bigint>): Booking[] {
  const splits = bySecurity(rows);
  const heldOf = ({ securityId }: Booking) => held.get(securityId ?? "") ?? 0n;
  const [old, next, ...others] = splits.toSorted((a, b) => (a.shares < b.shares ? -1 : 1));
  const isPair = others.length === 0 && old !== undefined && old.shares < 0n;
  if (!isPair || next?.securityId === undefined || next.shares <= 0n) return splits;
  const shares = old.shares + next.shares;
  const rowIds = [...old.rowIds, ...next.rowIds];
  if (heldOf(next) === -old.shares && heldOf(old) === 0n) {
    return [{ ...next, type: "SPL", shares, rowIds }];
  }
  if (heldOf(old) !== -old.shares || heldOf(next) !== 0n) return splits;
  const symbol: Booking = {
    ...next,
    type: "SYM",
    securityId: old.securityId,
    into: { securityId: next.securityId, shares: next.shares },
    columns: { intoSecurityId: next.securityId },
  };
  if (shares === 0n) return [{ ...symbol, rowIds }];
  return [{ ...old, type: "SPL", shares }, symbol];
}

/** The merger of a day: one security is given up for shares of another, cash, or both. */
function mergerOf(rows: readonly Booking[], held: ReadonlyMap<string, bigint>): JoinedEvents {
  const joined = bySecurity(rows.filter(({ shares }) => shares !== 0n));
  const [old, ...otherOlds] = joined.filter(({ shares }) => shares < 0n);
  const [next, ...otherNexts] = joined.filter(({ shares }) => shares > 0n);
  const [first] = rows;
  const refused = (reason: string): JoinedEvents => {
    const cure = 'answer its action with "ignore", and load the merger by itself';
    const place = { file: first?.file ?? "", line: first?.line ?? 1 };
    return { bookings: [], problems: [{ ...place, reason, cure }] };
  };
  if (old?.securityId === undefined) {
    return refused("The rows of the merger do not say which shares are given up.");
  }
  if (otherOlds.length > 0 || otherNexts.length > 0) {
    return refused("The day has rows of several mergers, and nothing says which belong together.");
  }
  const given = -old.shares;
  const cents = rows.reduce((total, { columns }) => total + centsOf(columns.amount), 0n);
  if (next === undefined && cents === 0n) {
    return refused("The rows of the merger bring neither shares nor cash.");
  }
  const cashPerShare = cents === 0n ? undefined : centsPerShare(cents, given);
  if (cashPerShare === null) {
    return refused("The cash of the merger is no whole amount a share.");
  }
  if (next !== undefined && cents > 0n && next.columns.price === undefined) {
    return refused("A merger for shares and cash needs the price of a new share.");
  }
  const isPart = given !== held.get(old.securityId);
  const booking: Booking = {
    ...old,
    shares: given,
    ...(next?.securityId && { into: { securityId: next.securityId, shares: next.shares } }),
    columns: {
      ...(isPart && { shares: sharesText(given) }),
      ...sharesColumns(given, next),
      ...(cashPerShare !== undefined && { cashPerShare }),
      ...(next !== undefined && cents > 0n && { newShareValue: next.columns.price }),
    },
    rowIds: rows.flatMap(({ rowIds }) => rowIds),
  };
  return { bookings: [booking], problems: [] };
}

function sharesColumns(given: bigint, next: Booking | undefined): Booking["columns"] {
  if (next === undefined) return {};
  return {
    intoSecurityId: next.securityId,
    ratioNew: sharesText(next.shares),
    ratioOld: sharesText(given),
    newShares: sharesText(next.shares),
  };
}

function centsOf(amount: unknown): bigint {
  return typeof amount === "string" ? unitsOf(amount as Decimal, places.money) : 0n;
}

/** Cash a share with six places; null if it does not make the same cents again. */
function centsPerShare(cents: bigint, shares: bigint): Decimal | null {
  const price = nearest(cents * centsDivisor, shares);
  return amountOf(shares, price) === cents ? (textOf(price, places.price) as Decimal) : null;
}
