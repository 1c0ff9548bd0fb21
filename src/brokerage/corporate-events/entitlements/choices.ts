// The parts of a position that go under each option: elections, the default, proration.
// (docs/corporate-events.md)
import type { Decimal } from "@bursar/values/decimal";
import { leastOf, places, shareOut, sumOf, unitsOf } from "@bursar/values/units";
import type { Holder } from "./holder.ts";
import type { EventOption, EventTerms } from "./terms.ts";

/** Shares of each folio under an option, in units of 0.00001; undefined is what stays as it is. */
export interface Chosen {
  readonly option: EventOption | undefined;
  readonly shares: bigint;
  readonly byFolio: readonly bigint[];
}

/** A whole share in units of 0.00001. */
export const wholeShare = 100_000n;

/** Splits what a holder has over the options of an event, those alone that get shares. Each folio's parts add up
 * to what it holds. */
export function chosenBy(terms: EventTerms, holder: Holder): Chosen[] {
  const left = heldBy(holder);
  const accepted = acceptedOf(terms, electedOf(terms, holder, sumOf(left)));
  const chosen: Chosen[] = [];
  for (const [option, shares] of accepted) {
    if (shares === 0n) continue;
    const byFolio = shareOut(shares, left);
    byFolio.forEach((part, at) => {
      left[at] = (left[at] ?? 0n) - part;
    });
    chosen.push({ option, shares, byFolio });
  }
  return chosen;
}

/** The shares that each folio holds, in units of 0.00001. */
export function heldBy({ folios }: Holder): bigint[] {
  return folios.map(({ shares }) => unitsOf(shares, places.shares));
}

/** Shares for each option: what was elected, the last choices cut first where less is held, and the default for
 * the rest. */
function electedOf(terms: EventTerms, holder: Holder, held: bigint): Map<EventOption, bigint> {
  const usual = terms.options.find(({ isDefault }) => isDefault);
  const elected = new Map<EventOption, bigint>();
  let left = held;
  const choose = (option: EventOption | undefined, shares: bigint) => {
    if (option !== undefined) elected.set(option, (elected.get(option) ?? 0n) + shares);
  };
  for (const { optionId, shares: asked } of holder.elections) {
    const option = terms.options.find((each) => each.optionId === optionId);
    if (option === undefined) continue;
    const wanted = unitsOf(asked, places.shares);
    const shares = leastOf(wanted, left);
    const isBarred = option.type === "STOCK" && holder.isBuyingRestricted;
    choose(isBarred ? usual : option, shares);
    left -= shares;
  }
  choose(usual, left);
  return elected;
}

/** The accepted shares of each option; the rest of a merger takes the other kind of consideration,
 * that of a dividend is paid in cash, and any other stays. */
function acceptedOf(
  terms: EventTerms,
  elected: ReadonlyMap<EventOption, bigint>,
): Map<EventOption | undefined, bigint> {
  const accepted = new Map<EventOption | undefined, bigint>();
  const accept = (option: EventOption | undefined, shares: bigint) =>
    accepted.set(option, (accepted.get(option) ?? 0n) + shares);
  for (const option of terms.options) {
    const shares = elected.get(option) ?? 0n;
    const part = proratedOf(terms, option, shares);
    accept(option, part);
    if (part < shares) accept(instead(terms, option), shares - part);
  }
  return accepted;
}

function proratedOf(terms: EventTerms, { prorationPct }: EventOption, shares: bigint): bigint {
  if (prorationPct === undefined) return shares;
  const part = (shares * unitsOf(prorationPct, percentPlaces)) / hundredPercent;
  return terms.fractions === "KEEP" ? part : part - (part % wholeShare);
}

const percentPlaces = 5;
const hundredPercent = 100n * 10n ** BigInt(percentPlaces);

function instead(terms: EventTerms, option: EventOption): EventOption | undefined {
  if (terms.kind === "TND") return undefined;
  const other = option.type === "STOCK" ? "CASH" : "STOCK";
  return terms.options.find(({ type }) => type === other);
}

/** A decimal, or 0 where there is none. */
export function orZero(value: Decimal | undefined): Decimal {
  return value ?? ("0" as Decimal);
}
