// The market of the sample firm: daily closes of every security up to any day. Each walk is drawn
// from a seed, so that a close is the same whenever the firm is written; later days only follow.
import { readFileSync } from "node:fs";
import { addDays, type Day } from "@bursar/values/dates";
import { isBusinessDay } from "../../reference/exchange-days/calendar.ts";
import { type Draws, drawsFor } from "../large-sample/draws.ts";
import { csvRows } from "./csv-rows.ts";
import { type ListedSecurity, listed } from "./listed-securities.ts";

/** The first day on which everything that existed then has a close. */
const firstDay = "2023-09-29" as Day;

/** Closes in cents: of a security by its id, then of a day. */
export interface Market {
  /** The business days from the first one to the last one with closes. */
  readonly days: readonly Day[];
  readonly closes: ReadonlyMap<string, ReadonlyMap<Day, bigint>>;
}

const million = 1_000_000n;
const seed = "sample firm";

/** The business days of New York from `from` to `to`, both included. */
export function businessDays(from: Day, to: Day): Day[] {
  const days: Day[] = [];
  for (let on = from; on <= to; on = addDays(on, 1)) if (isBusinessDay(on)) days.push(on);
  return days;
}

/** The market with its closes up to and including a day. */
export function marketUntil(last: Day): Market {
  const days = businessDays(firstDay, last);
  const moves = days.map(marketMoves());
  const closes = new Map<string, ReadonlyMap<Day, bigint>>();
  const documented = documentedCloses();
  for (const security of listed) {
    const { id } = security;
    const anchors = documented.get(id);
    const own = anchors
      ? bridged(security, anchors, { days, moves })
      : walked(security, { days, moves });
    closes.set(id, new Map([...own].filter(([on]) => on <= last)));
  }
  return { days, closes };
}

interface Moves {
  readonly days: readonly Day[];
  /** The return of the market as a whole on each day, in millionths. */
  readonly moves: readonly bigint[];
}

/** Stretches in which the market as a whole falls or recovers: millionths a day. */
const stretches: readonly { readonly from: string; readonly to: string; readonly drift: bigint }[] =
  [
    { from: "2023-10-10", to: "2023-10-27", drift: -2_600n },
    { from: "2024-07-17", to: "2024-08-06", drift: -4_200n },
    { from: "2025-03-03", to: "2025-04-08", drift: -5_200n },
    { from: "2025-04-09", to: "2025-06-30", drift: 2_300n },
    { from: "2026-08-18", to: "2026-09-10", drift: -2_200n },
  ];
const usualDrift = 420n;

/** The daily returns of the market: about eight tenths of a percent either way. */
function marketMoves(): (on: Day) => bigint {
  const draws = drawsFor(seed, "market");
  return (on) => {
    const stretch = stretches.find(({ from, to }) => from <= on && on <= to);
    return (stretch?.drift ?? usualDrift) + spread(draws, 7_500n);
  };
}

/** A draw about zero whose standard deviation is `size`: the sum of twelve uniform ones. */
function spread(draws: Draws, size: bigint): bigint {
  let sum = 0n;
  for (let count = 0; count < 12; count += 1) sum += BigInt(draws.below(2_001) - 1_000);
  return (sum * size) / 2_000n;
}

/** The return of a security on a day, in millionths: its own drift and noise, and its part in the market. */
function moveOf({ beta, drift, noise }: ListedSecurity, draws: Draws, market: bigint): bigint {
  return drift + (market * beta) / 100n + spread(draws, noise);
}

/** The closes of a security that begins at a price and goes its way. */
function* walked(security: ListedSecurity, { days, moves }: Moves): Generator<[Day, bigint]> {
  const { id, start, since = firstDay, steps = [] } = security;
  const draws = drawsFor(seed, `close of ${id}`);
  let price = start * 10_000n;
  for (const [at, on] of days.entries()) {
    const move = moveOf(security, draws, moves[at] ?? 0n);
    if (on < since) continue;
    if (on > since) price = (price * (million + move)) / million;
    for (const step of steps) if (step.on === on) price = step.after(price);
    yield [on, cents(price)];
  }
}

function cents(price: bigint): bigint {
  return (price + 5_000n) / 10_000n;
}

interface Anchor {
  readonly on: Day;
  /** In millionths of a dollar. */
  readonly close: bigint;
}

/** The closes of a security whose month-ends are documented: a walk that meets each of them, and goes
 * on from the last one. */
function* bridged(
  security: ListedSecurity,
  anchors: readonly Anchor[],
  { days, moves }: Moves,
): Generator<[Day, bigint]> {
  const draws = drawsFor(seed, `close of ${security.id}`);
  for (const { on, close } of anchors) if (on < firstDay) yield [on, cents(close)];
  const inside = anchors.filter(({ on }) => on >= firstDay);
  let after = days.length;
  for (const [at, anchor] of inside.entries()) {
    const next = inside[at + 1];
    const first = days.indexOf(anchor.on);
    yield [anchor.on, cents(anchor.close)];
    const end = next === undefined ? -1 : daysUntil(days, next.on);
    if (next === undefined) after = first + 1;
    else yield* between(security, { anchor, next, days, moves, first, end }, draws);
  }
  let price = inside.at(-1)?.close ?? 0n;
  for (let at = after; at < days.length; at += 1) {
    price = (price * (million + moveOf(security, draws, moves[at] ?? 0n))) / million;
    yield [days[at] as Day, cents(price)];
  }
}

/** The place of a day that may lie beyond the last one. */
function daysUntil(days: readonly Day[], on: Day): number {
  const at = days.indexOf(on);
  if (at >= 0) return at;
  const last = days.at(-1) as Day;
  return days.length - 1 + businessDays(addDays(last, 1), on).length;
}

interface Bridge extends Moves {
  readonly anchor: Anchor;
  readonly next: Anchor;
  readonly first: number;
  readonly end: number;
}

/** The days between two anchors: on the straight line from one to the other, with noise that is gone at
 * both ends. A step between them counts from its day on. */
function* between(
  security: ListedSecurity,
  { anchor, next, days, first, end }: Bridge,
  draws: Draws,
): Generator<[Day, bigint]> {
  const steps = (security.steps ?? []).filter(({ on }) => anchor.on < on && on <= next.on);
  const from = steps.reduce((price, { after }) => after(price), anchor.close);
  const count = BigInt(end - first);
  const sums: bigint[] = [0n];
  for (let at = 1n; at <= count; at += 1n)
    sums.push((sums.at(-1) ?? 0n) + spread(draws, security.noise));
  const whole = sums.at(-1) ?? 0n;
  for (let at = 1n; at < count; at += 1n) {
    const on = days[first + Number(at)];
    if (on === undefined) return;
    const line = from + ((next.close - from) * at) / count;
    const noise = (sums[Number(at)] ?? 0n) - (whole * at) / count;
    const close = (line * (million + noise)) / million;
    const later = steps.filter((step) => on < step.on).toReversed();
    yield [on, cents(later.reduce((price, { before }) => before(price), close))];
  }
}

/** The documented month-ends of the securities that have any, in order of day. */
function documentedCloses(): ReadonlyMap<string, readonly Anchor[]> {
  const file = new URL("documented-closes.csv", import.meta.url);
  const anchors = new Map<string, Anchor[]>();
  for (const { securityId = "", date = "", close = "" } of csvRows(readFileSync(file, "utf8"))) {
    const own = anchors.get(securityId) ?? [];
    own.push({ on: date as Day, close: BigInt(close.replace(".", "")) * 10_000n });
    anchors.set(securityId, own);
  }
  return anchors;
}
