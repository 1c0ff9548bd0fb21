// Prices of an event that are far from the last close of their security. (docs/corporate-events.md)
import { addDays, type Day } from "@bursar/values/dates";
import type { Decimal } from "@bursar/values/decimal";
import type { Id } from "@bursar/values/ids";
import type { Reader } from "../../../platform/store/db.ts";
import { selectLastCloses } from "../../../reference/prices/queries.ts";
import type { Problem } from "../../../values/problem.ts";
import { type Announced, bookedOn } from "./announced.ts";
import { problemWithPrice } from "./price-distance.ts";

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
