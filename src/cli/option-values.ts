// The values of options and arguments, judged before their command is loaded.

import { type Day, decodeDay } from "@bursar/values/dates";
import { decodeDecimal, placesOf } from "@bursar/values/decimal";
import { isId } from "@bursar/values/ids";
import { places, unitsOf } from "@bursar/values/units";
import { InvalidArgumentError } from "commander";
import { decodeTimestamp } from "../platform/auth/signature.ts";

/** An instant, as an option of the command line. */
export function instant(text: string): Date {
  const at = decodeTimestamp(text);
  if (at !== undefined) return at;
  throw new InvalidArgumentError("It must be an ISO 8601 instant with its offset.");
}

/** Reads a number of threads. */
export function threadCount(text: string): number {
  if (/^[1-9]\d?$/.test(text)) return Number(text);
  throw new InvalidArgumentError("It must be a whole number from 1 to 99.");
}

/** Reads how many parts the tables of accounts get. */
export function shardCount(text: string): number {
  const count = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (count >= 1 && count <= 64_000) return count;
  throw new InvalidArgumentError("It must be a whole number from 1 to 64000.");
}

/** The id of a firm, as an option of the command line. */
export function firmOid(text: string): string {
  if (!isId(text)) throw new InvalidArgumentError("It is not the id of a firm.");
  return text;
}

/** An amount of money that is no break, as an option of the command line; in cents. */
export function toleranceOption(text: string): bigint {
  const amount = decodeDecimal(text);
  if (amount !== undefined && !amount.startsWith("-") && placesOf(amount) <= places.money) {
    return unitsOf(amount, places.money);
  }
  throw new InvalidArgumentError("It must be an amount of money such as 0.05.");
}

/** A tax year, as an option of the command line. */
export function taxYearOption(text: string): string {
  if (/^[0-9]{4}$/.test(text)) return text;
  throw new InvalidArgumentError("It must have four digits.");
}

/** A version of a reported year, as an option of the command line. */
export function versionOption(text: string): string {
  if (/^[1-9][0-9]{0,8}$/.test(text)) return text;
  throw new InvalidArgumentError("It must be a whole number from 1.");
}

/** Reads a whole number of an option, from 0 to ten million. */
export function wholeNumber(text: string): number {
  if (/^\d{1,7}$/.test(text)) return Number(text);
  throw new InvalidArgumentError("It must be a whole number of at most seven digits.");
}

/** Reads how many days the clock is moved: `30d`. */
export function daysForward(text: string): number {
  const [, days = ""] = /^([1-9]\d{0,3})d$/.exec(text) ?? [];
  if (days !== "" && Number(days) <= 3_660) return Number(days);
  throw new InvalidArgumentError("It must be a number of days from 1 to 3660, such as 30d.");
}

/** A position in the feed. */
export function position(text: string): string {
  if (/^[\w-]{32}$/.test(text)) return text;
  throw new InvalidArgumentError("It must be a `position` that an event or a response has shown.");
}

/** A day. */
export function day(text: string): Day {
  const decoded = decodeDay(text);
  if (decoded !== undefined) return decoded;
  throw new InvalidArgumentError("It must be a day, YYYY-MM-DD.");
}
