// By what a price joins shares in the files: what a profile says of a kind, or what amounts show.
import type { Reading, SecurityNamed, TransactionFact } from "@bursar/custodian-files";
import { type Decimal, fixed, subtract, sum } from "@bursar/values/decimal";
import { unitsOf } from "@bursar/values/units";
import type { NamedGroup } from "./security-names.ts";

/** The factors that occur: of shares, of bonds in percent of par, of options. */
const factors = ["1", "0.01", "100"] as const;

/** The quotation factor of each security of which the files show one. */
export function quotedFactors(
  { securities, transactions, positions }: Reading,
  groupOf: (named: SecurityNamed) => NamedGroup | undefined,
): ReadonlyMap<NamedGroup, string> {
  const found = new Map<NamedGroup, string>();
  const note = (named: SecurityNamed, factor: string | undefined) => {
    const group = groupOf(named);
    if (group !== undefined && factor !== undefined && !found.has(group)) found.set(group, factor);
  };
  for (const security of securities) note(security, security.quotationFactor);
  for (const fact of transactions) {
    if (fact.security !== undefined) note(fact.security, factorOfTrade(fact));
  }
  for (const { security, shares, price, marketValue } of positions) {
    note(security, factorBetween(shares, price, marketValue));
  }
  return found;
}

/** The factor with which shares and price of a trade make what was paid without fees and interest. */
function factorOfTrade(fact: TransactionFact): string | undefined {
  const { transactionType: type, shares, price, amount, fees, accruedInterest } = fact;
  if (amount === undefined || !["BUY", "REI", "SLE", "RDM"].includes(type)) return undefined;
  const extras = [fees, accruedInterest].filter((part) => part !== undefined);
  const isSale = type === "SLE" || type === "RDM";
  const paid = isSale
    ? subtract(sum([amount, ...(fees === undefined ? [] : [fees])]), accruedInterest ?? zero)
    : subtract(amount, sum(extras));
  return factorBetween(shares, price, paid);
}

const zero = "0" as Decimal;
/** Places of shares and prices, and of their product. */
const scale = { factor: 8, product: 16 };

/** The factor within two percent; a payment is rounded, and a quotation too. */
function factorBetween(
  shares: Decimal | undefined,
  price: Decimal | undefined,
  amount: Decimal | undefined,
): string | undefined {
  if (shares === undefined || price === undefined || amount === undefined) return undefined;
  const units = (value: Decimal, to: number) => unitsOf(fixed(value, to) as Decimal, to);
  const product = units(shares, scale.factor) * units(price, scale.factor);
  const paid = units(amount, scale.product);
  if (product <= 0n || paid <= 0n) return undefined;
  return factors.find((factor) => {
    const expected = (product * unitsOf(factor as Decimal, 2)) / 100n;
    const off = expected > paid ? expected - paid : paid - expected;
    return 50n * off <= expected;
  });
}
