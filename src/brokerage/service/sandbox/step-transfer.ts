// Having the other institution of a transfer take its next step. (interface 4.22)
import type { Context } from "../../../platform/change/context.ts";
import { moveAsContraFirm, type SimulatedOutcome } from "../../money/transfers/changes.ts";
import type { TransferOutcome } from "./schema.ts";

/** Moves a transfer by an ordinary update. */
export async function stepTransfer(
  ctx: Context,
  transfer: { readonly accountNumber: string; readonly acatId: string },
  { outcome = "next" }: TransferOutcome,
): Promise<void> {
  await moveAsContraFirm(ctx, transfer, outcome as SimulatedOutcome);
}
