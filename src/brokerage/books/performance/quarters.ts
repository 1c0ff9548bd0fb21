// Quarters as a load packs them: the same 20 bytes a day as in packed-series.ts, made in one pass over
// the digits of values that are short enough.

import { type Day, daysBetween } from "@bursar/values/dates";
import { type Decimal, fixed } from "@bursar/values/decimal";
import { safeRounded, writeSafe } from "@bursar/values/units";
import type { Columns } from "../../../platform/bulk/kinds/copy-text.ts";

const firstDay = "2000-01-01" as Day;
const dayLength = 20;
const publishedPlaces = 5;

/** Packs rows of `unit_value` in the order given; values are rounded half to even, to the five places
 * that are published. */
export function packQuarter(rows: readonly Columns[]): Buffer {
  const packed = Buffer.allocUnsafe(rows.length * dayLength);
  let at = 0;
  for (const row of rows) {
    packed.writeInt32BE(daysBetween(firstDay, row.valued_on as Day), at);
    writeUnits(packed, row.gross as Decimal, at + 4);
    writeUnits(packed, row.net as Decimal, at + 12);
    at += dayLength;
  }
  return packed;
}

function writeUnits(packed: Buffer, value: Decimal, at: number): void {
  const units = safeRounded(value, publishedPlaces);
  if (units !== undefined) writeSafe(packed, units, at);
  else packed.writeBigInt64BE(BigInt(fixed(value, publishedPlaces).replace(".", "")), at);
}
