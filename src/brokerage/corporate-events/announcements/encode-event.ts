// A corporate event in the interface's terms.
import { type Day, encodeDay, encodeInstant } from "@bursar/values/dates";
import type { Reader } from "../../../platform/store/db.ts";
import { totalsOf } from "../entitlements/reads.ts";
import { type Announced, bookedOn, entitledOn } from "./announced.ts";
import { selectSurroundings } from "./expectation-queries.ts";
import { expectedExDate, warningsOf } from "./expectations.ts";
import { selectProgress, selectSums } from "./line-queries.ts";
import type { CorporateEvent } from "./schema.ts";
import type { ShownFacts } from "./shown-facts.ts";

/** An event without the facts that are shown with its own fields. */
type Encoded = Omit<CorporateEvent, keyof ShownFacts>;

/** The event with what its lines come to and what of it is unusual, for those who see all of them. */
export async function encodeWithLines(db: Reader, event: Announced, today: Day): Promise<Encoded> {
  const [counts, sums, surroundings] = await Promise.all([
    selectProgress(db, event.eventId),
    selectSums(db, event.eventId),
    selectSurroundings(db, event, today),
  ]);
  const expected = expectedExDate(event, surroundings);
  const of = (status: string) => String(counts.get(status) ?? 0);
  const lines = [...counts.values()].reduce((sum, count) => sum + count, 0);
  return {
    ...encodeEvent(event),
    expectedExDate: expected === undefined ? null : encodeDay(expected),
    warnings: warningsOf(event, surroundings),
    progress: {
      lines: String(lines),
      due: of("DUE"),
      posted: of("POSTED"),
      refused: of("REFUSED"),
      held: of("HELD"),
      found: of("FOUND"),
    },
    totals: sums === undefined ? null : encodeTotals(totalsOf(sums, event.received)),
  };
}

/** The sums of an event's lines as later facts or terms would make them; null where it has none. */
export async function recomputedTotals(
  db: Reader,
  { eventId, received }: Announced,
): Promise<Encoded["totals"]> {
  const sums = await selectSums(db, eventId, "recomputed");
  return sums === undefined ? null : encodeTotals(totalsOf(sums, received));
}

function encodeTotals({ components, ...sums }: ReturnType<typeof totalsOf>) {
  return { ...sums, components: components.map((each) => ({ ...each })) };
}

/** The event without its lines. */
export function encodeEvent(event: Announced): Encoded {
  const { terms } = event;
  const day = (on: Announced["exOn"]) => (on === null ? null : encodeDay(on));
  return {
    eventId: event.eventId,
    kind: event.kind,
    securityId: event.securityId,
    status: event.status,
    version: String(event.version),
    source: event.source,
    externalId: event.externalId,
    declarationDate: day(event.declaredOn),
    exDate: day(event.exOn),
    recordDate: day(event.recordOn),
    effectiveDate: day(event.effectiveOn),
    payDate: day(event.payOn),
    deadline: event.deadlineAt === null ? null : encodeInstant(event.deadlineAt),
    entitlementDate: day(entitledOn(event)),
    bookingDate: day(bookedOn(event)),
    ratioNew: terms.ratioNew ?? null,
    ratioOld: terms.ratioOld ?? null,
    intoSecurityId: terms.intoSecurityId ?? null,
    cashPerShare: terms.cashPerShare ?? null,
    interestPerShare: terms.interestPerShare ?? null,
    newShareValue: terms.newShareValue ?? null,
    childValue: terms.childValue ?? null,
    parentValue: terms.parentValue ?? null,
    childPart: terms.childPart ?? null,
    cashInLieuPrice: terms.cashInLieuPrice ?? null,
    reinvestPrice: terms.reinvestPrice ?? null,
    foreignTaxRate: terms.foreignTaxRate ?? null,
    withholdingCountry: terms.withholdingCountry ?? null,
    newTicker: terms.newTicker ?? null,
    newCusip: terms.newCusip ?? null,
    newName: terms.newName ?? null,
    text: terms.text ?? null,
    fractions: terms.fractions ?? "KEEP",
    taxable: terms.taxable ?? false,
    final: terms.final ?? false,
    autoPost: event.autoPost,
    components: (terms.components ?? []).map(({ rate, incomeKind = null }) => ({
      rate,
      incomeKind,
    })),
    options: (terms.options ?? []).map((option) => ({
      optionId: option.optionId,
      name: option.name,
      type: option.type,
      default: option.default ?? false,
      rate: option.rate ?? null,
      ratioNew: option.ratioNew ?? null,
      ratioOld: option.ratioOld ?? null,
      price: option.price ?? null,
      prorationPct: option.prorationPct ?? null,
    })),
    docs: (terms.docs ?? []).map(({ name, url }) => ({ name, url })),
    expectedExDate: null,
    warnings: [],
    progress: null,
    totals: null,
    recomputedTotals: null,
    lines: null,
  };
}
