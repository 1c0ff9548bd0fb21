// A security and its last close as they are returned.
import { type Day, encodeDay } from "@bursar/values/dates";
import { fixed } from "@bursar/values/decimal";
import { places } from "@bursar/values/units";
import { tradingDaysSince } from "../../../reference/prices/price-age.ts";
import type { Calendar } from "../../../reference/settlement/queries.ts";
import type { SecurityRow } from "./queries.ts";

type Known = Pick<
  SecurityRow,
  | "id"
  | "ticker"
  | "cusip"
  | "companyName"
  | "instrumentType"
  | "issuingFirmOid"
  | "close"
  | "priceDate"
>;

/** By which days the age of a close is counted. */
export interface Dated {
  readonly calendar: Calendar;
  readonly today: Day;
}

/** The fields that lists and single securities share. */
export function encodeKnown(
  { id, ticker, cusip, companyName, instrumentType, issuingFirmOid, close, priceDate }: Known,
  { calendar, today }: Dated,
) {
  return {
    id,
    ticker,
    cusip,
    companyName,
    instrumentType,
    issuingFirmOid,
    close: close === null ? null : fixed(close, places.price),
    priceDate: priceDate === null ? null : encodeDay(priceDate),
    priceAge: priceDate === null ? null : String(tradingDaysSince(calendar, priceDate, today)),
  };
}
