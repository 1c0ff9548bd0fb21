// The terms that raw data takes of securities and the calendar besides closes: quotation factors,
// and when purchases settle. (docs/performance.md)
import type { CashFact } from "@bursar/performance";
import type { LotFact } from "@bursar/tax-lots";
import type { Day } from "@bursar/values/dates";
import { compare, type Decimal } from "@bursar/values/decimal";
import type { Id } from "@bursar/values/ids";
import type { Calendar } from "../../../reference/settlement/queries.ts";

/** The terms on which an account's facts are valued. */
export interface ValuationTerms {
  /** Of the securities whose quotation is not the price of one share. */
  readonly quotationFactors: ReadonlyMap<Id, Decimal>;
  /** When a purchase settles; an exercise does on its trade date. */
  readonly settlesOn: (fact: LotFact | CashFact) => Day;
  readonly isBusinessDay: (day: Day) => boolean;
}

/** How a security is quoted and settled. */
export interface QuotedSecurity {
  readonly instrumentType: string;
  readonly quotationFactor: Decimal;
  readonly settlementPeriod: number | null;
}

/** The terms by which facts are valued. */
export function valuationTermsOf(
  terms: ReadonlyMap<Id, QuotedSecurity>,
  { isTradingDay, settlesOn }: Calendar,
): ValuationTerms {
  const factors = [...terms].flatMap(([security, { quotationFactor }]) =>
    compare(quotationFactor, one) === 0 ? [] : [[security, quotationFactor] as const],
  );
  return {
    quotationFactors: new Map(factors),
    isBusinessDay: isTradingDay,
    settlesOn(fact) {
      const { tradeOn, kind } = fact;
      const settlementOn = "settlementOn" in fact ? fact.settlementOn : undefined;
      const security = "security" in fact ? terms.get(fact.security as Id) : undefined;
      return settlesOn({ type: typeOf(kind), tradeOn, settlementOn }, security);
    },
  };
}

const one = "1" as Decimal;

/** The types whose settlement is not their trade date, by the kind of their fact. */
const types: Readonly<Record<string, string>> = { buy: "BUY", reinvestment: "REI", sell: "SLE" };

function typeOf(kind: string): string {
  return types[kind] ?? kind;
}
