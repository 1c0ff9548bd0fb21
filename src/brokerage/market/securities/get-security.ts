// Reading a security by its id. (interface 4.27)
import type { Context } from "../../../platform/change/context.ts";
import { readSecurity } from "./read-security.ts";
import type { Security } from "./schema.ts";

/** Returns a security; 404 where it is not in sight, as where there is none. */
export async function getSecurity(ctx: Context, id: string): Promise<Security> {
  return readSecurity(ctx, { id });
}
