// The rows booked for a holder agree with a second implementation in fractions, are taken by the books as they are,
// and add up: 600 random events in each run, 20,000 in `npm run proofs`.
import type { Day } from "@bursar/values/dates";
import type { Decimal } from "@bursar/values/decimal";
import type { FolioNumber, Id } from "@bursar/values/ids";
import fc from "fast-check";
import { expect, test } from "vitest";
import { bookedAccount, leftInBooks } from "../../../../test/entitlements/booked.ts";
import { leftByFractions } from "../../../../test/entitlements/by-fractions.ts";
import { summed } from "../../../../test/entitlements/summed.ts";
import { entitlementOf } from "./entitle.ts";
import type { Holder, HolderFolio } from "./holder.ts";
import type { EventKind, EventOption, EventTerms } from "./terms.ts";
import { totalsOf } from "./totals.ts";

const { PROOFS, EVENTS_SEED } = process.env;
const each: fc.Parameters<unknown> = {
  numRuns: PROOFS === undefined ? 600 : 20_000,
  ...(EVENTS_SEED !== undefined && { seed: Number(EVENTS_SEED) }),
};

const units = (min: bigint, max: bigint, places: number) =>
  fc.bigInt(min, max).map((value) => {
    const digits = String(value).padStart(places + 1, "0");
    return `${digits.slice(0, -places)}.${digits.slice(-places)}` as Decimal;
  });
const shares = fc.oneof(
  units(1n, 30_000_000n, 5),
  fc.bigInt(1n, 500n).map((whole) => `${whole}.00000` as Decimal),
);
const price = units(10_000n, 300_000_000n, 6);
const rate = fc.oneof(units(1n, 2_000_000_000n, 9), units(1n, 200n, 2));
const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const ratio = fc
  .tuple(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 40 }))
  .map(([ratioNew, ratioOld]) => ({
    ratioNew: String(ratioNew) as Decimal,
    ratioOld: String(ratioOld) as Decimal,
  }));
const percent = units(0n, 10_000_000n, 5);

const folio = (at: number) =>
  fc.record<HolderFolio>({
    folioNumber: fc.constant(`${bookedAccount}0${at}` as FolioNumber),
    shares,
    reinvests: fc.boolean(),
    paysToAccount: fc.boolean(),
  });
const holders: fc.Arbitrary<Holder> = fc.record({
  folios: fc
    .tuple(folio(1), folio(3), folio(4), folio(5))
    .chain((all) => fc.integer({ min: 1, max: 4 }).map((most) => all.slice(0, most))),
  cashFolio: fc.constant(`${bookedAccount}01` as FolioNumber),
  backupRate: optional(fc.constant("24.00" as Decimal)),
  elections: fc.array(fc.record({ optionId: fc.constantFrom("1", "2"), shares }), {
    maxLength: 3,
  }),
  isBuyingRestricted: fc.boolean(),
});

type Base = Omit<EventTerms, "kind">;
const base: fc.Arbitrary<Base> = fc.record({
  securityId: fc.constant("601" as Id),
  intoSecurityId: fc.constant("602" as Id),
  factor: fc.constantFrom<Decimal[]>("1" as Decimal, "0.01" as Decimal),
  intoFactor: fc.constantFrom<Decimal[]>("1" as Decimal, "0.01" as Decimal),
  bookedOn: fc.constant("2026-05-04" as Day),
  exOn: fc.constant("2026-04-20" as Day),
  components: fc.array(
    fc.record({ rate, incomeKind: fc.constantFrom("qualified", "return", undefined) }),
    { minLength: 1, maxLength: 3 },
  ),
  fractions: fc.constantFrom(
    "KEEP" as const,
    "CASH" as const,
    "UP" as const,
    "NEAREST" as const,
    "DOWN" as const,
  ),
  cashInLieuPrice: price,
  reinvestPrice: optional(price),
  foreignTaxRate: optional(units(0n, 10_000n, 2)),
  withholdingCountry: fc.constant("CA"),
  options: fc.constant([]),
  isTaxable: fc.constant(false),
  isFinal: fc.constant(false),
  newShareValue: price,
  childValue: price,
  parentValue: price,
});

function termsOf(kind: EventKind): fc.Arbitrary<EventTerms> {
  const isPayout = ["DIV", "INT", "CGD", "ROC", "LIQ", "OPT"].includes(kind);
  const isIncome = ["DIV", "INT", "CGD"].includes(kind);
  return fc
    .tuple(base, ratio, optional(price), fc.boolean(), optional(price), optionsOf(kind))
    .map(([terms, parts, cash, isTaxable, interest, options]) => ({
      ...terms,
      ...(isPayout ? {} : parts),
      kind,
      options,
      components: isPayout
        ? terms.components.map((own) => ({
            ...own,
            incomeKind:
              kind === "INT" && own.incomeKind === "qualified" ? "interest" : own.incomeKind,
          }))
        : [],
      foreignTaxRate: isIncome ? terms.foreignTaxRate : undefined,
      isTaxable: kind === "MRG" && isTaxable,
      ...(kind === "RDM" && {
        cashPerShare: cash ?? ("1000" as Decimal),
        interestPerShare: interest,
      }),
      ...(kind === "MRG" && options.length === 0 && { cashPerShare: cash }),
    }));
}

/** Of two options; of a merger and a tender one may be prorated. */
function optionsOf(kind: EventKind): fc.Arbitrary<EventOption[]> {
  const types = { MRG: ["CASH", "STOCK"], OPT: ["CASH", "STOCK"], TND: ["NONE", "ACCEPT"] }[
    kind as string
  ];
  if (types === undefined) return fc.constant([]);
  const both = fc
    .tuple(fc.boolean(), rate, price, ratio, optional(percent), fc.boolean())
    .map(([isFirst, ofCash, each, ofStock, prorationPct, isCashCut]) => {
      const option = (at: number): EventOption => {
        const type = types[at] as EventOption["type"];
        const isCut = kind === "TND" ? at === 1 : isCashCut === (at === 0);
        return {
          optionId: String(at + 1),
          type,
          isDefault: isFirst === (at === 0),
          ...(kind === "MRG" && type === "CASH" && { rate: shorter(ofCash) }),
          ...(kind === "MRG" && type === "STOCK" && ofStock),
          ...(kind !== "MRG" && (type === "STOCK" || type === "ACCEPT") && { price: each }),
          ...(isCut && prorationPct !== undefined && { prorationPct }),
        };
      };
      return [option(0), option(1)];
    });
  return kind === "MRG" ? fc.oneof(fc.constant<EventOption[]>([]), both) : both;
}

/** Cash of a merger has 6 places in the books. */
function shorter(value: Decimal): Decimal {
  const cut = value.slice(0, value.indexOf(".") + 7);
  return (/[1-9]/.test(cut) ? cut : "0.01") as Decimal;
}

const kinds: readonly EventKind[] = [
  "DIV",
  "INT",
  "CGD",
  "ROC",
  "LIQ",
  "OPT",
  "SPL",
  "SDV",
  "SPO",
  "RTS",
  "MRG",
  "RDM",
  "TND",
];

test.each(kinds)("%s leaves in the books what fractions say, and adds up", (kind) => {
  const perKind = { ...each, numRuns: Math.ceil((each.numRuns ?? 0) / kinds.length) };
  fc.assert(
    fc.property(termsOf(kind), fc.array(holders, { minLength: 1, maxLength: 4 }), (terms, all) => {
      const lines = all.map((holder) => entitlementOf(terms, holder));
      for (const [at, holder] of all.entries()) {
        const line = lines[at];
        if (line === undefined || line.undecided !== undefined) continue;
        expect(leftInBooks(terms, holder, line.rows)).toEqual(leftByFractions(terms, holder));
      }
      const ofMerger = kind === "MRG" || kind === "TND";
      for (const { rounding } of totalsOf(summed(lines)).components) {
        // A part of a merger is paid by folio, and a quotation may have another factor.
        const parts = ofMerger ? all.length * 4 : all.length;
        if (kind !== "TND")
          expect(Math.abs(Number(rounding))).toBeLessThanOrEqual(0.005 * parts + 0.005);
      }
    }),
    perKind,
  );
});
