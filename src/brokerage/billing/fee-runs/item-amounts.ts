// The amounts of an item that are billed, posted and left, in cents. Pure.
import { moneyText, places, unitsOf } from "@bursar/values/units";
import type { FeeItemRow } from "./item-queries.ts";

/** The billed amount: the adjusted one, else the computed one. */
export function amountOfItem({ adjusted, computed }: Pick<FeeItemRow, "adjusted" | "computed">) {
  return unitsOf(adjusted ?? computed, places.money);
}

/** The cents that are billed and neither posted nor set off yet. */
export function leftOfItem(
  item: Pick<FeeItemRow, "adjusted" | "computed" | "posted" | "setOff">,
): bigint {
  return (
    amountOfItem(item) - unitsOf(item.posted, places.money) - unitsOf(item.setOff, places.money)
  );
}

/** The cents that are due where free cash was insufficient; 0 for all other items. */
export function centsDue(item: FeeItemRow): bigint {
  const isDue = item.state === "PART" || item.state === "DUE";
  return isDue ? leftOfItem(item) : 0n;
}

/** The same as text. */
export function amountDue(item: FeeItemRow): string {
  return moneyText(centsDue(item));
}

/** The excess over the fee of the period before, below 0 where it is less; null where nothing was
 * billed then. */
export function changeOfItem(item: Pick<FeeItemRow, "adjusted" | "computed" | "previous">) {
  if (item.previous === null) return null;
  return moneyText(amountOfItem(item) - unitsOf(item.previous, places.money));
}

/** The reason that an item shows: why it could not be taken or given back, as long as that stands, else that of the
 * firm for what it decided last. */
export function reasonShown({ reason, refusal }: Pick<FeeItemRow, "reason" | "refusal">) {
  return refusal ?? reason;
}
