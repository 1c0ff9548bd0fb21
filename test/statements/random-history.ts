// Random histories of an account from January to April 2026: trades of stocks and a bond, payouts, fees, splits,
// mergers, returns of capital, what comes and goes, and corrections.
import fc from "fast-check";
import { rowsOf, type ShortCloses, type ShortRow } from "./books-of.ts";

const firstDay = Date.UTC(2026, 0, 2);
export const dayAt = (n: number) => new Date(firstDay + n * 86_400_000).toISOString().slice(0, 10);
const lastDay = 118;

/** Securities 1 and 2 are stocks, 3 takes the place of merged ones, 4 is a bond in percent of its face. */
export const factors = { 4: "0.01" };
const stocks = ["1", "2"] as const;

const step = fc.record({
  kind: fc.constantFrom(
    "buy",
    "buy",
    "bond",
    "sell",
    "sell",
    "pay",
    "pay",
    "cash",
    "cash",
    "fee",
    "split",
    "merge",
    "capital",
    "in",
    "out",
    "journal",
    "correct",
  ),
  gap: fc.integer({ min: 0, max: 9 }),
  security: fc.constantFrom(...stocks, "4"),
  amount: fc.integer({ min: 1, max: 900_000 }),
  shares: fc.integer({ min: 1, max: 90_000_000 }),
  part: fc.integer({ min: 1, max: 100 }),
  later: fc.integer({ min: 0, max: 20 }),
  choice: fc.integer({ min: 0, max: 5 }),
});
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

const close = fc.record({
  security: fc.constantFrom("1", "2", "3", "4"),
  day: fc.integer({ min: 1, max: lastDay }),
  price: fc.integer({ min: 1_000_000, max: 180_000_000 }),
});

const dollars = (cents: number) => (cents / 100).toFixed(2);
const sharesText = (units: bigint) =>
  `${units / 100_000n}.${String(units % 100_000n).padStart(5, "0")}`;

/** A history: its transactions, those of them that were known at the end of March, and its closes. */
export const histories = fc
  .record({
    steps: fc.array(step, { minLength: 1, maxLength: 30 }),
    closes: fc.array(close, { maxLength: 60 }),
  })
  .map(({ steps, closes }) => {
    const short = shortRows(steps);
    const prices: Record<string, Record<string, string>> = {};
    for (const security of ["1", "2", "3", "4"]) prices[security] = { [dayAt(0)]: "50" };
    for (const { security, day, price } of closes) {
      const own = prices[security];
      if (own) own[dayAt(day)] = (price / 1_000_000).toFixed(6);
    }
    return { rows: rowsOf(...short), closes: prices as ShortCloses };
  });

/** The steps as transactions that are possible: no more is sold or moved than is held. */
function shortRows(steps: readonly Step[]): ShortRow[] {
  const held = new Map<string, bigint>();
  const rows: ShortRow[] = [[dayAt(0), "DEP", { amount: "100000.00" }]];
  const add = (security: string, units: bigint) =>
    held.set(security, (held.get(security) ?? 0n) + units);
  let at = 0;
  for (const each of steps) {
    // An event comes before all else of its day.
    const isEvent = each.kind === "split" || each.kind === "merge" || each.kind === "capital";
    at += each.gap + (isEvent ? 1 : 0);
    if (at > lastDay - 22) break;
    const row = rowOf(each, { on: dayAt(at), payOn: dayAt(at + each.later) }, { held, add, rows });
    if (row !== undefined) rows.push(row);
  }
  return rows;
}

interface Holding {
  readonly held: ReadonlyMap<string, bigint>;
  readonly add: (security: string, units: bigint) => void;
  readonly rows: readonly ShortRow[];
}

function rowOf(
  { kind, security, amount, shares, part, later, choice }: Step,
  { on, payOn }: { on: string; payOn: string },
  { held, add, rows }: Holding,
): ShortRow | undefined {
  const owned = held.get(security) ?? 0n;
  const some = (owned * BigInt(part)) / 100n;
  const units = BigInt(shares);
  const stock = security === "4" ? "1" : security;
  switch (kind) {
    case "buy":
      add(stock, units);
      return [
        on,
        "BUY",
        { securityId: stock, shares: sharesText(units), price: `${choice + 20}.125`, fees: "4.95" },
      ];
    case "bond":
      add("4", units);
      return [
        on,
        "BUY",
        {
          securityId: "4",
          shares: sharesText(units),
          price: "98.25",
          accruedInterest: dollars(amount % 5000),
        },
      ];
    case "sell": {
      if (some === 0n) return undefined;
      add(security, -some);
      const interest = security === "4" ? { accruedInterest: dollars(amount % 3000) } : {};
      const tax = choice === 0 ? { federalTaxWithholding: "1.10" } : {};
      return [
        on,
        "SLE",
        {
          securityId: security,
          shares: sharesText(some),
          price: "43.5",
          fees: "1.00",
          ...interest,
          ...tax,
        },
      ];
    }
    case "pay": {
      const type = security === "4" ? "INT" : "DIV";
      const tax = choice === 0 ? { foreignTaxWithholding: dollars(amount % 7) } : {};
      return [
        payOn,
        type,
        { securityId: security, amount: dollars(amount + 10), exOn: on, ...tax },
      ];
    }
    case "cash":
      return [on, choice > 2 ? "DEP" : "WDL", { amount: dollars(amount) }];
    case "fee":
      return choice === 5
        ? [on, "ADM", { amount: dollars((amount % 900) + 1) }]
        : [
            on,
            "FEE",
            {
              amount: dollars((amount % 9000) + 1),
              ...(choice % 2 === 0 && { feePaidBy: "outside" }),
              ...(choice > 2 && { feeKind: "refund" }),
            },
          ];
    case "split": {
      const ratios = [
        [2, 1],
        [3, 2],
        [1, 10],
        [3, 8],
        [5, 4],
        [1, 1],
      ] as const;
      const [ratioNew, ratioOld] = ratios[choice] ?? [2, 1];
      const whole = held.get(stock) ?? 0n;
      const after = (whole * BigInt(ratioNew)) / BigInt(ratioOld);
      if (after === 0n) return undefined;
      add(stock, after - whole);
      return [on, "SPL", { securityId: stock, ratioNew: `${ratioNew}`, ratioOld: `${ratioOld}` }];
    }
    case "merge": {
      const whole = held.get(stock) ?? 0n;
      if (whole < 100n) return undefined;
      add(stock, -whole);
      const cash = choice % 2 === 0 ? { cashPerShare: "12.345678" } : {};
      const into = { intoSecurityId: "3", ratioNew: "3", ratioOld: "4", newShareValue: "50" };
      if (choice === 0) return [on, "MRG", { securityId: stock, ...cash }];
      add("3", (whole * 3n) / 4n);
      return [on, "MRG", { securityId: stock, ...cash, ...into }];
    }
    case "capital":
      if ((held.get(stock) ?? 0n) === 0n || later === 0) return undefined;
      // Paid on its own day: what is held until then may change.
      return [on, "ROC", { securityId: stock, amount: dollars((amount % 9999) + 1) }];
    case "in":
      add(security, units);
      return [on, "TIN", { securityId: security, shares: sharesText(units), lots: [] }];
    case "out":
      if (some === 0n) return undefined;
      add(security, -some);
      return [on, "TOT", { securityId: security, shares: sharesText(some) }];
    case "journal":
      return [on, "CJL", { amount: dollars(amount), toFolioNumber: "RA7Q20MX4K04" }];
    default:
      return correctionOf(rows, amount, choice);
  }
}

/** A row that cancels an earlier one of cash, or puts another amount in its place. */
function correctionOf(
  rows: readonly ShortRow[],
  amount: number,
  choice: number,
): ShortRow | undefined {
  const cash = new Set(["DEP", "WDL", "FEE", "ADM"]);
  const taken = new Set(
    rows.map(([, , columns]) => (columns as { takesBack?: string })?.takesBack),
  );
  const at = rows.findLastIndex(
    ([, type], place) => cash.has(type) && place > 0 && !taken.has(`${place + 1}`),
  );
  const [on, type, columns] = rows[at] ?? [];
  if (on === undefined || type === undefined) return undefined;
  const takesBack = `${at + 1}`;
  const isLate = { takesBack, acceptedVersion: "2" };
  if (choice < 2) return [on, "CXL", { ...isLate, cancels: takesBack }];
  return [on, type, { ...columns, ...isLate, replaces: takesBack, amount: dollars(amount) }];
}
