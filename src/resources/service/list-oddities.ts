// Listing what is allowed but odd in the records. (docs/operations.md)
import type { Context } from "../../platform/change/context.ts";
import type { Reader } from "../../platform/store/db.ts";
import { type Day, newYorkDay } from "../../values/dates.ts";
import type { Oddity } from "./schema.ts";

/** Finds what is odd in all records as of a day. */
export type FindOddities = (
  db: Reader,
  today: Day,
) => Promise<readonly { kind: string; count: number; first: readonly string[] }[]>;

/** The findings by kind; kinds without one are left out. */
export async function listOddities({ db, now }: Context, find: FindOddities): Promise<Oddity[]> {
  const found = await find(db, newYorkDay(now));
  return found.map(({ kind, count, first }) => ({
    ...{ kind, count: String(count), first: [...first] },
  }));
}
