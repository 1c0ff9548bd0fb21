// The clock of business dates. (interface 4.22)
import type { Context } from "../../platform/change/context.ts";
import { encodeInstant } from "../../values/dates.ts";
import type { Clock } from "./schema.ts";

/** The business time of the store. */
export async function getClock({ now }: Context): Promise<Clock> {
  return { now: encodeInstant(now) };
}
