// Reading where a check is sent by express mail. (interface 4.10)
import type { Context } from "../../../platform/change/context.ts";
import { checkInstructions } from "./check-instructions.ts";
import type { CheckInstructions } from "./schema.ts";

/** Returns the address in force on the New York day; 404 when there is none. */
export async function getExpressCheckInstructions(
  ctx: Context,
  accountNumber: string,
): Promise<CheckInstructions> {
  return checkInstructions(ctx, accountNumber, "express");
}
