// Listing what is allowed but odd in the records. (docs/operations.md)
import type { Context } from "../../platform/change/context.ts";
import type { Reader } from "../../platform/store/db.ts";
import { type Day, newYorkDay } from "../../values/dates.ts";
import type { Oddity } from "./schema.ts";

type Finding = { readonly kind: string; readonly count: number; readonly first: readonly string[] };

/** Finds what is odd in all records as of a day, and which webhooks stand still at an instant. */
export interface FindOddities {
  readonly inRecords: (db: Reader, today: Day) => Promise<readonly Finding[]>;
  readonly ofWebhooks: (db: Reader, at: Date) => Promise<readonly Finding[]>;
}

/** The findings by kind; kinds without one are left out. */
export async function listOddities(ctx: Context, find: FindOddities): Promise<Oddity[]> {
  const { db, now, realNow } = ctx;
  const found = [
    ...(await find.inRecords(db, newYorkDay(now))),
    ...(await find.ofWebhooks(db, realNow)),
  ];
  return found.map(({ kind, count, first }) => ({
    ...{ kind, count: String(count), first: [...first] },
  }));
}
