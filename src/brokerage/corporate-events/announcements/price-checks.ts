// Prices of an event that are far from the last close of their security. (docs/corporate-events.md)
import { addDays, type Day } from "@bursar/values/dates";
import { type Decimal, placesOf } from "@bursar/values/decimal";
import type { Id } from "@bursar/values/ids";
import { nearestEven, places, textOf, unitsOf } from "@bursar/values/units";
import type { Reader } from "../../../platform/store/db.ts";
import { type Close, selectLastCloses } from "../../../reference/prices/queries.ts";
import { type Problem, ruleProblem } from "../../../values/problem.ts";
import { type Announced, bookedOn } from "./announced.ts";
import { announcementErrors } from "./errors.ts";

/** Problems with prices that are more than 10 percent off the last close until the booking day. */
export async function problemsWithPrices(db: Reader, event: Announced): Promise<Problem[]> {
  const { terms, securityId } = event;
  const day = bookedOn(event);
  if (day === null) return [];
  const paid: Id = terms.intoSecurityId ?? securityId;
  const prices: (readonly [string, Decimal | undefined, Id])[] = [
    ["reinvestPrice", terms.reinvestPrice, securityId],
    ["cashInLieuPrice", terms.cashInLieuPrice, paid],
  ];
  const problems: Problem[] = [];
  for (const [name, price, security] of prices) {
    if (price === undefined) continue;
    const span = { security, since: "1900-01-01" as Day, before: addDays(day, 1) };
    const [last] = await selectLastCloses(db, [span]);
    if (last === undefined) continue;
    const problem = problemWithPrice(event, { name, price, last });
    if (problem) problems.push(problem);
  }
  return problems;
}

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
