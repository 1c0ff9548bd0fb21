// From the parts of units to what each of their accounts pays.
import type { Decimal } from "@bursar/values/decimal";
import { places, unitsOf } from "@bursar/values/units";
import type { Reader } from "../../../platform/store/db.ts";
import type { CalculatedItem, Warning } from "./calculated-item.ts";
import { correctionOf } from "./corrections.ts";
import { folioFee } from "./folio-fees.ts";
import type { FeePartRow } from "./part-queries.ts";
import { periodFees } from "./period-fees.ts";
import { type Calculation, readSources, type UnitSources } from "./unit-sources.ts";

/** Calculates whole units, and returns their items by account and unit. */
export async function calculateUnits(
  db: Reader,
  calculation: Calculation,
  parts: readonly FeePartRow[],
): Promise<CalculatedItem[]> {
  if (parts.length === 0) return [];
  const sources = await readSources(db, calculation, parts);
  const units = Map.groupBy(parts, ({ unitNumber }) => unitNumber);
  const items = [...units.values()].flatMap((unit) => itemsOfUnit(calculation, sources, unit));
  return items.map((item) => withWarnings(item, sources));
}

function itemsOfUnit(
  { kind, plans }: Calculation,
  sources: UnitSources,
  parts: readonly FeePartRow[],
): CalculatedItem[] {
  const [first] = parts as [FeePartRow];
  const plan = plans.get(first.billingPlanOid);
  if (plan === undefined) return [];
  if (kind === "P") return parts.map((part) => folioFee(plan, sources, part));
  if (first.lineKind === "flow" || first.lineKind === "refund") {
    return parts.flatMap((part) => correctionOf(plan, sources, part) ?? []);
  }
  return periodFees(plan, sources, parts);
}

/** A quarter more or less than before is worth a look. */
function isFarFrom(now: bigint, before: bigint): boolean {
  const difference = now > before ? now - before : before - now;
  return difference * 4n > before;
}

const ratePlaces = 6;

function withWarnings(
  item: CalculatedItem,
  { facts, cash, versions }: UnitSources,
): CalculatedItem {
  const own = facts.get(item.accountNumber);
  const free = cash.get(item.payerAccountNumber ?? item.accountNumber)?.free ?? 0n;
  const former = item.lineKind === "period" ? (own?.former ?? undefined) : undefined;
  const previous = former && unitsOf(former.amount, places.money);
  const isChanged =
    former !== undefined &&
    previous !== undefined &&
    (isFarFrom(item.computed, previous) ||
      isFarFrom(unitsOf(item.rate as Decimal, ratePlaces), unitsOf(former.rate, ratePlaces)));
  const found: [Warning, boolean][] = [
    ["pending", own?.isPending === true],
    ["noCash", item.collect === "debit" && item.computed > free],
    ["loaded", own?.isCashLoaded === true && item.computed !== 0n],
    ["change", isChanged],
    ["planChanged", former !== undefined && former.billingPlanOid !== item.billingPlanOid],
    ["refund", item.computed < 0n],
  ];
  const added = found.filter(([, holds]) => holds).map(([warning]) => warning);
  return {
    ...item,
    previous,
    factsVersion: versions.get(item.accountNumber) ?? "0",
    isExcluded: own?.isPending === true,
    warnings: [...new Set([...item.warnings, ...added])],
  };
}
