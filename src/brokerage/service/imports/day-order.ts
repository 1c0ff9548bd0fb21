// The order of an account's transactions within a day, and what a split makes of a position: files say
// neither. Pure: bookings and what is held in, numbered bookings out.
import { sharesText } from "@bursar/values/units";
import type { LoadProblem } from "../../../platform/bulk/kinds/load-problem.ts";
import type { Booking } from "./bookings.ts";
import { isOfWholePosition, joinEvents } from "./corporate-events.ts";

/** The holdings of an account before its first booking. */
export interface HeldBefore {
  /** Shares in 0.00001, by security. */
  readonly shares: ReadonlyMap<string, bigint>;
  /** The last place that is taken on a day. */
  readonly lastOrders: ReadonlyMap<string, number>;
}

/** A booking with its place in its day. */
export type OrderedBooking = Booking & { readonly entryOrder: number };

const purchases: ReadonlySet<string> = new Set(["BUY", "REI", "TIN"]);
const disposals: ReadonlySet<string> = new Set(["SLE", "RDM", "EXP", "CIL", "TOT"]);
/** Whether it is there before anything else of its day. */
function isFirst(booking: Booking): boolean {
  return booking.type === "TIN" || booking.type === "DEP" || isOfWholePosition(booking);
}

/** Orders the bookings of one account, given in the order of their files from the oldest. A sale of more than is
 * held comes after the purchases of its day. */
export function orderedBookings(
  bookings: readonly Booking[],
  { shares, lastOrders }: HeldBefore,
): { readonly ordered: readonly OrderedBooking[]; readonly problems: readonly LoadProblem[] } {
  const held = new Map(shares);
  const problems: LoadProblem[] = [];
  const days = Map.groupBy(bookings, ({ tradeDate }) => tradeDate);
  const ordered = [...days.keys()].toSorted().flatMap((day) => {
    const joined = joinEvents(days.get(day) ?? [], held);
    problems.push(...joined.problems);
    const ofDay = joined.bookings;
    const sorted = [
      ...ofDay.filter((booking) => isFirst(booking)),
      ...ofDay.filter((booking) => !isFirst(booking)),
    ];
    const before = lastOrders.get(day) ?? 0;
    return orderDay(sorted, held, problems).map(
      (booking, at): OrderedBooking => ({ ...booking, entryOrder: before + at + 1 }),
    );
  });
  return { ordered, problems };
}

function orderDay(
  bookings: readonly Booking[],
  held: Map<string, bigint>,
  problems: LoadProblem[],
): Booking[] {
  const later = bookings.filter(({ type }) => purchases.has(type)).map((each) => each.securityId);
  const done: Booking[] = [];
  const postponed: Booking[] = [];
  const apply = (booking: Booking) => {
    const { securityId = "", shares, type } = booking;
    const before = held.get(securityId) ?? 0n;
    if (purchases.has(type) || type === "SPL") held.set(securityId, before + shares);
    if (disposals.has(type)) held.set(securityId, before - shares);
    applyEvent(booking, held);
    if (type === "SPL") done.push(splitOf(booking, before, problems));
    else done.push(type === "SPO" ? spinOffOf(booking, before, problems) : booking);
  };
  for (const booking of bookings) {
    const { securityId, shares, type } = booking;
    if (purchases.has(type)) later.splice(later.indexOf(securityId), 1);
    const isTooMuch = disposals.has(type) && shares > (held.get(securityId ?? "") ?? 0n);
    if (isTooMuch && later.includes(securityId)) postponed.push(booking);
    else apply(booking);
  }
  for (const booking of postponed) apply(booking);
  return done;
}

/** Applies a merger, a spin-off or a change of symbol to the holdings. */
function applyEvent({ type, securityId, shares, into }: Booking, held: Map<string, bigint>): void {
  if (securityId === undefined || !["MRG", "SYM", "SPO"].includes(type)) return;
  held.set(securityId, (held.get(securityId) ?? 0n) - shares);
  if (into !== undefined) {
    held.set(into.securityId, (held.get(into.securityId) ?? 0n) + into.shares);
  }
}

/** A split as the position before and after it; files say by how many shares it grows. */
function splitOf(booking: Booking, before: bigint, problems: LoadProblem[]): Booking {
  const { file, line, shares, columns } = booking;
  const after = before + shares;
  if (before <= 0n || after <= 0n) {
    const reason = "A split needs the position before it, and the files bring none.";
    const cure = "add the files of earlier days, or the positions of a day before it";
    problems.push({ file, line, reason, cure });
  }
  const ratio = { ratioNew: sharesText(after), ratioOld: sharesText(before) };
  return { ...booking, columns: { ...columns, ...ratio, newShares: sharesText(after) } };
}

/** A spin-off with the shares that came and those that brought them, which files do not say. */
function spinOffOf(booking: Booking, before: bigint, problems: LoadProblem[]): Booking {
  const { file, line, into, columns } = booking;
  if (before <= 0n) {
    const reason = "A spin-off needs the position whose shares brought it, and there is none.";
    const cure = "answer with another parent, or add the files of earlier days";
    problems.push({ file, line, reason, cure });
  }
  const newShares = sharesText(into?.shares ?? 0n);
  const ratio = { ratioNew: newShares, ratioOld: sharesText(before), newShares };
  return { ...booking, columns: { ...columns, ...ratio } };
}
