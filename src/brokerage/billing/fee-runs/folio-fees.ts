// The fees that a firm is listed for the folios of an account. Pure. (docs/billing.md)
import { moneyText, nearest } from "@bursar/values/units";
import { counted } from "../../../values/readable.ts";
import { valuationAt } from "./billable-days.ts";
import { daysOf } from "./billed-days.ts";
import type { BilledPlan } from "./billed-plan.ts";
import type { CalculatedItem } from "./calculated-item.ts";
import type { FeePartRow } from "./part-queries.ts";
import type { UnitSources } from "./unit-sources.ts";

/** The first folio behind those of cash. */
const firstFolio = "03";

/** The folio fees of an account: of each folio with a value on the last day. */
export function folioFee(
  { folioFees, fees: { months } }: BilledPlan,
  { folioDays }: UnitSources,
  part: FeePartRow,
): CalculatedItem {
  const { accountNumber, unitNumber, unit, lineKind, billingPlanOid, from, to } = part;
  const folios = [...(folioDays.get(accountNumber) ?? [])].filter(([folioNumber, days]) => {
    const isFolio = folioNumber !== "" && folioNumber.slice(accountNumber.length) >= firstFolio;
    return isFolio && (valuationAt(days, to)?.value ?? 0n) !== 0n;
  });
  const count = BigInt(folios.length);
  const computed = nearest(folioFees * count * months, 12n);
  const sum = `${moneyText(folioFees)} × ${counted(count, "folio")} × ${months}/12`;
  return {
    accountNumber,
    unitNumber,
    unit,
    lineKind,
    billingPlanOid,
    from,
    to,
    days: daysOf(part),
    basis: 0n,
    rate: "0.000000",
    computed,
    previous: undefined,
    steps: [{ step: "fee", sum, amount: moneyText(computed) }],
    warnings: [],
    factsVersion: "0",
    isExcluded: false,
    payerAccountNumber: null,
    collect: "debit",
    correctedLine: null,
  };
}
