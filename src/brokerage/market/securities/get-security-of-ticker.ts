// Reading the security that has, or last had, a ticker. (interface 4.27)
import type { Context } from "../../../platform/change/context.ts";
import { readSecurity } from "./read-security.ts";
import type { Security } from "./schema.ts";

/** Returns the security of a ticker, ignoring case; 404 where it is not in sight, as where there is none. */
export async function getSecurityOfTicker(ctx: Context, ticker: string): Promise<Security> {
  return readSecurity(ctx, { ticker });
}
