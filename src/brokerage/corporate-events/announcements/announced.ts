// A corporate event as it is stored, and its days: who is entitled, and when it is booked. (docs/corporate-events.md)
import { addDays, type Day, newYorkDay, newYorkInstant } from "@bursar/values/dates";
import type { Decimal } from "@bursar/values/decimal";
import type { Id } from "@bursar/values/ids";
import { corporateEventKinds } from "../../../reference/codes.ts";
import type { Calendar } from "../../../reference/settlement/calendar.ts";
import type { EventKind, EventOption, EventTerms } from "../entitlements/reads.ts";
import type { EventStatus } from "./life-cycle.ts";
import type { NewCorporateEvent, TermName } from "./schema.ts";

/** The terms by the names of the interface. */
export type StoredTerms = { readonly [Name in TermName]?: NonNullable<NewCorporateEvent[Name]> };

/** The days of an event. */
export interface EventDays {
  readonly declaredOn: Day | null;
  readonly exOn: Day | null;
  readonly recordOn: Day | null;
  readonly effectiveOn: Day | null;
  readonly payOn: Day | null;
  readonly deadlineAt: Date | null;
}

/** An event as it is stored. */
export interface Announced extends EventDays {
  readonly eventId: Id;
  readonly kind: EventKind;
  readonly securityId: Id;
  readonly status: EventStatus;
  readonly version: number;
  readonly source: string | null;
  readonly externalId: string | null;
  readonly terms: StoredTerms;
  readonly received: Decimal | null;
  readonly autoPost: boolean;
  readonly autoPostBy: string | null;
  readonly createdBy: string | null;
  /** The firm whose draft it was; null where the operator loaded it. */
  readonly creatingFirmOid: Id | null;
  readonly announcedBy: string | null;
  readonly postedBy: string | null;
  readonly correctedBy: string | null;
  readonly reversedBy: string | null;
  readonly persons: readonly string[];
  readonly comment: string | null;
  /** When the deadline of a choice had passed. */
  readonly electionsFrozenAt: Date | null;
  readonly createdAt: Date;
}

/** The kinds that pay dollars a share, on a day of payment. */
export const payouts: readonly EventKind[] = ["DIV", "INT", "CGD", "ROC", "LIQ", "OPT"];

/** Whether an event pays dollars a share. */
export function isPayout(kind: EventKind): boolean {
  return payouts.includes(kind);
}

/** Kinds of which the holders are not given notice. */
export const untoldKinds: readonly EventKind[] = ["DIV", "INT", "CGD", "ROC"];

/** Whether holders choose. */
export function isChoice({ terms }: Pick<Announced, "terms">): boolean {
  return (terms.options ?? []).length > 0;
}

type Dated = EventDays & Pick<Announced, "kind" | "terms">;

/** The day at whose opening holders are entitled; null while the days that say it are missing. */
export function entitledOn(event: Dated): Day | null {
  const { kind, exOn, effectiveOn, recordOn } = event;
  const { entitledBy } = corporateEventKinds.find(kind) ?? {};
  const own = entitledBy === "exDate" ? exOn : (effectiveOn ?? exOn);
  const usual = own ?? (recordOn === null ? null : addDays(recordOn, 1));
  // Of a dividend in cash or stock the ex-date says who is entitled, whenever they choose.
  if (!isChoice(event) || kind === "OPT") return usual;
  const chosen = dayAfterDeadline(event);
  return chosen === null || (usual !== null && usual > chosen) ? usual : chosen;
}

/** The first day on which it can be worked out who gets what: entitled, and what was elected. */
export function decidedOn(event: Dated): Day | null {
  const entitled = entitledOn(event);
  const chosen = isChoice(event) ? dayAfterDeadline(event) : null;
  return entitled !== null && chosen !== null && chosen > entitled ? chosen : entitled;
}

/** When holders are reminded of a choice: at 06:00, three settlement days before its deadline. */
export function reminderAt(deadlineAt: Date, { addSettlementDays }: Calendar): Date {
  return newYorkInstant(addSettlementDays(newYorkDay(deadlineAt), -3), "06:00");
}

function dayAfterDeadline({ deadlineAt }: EventDays): Day | null {
  return deadlineAt === null ? null : addDays(newYorkDay(deadlineAt), 1);
}

/** The trade date of its rows: of payouts the later of the day of payment and the ex-date. */
export function bookedOn(event: Dated): Day | null {
  const entitled = entitledOn(event);
  if (!isPayout(event.kind)) return entitled;
  const { payOn, exOn } = event;
  return payOn !== null && exOn !== null && exOn > payOn ? exOn : payOn;
}

/** The year of a payout for tax papers: that of the payment. What a regulated fund or trust declares and has of
 * record in the last quarter and pays in January counts in the year before. (26 USC 852(b)(7), 857(b)(9)) */
export function taxYearOf(event: Dated, taxStatus: string | null): string | undefined {
  const paidOn = event.payOn ?? bookedOn(event);
  if (paidOn === null || !isPayout(event.kind)) return undefined;
  const year = paidOn.slice(0, 4);
  const before = addDays(`${year}-01-01` as Day, -1).slice(0, 4);
  const isOfQuarter = (day: Day | null) => day !== null && day >= `${before}-10-01` && day < year;
  const isOfYearBefore =
    taxStatus !== null &&
    paidOn.slice(5, 7) === "01" &&
    isOfQuarter(event.declaredOn) &&
    isOfQuarter(event.recordOn);
  return isOfYearBefore ? before : year;
}

/** The factors of the basis that an event's terms leave to its two securities. */
export interface EventFactors {
  readonly factor: Decimal;
  readonly intoFactor: Decimal | null;
  readonly taxStatus: string | null;
}

/** The terms as what holders get is worked out from them; the days are known once it is announced. */
export function termsOf(
  event: Announced,
  { factor, intoFactor, taxStatus }: EventFactors,
): EventTerms {
  const { kind, securityId, exOn, terms } = event;
  const taxYear = taxYearOf(event, taxStatus);
  // The year of the trade date need not be said.
  const isOtherYear = taxYear !== undefined && taxYear !== bookedOn(event)?.slice(0, 4);
  return {
    ...terms,
    kind,
    securityId,
    factor,
    ...(intoFactor !== null && { intoFactor }),
    ...(exOn !== null && isPayout(kind) && { exOn }),
    ...(isOtherYear && { taxYear }),
    bookedOn: bookedOn(event) ?? ("" as Day),
    components: terms.components ?? [],
    fractions: (terms.fractions ?? "KEEP") as EventTerms["fractions"],
    options: (terms.options ?? []).map(
      ({ default: isDefault = false, type, ...option }): EventOption => ({
        ...option,
        type: type as EventOption["type"],
        isDefault,
      }),
    ),
    isTaxable: terms.taxable ?? false,
    isFinal: terms.final ?? false,
  };
}
