// Who sees an account: the operator all, a firm its own, a client what it owns or was permitted.
import type { Context } from "../../platform/context.ts";
import { selectAccountForCaller } from "./reads.ts";

/** Whether the caller may use the account of the path; an absent one answers as a foreign one. */
export async function mayUseAccount(
  ctx: Context,
  params: Readonly<Record<string, string>>,
): Promise<boolean> {
  // Interface 4.7 spells the parameter with a capital.
  const number = params.accountnumber ?? params.accountNumber ?? "";
  return (await selectAccountForCaller(ctx.db, ctx.caller, number)) !== undefined;
}
