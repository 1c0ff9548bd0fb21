// The closes of an import: those of price files, and those that positions are valued with.
import type { Reading } from "@bursar/custodian-files";
import type { Decimal } from "@bursar/values/decimal";
import { fixed } from "@bursar/values/decimal";
import type { Id } from "@bursar/values/ids";
import { fitsPlaces, places } from "@bursar/values/units";
import type { IsStoredClose } from "./known-facts.ts";
import type { NewRecord } from "./match-accounts.ts";
import type { MatchedSecurities } from "./match-securities.ts";

/** The closes that are loaded, and how many of securities that nobody here has. */
export interface PlannedPrices {
  readonly prices: readonly NewRecord[];
  readonly unknown: number;
}

/** Closes by security and day. One of positions is taken where neither a price file nor the store has the day's. */
export function planPrices(
  { prices, positions }: Pick<Reading, "prices" | "positions">,
  { idOf }: Pick<MatchedSecurities, "idOf">,
  isStored: IsStoredClose,
  source: string,
): PlannedPrices {
  const found = new Map<string, NewRecord>();
  const unknown = new Set<string>();
  const closeKey = (securityId: string, day: string) => `${securityId} ${day}`;
  const add = (securityId: Id, date: string, close: Decimal, place: Omit<NewRecord, "fields">) => {
    if (close.startsWith("-")) return;
    const exact = fitsPlaces(close, places.price) ? close : (fixed(close, places.price) as Decimal);
    if (isStored(securityId, date, exact)) return;
    const fields = { securityId, date, close: exact, source: source.slice(0, 20) };
    found.set(closeKey(securityId, date), { ...place, fields });
  };
  for (const { security, on, price, file, line } of prices) {
    const securityId = idOf(security);
    if (securityId !== undefined) add(securityId, on, price, { file, line });
    else unknown.add(security.cusip ?? security.symbol ?? security.name ?? "");
  }
  for (const { security, on, price, file, line } of positions) {
    const securityId = idOf(security);
    if (securityId === undefined || on === undefined || price === undefined) continue;
    if (found.has(closeKey(securityId, on)) || isStored(securityId, on)) continue;
    add(securityId, on, price, { file, line });
  }
  return { prices: [...found.values()], unknown: unknown.size };
}
