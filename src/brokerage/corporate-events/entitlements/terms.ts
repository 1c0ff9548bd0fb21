// The terms of a corporate event as far as what each holder gets depends on them. (docs/corporate-events.md)
import type { Day } from "@bursar/values/dates";
import type { Decimal } from "@bursar/values/decimal";
import type { Id } from "@bursar/values/ids";

/** The kinds of event, as the code list `corporate-event-kind` describes them. */
export type EventKind =
  | "DIV"
  | "INT"
  | "CGD"
  | "ROC"
  | "LIQ"
  | "OPT"
  | "SPL"
  | "SDV"
  | "SPO"
  | "MRG"
  | "SYM"
  | "RDM"
  | "TND"
  | "RTS"
  | "WLS"
  | "OTH";

/** A payment in dollars a share: its rate has 9 places. `return` is capital that is paid back. */
export interface Component {
  readonly rate: Decimal;
  readonly incomeKind?: string | undefined;
}

/** The treatment of fractions of a share: they stay to 5 places, are paid, or are rounded up, to
 * the nearest share or down. */
export type Fractions = "KEEP" | "CASH" | "UP" | "NEAREST" | "DOWN";

/** New shares for old ones; each part has up to 20 places. */
export interface EventRatio {
  readonly ratioNew?: Decimal | undefined;
  readonly ratioOld?: Decimal | undefined;
}

/** A choice that a holder has: cash at a rate in dollars a share, stock by a ratio or at a price,
 * acceptance at a price, or nothing. */
export interface EventOption extends EventRatio {
  readonly optionId: string;
  readonly type: "CASH" | "STOCK" | "ACCEPT" | "NONE";
  readonly isDefault: boolean;
  readonly rate?: Decimal | undefined;
  readonly price?: Decimal | undefined;
  /** In percent, 5 places; all of what is elected is accepted where it is left out. */
  readonly prorationPct?: Decimal | undefined;
}

/** The terms of an event. Prices are quotations: they count times the factor of their security. */
export interface EventTerms extends EventRatio {
  readonly kind: EventKind;
  readonly securityId: Id;
  readonly factor: Decimal;
  readonly exOn?: Day | undefined;
  /** The trade date of all rows. */
  readonly bookedOn: Day;
  readonly components: readonly Component[];
  readonly intoSecurityId?: Id | undefined;
  readonly intoFactor?: Decimal | undefined;
  readonly cashPerShare?: Decimal | undefined;
  /** Interest that is paid with a redemption, in dollars a share of 9 places. */
  readonly interestPerShare?: Decimal | undefined;
  readonly newShareValue?: Decimal | undefined;
  readonly childValue?: Decimal | undefined;
  readonly parentValue?: Decimal | undefined;
  readonly childPart?: Decimal | undefined;
  readonly fractions: Fractions;
  readonly cashInLieuPrice?: Decimal | undefined;
  readonly reinvestPrice?: Decimal | undefined;
  readonly options: readonly EventOption[];
  /** In percent. */
  readonly foreignTaxRate?: Decimal | undefined;
  readonly withholdingCountry?: string | undefined;
  readonly isTaxable: boolean;
  readonly isFinal: boolean;
  readonly taxYear?: string | undefined;
}
