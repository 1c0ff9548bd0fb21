// A long history of one account, for the rows of unit values: the same for the same sizes.

import type { CashFact, RawSources } from "@bursar/performance";
import type { LotFact } from "@bursar/tax-lots";
import { addDays, type Day } from "@bursar/values/dates";
import type { Decimal } from "@bursar/values/decimal";
import type { Id } from "@bursar/values/ids";

/** How long a history is, and of how much. */
export interface HistorySize {
  readonly years: number;
  readonly holdings: number;
  readonly transactions: number;
}

/**
 * Facts in order and closes of every business day. Holdings are bought on the first day; then
 * come buys, sales, dividends accrued from an ex-date, fees, deposits, withdrawals and moves
 * between two folios, spread evenly, and a split a year.
 */
export function accountHistory(size: HistorySize): RawSources {
  const random = drawsFrom(20_260_302);
  const valuationDays = businessDays("2015-01-02" as Day, size.years * 252);
  const closes = new Map(
    securitiesOf(size).map((security) => {
      let cents = 2000 + random(20_000);
      const days = valuationDays.map((on) => {
        cents = Math.max(100, cents + random(Math.ceil(cents / 50)) - Math.floor(cents / 101));
        return { on, close: BigInt(cents) * 10_000n };
      });
      return [security, days] as const;
    }),
  );
  return { facts: factsOf(size, valuationDays, random), closes, valuationDays };
}

type Fact = LotFact | CashFact;

const d = (whole: number) => `${whole}` as Decimal;
const securitiesOf = ({ holdings }: HistorySize) =>
  Array.from({ length: holdings }, (_, at) => `${601 + at}` as Id);

function factsOf(size: HistorySize, days: readonly Day[], random: Draws): Fact[] {
  const [firstOn = "2015-01-02" as Day] = days;
  const securities = securitiesOf(size);
  const facts: Fact[] = [];
  const add = (tradeOn: Day, fact: object) => {
    const entryOrder = facts.length + 1;
    const base = { transactionId: `${entryOrder}` as Id, entryOrder, tradeOn, folio: "03" };
    facts.push({ ...base, ...fact } as Fact);
  };
  add(firstOn, { kind: "deposit", amount: d(100_000_000) });
  add(firstOn, { kind: "deposit", amount: d(10_000_000), folio: "04" });
  for (const security of securities) {
    add(firstOn, { kind: "buy", security, shares: d(10_000), price: d(100), fees: "4.95" });
  }
  const rest = size.transactions - facts.length;
  for (let at = 0; at < rest; at += 1) {
    const place = Math.floor((at * (days.length - 10)) / rest) + 1;
    const on = days[place] ?? firstOn;
    const security = securities[random(securities.length)] ?? ("601" as Id);
    // One fact in a stretch of a year is a split; it stands before the others of its day.
    if (at % Math.ceil(rest / size.years) === 7 && on !== facts.at(-1)?.tradeOn) {
      add(on, { kind: "split", security, ratioNew: d(11), ratioOld: d(10) });
    } else {
      const exOn = days[place - random(5)] ?? on;
      add(on, ordinary({ security, exOn, draw: random(20), amount: 1 + random(50) }));
    }
  }
  return facts;
}

interface Ordinary {
  readonly security: Id;
  readonly exOn: Day;
  readonly draw: number;
  readonly amount: number;
}

function ordinary({ security, exOn, draw, amount }: Ordinary): object {
  if (draw < 8) return { kind: "buy", security, shares: d(amount), price: "101.25", fees: "4.95" };
  if (draw < 14) return { kind: "sell", security, shares: d(amount), price: "99.5" };
  if (draw < 17) return { kind: "dividend", amount: `${amount}.17`, exOn };
  if (draw === 17) return { kind: "fee", amount: `${amount}.03` };
  if (draw === 18) return { kind: "cashJournal", amount: d(amount), toFolio: "04" };
  const kind = amount % 2 === 0 ? "deposit" : "withdrawal";
  return { kind, amount: d(amount * 10) };
}

function businessDays(from: Day, count: number): Day[] {
  const days: Day[] = [];
  for (let on = from; days.length < count; on = addDays(on, 1)) {
    const weekday = new Date(on).getUTCDay();
    if (weekday > 0 && weekday < 6) days.push(on);
  }
  return days;
}

/** Draws a whole number below a limit. */
type Draws = (below: number) => number;

function drawsFrom(seed: number): Draws {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
