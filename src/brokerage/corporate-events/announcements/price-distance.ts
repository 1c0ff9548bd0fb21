// How far a price of an event is from a close. (docs/corporate-events.md)
import { type Decimal, placesOf } from "@bursar/values/decimal";
import { nearestEven, places, textOf, unitsOf } from "@bursar/values/units";
import type { Close } from "../../../reference/prices/queries.ts";
import { type Problem, ruleProblem } from "../../../values/problem.ts";
import type { Announced } from "./announced.ts";
import { announcementErrors } from "./errors.ts";

/** The problem with a price that is far from a close. A close from before a split counts in its new shares. */
export function problemWithPrice(
  event: Announced,
  { name, price, last }: { readonly name: string; readonly price: Decimal; readonly last: Close },
): Problem | undefined {
  const { on, close } = inNewShares(event, last);
  const paid = unitsOf(price, places.price);
  const difference = paid > close ? paid - close : close - paid;
  if (difference * 10n <= close) return undefined;
  const shown = `${textOf(close, places.price)} of ${on}`;
  const sentence = `${name} is more than 10 percent off the last close, ${shown}. If it is right, say why in comment.`;
  return ruleProblem({ ...announcementErrors.price, sentence });
}

function inNewShares({ kind, exOn, terms }: Announced, last: Close): Close {
  const { ratioNew, ratioOld } = terms;
  const isSplit = kind === "SPL" || kind === "SDV";
  if (!isSplit || !ratioNew || !ratioOld || exOn === null || last.on >= exOn) return last;
  const to = Math.max(placesOf(ratioNew), placesOf(ratioOld));
  const close = nearestEven(last.close * unitsOf(ratioOld, to), unitsOf(ratioNew, to));
  return { ...last, close };
}
