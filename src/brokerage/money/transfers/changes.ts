// Changes of transfers for other resources.
import type { Context } from "../../../platform/change/context.ts";
import { transferErrors } from "./errors.ts";
import { nextStatus } from "./life-cycle.ts";
import { updateTransfer } from "./update-transfer.ts";

/** The outcomes that a simulated other institution gives a transfer. */
export type SimulatedOutcome = "next" | "adjust" | "reject" | "fail";

const statusOf: Readonly<Record<Exclude<SimulatedOutcome, "next">, string>> = {
  adjust: "Adjusted",
  reject: "Rejected",
  fail: "Failed",
};

/** Moves a transfer as the other institution would; refuses what its life cycle does not have. */
export async function moveAsContraFirm(
  ctx: Context,
  transfer: { readonly accountNumber: string; readonly acatId: string },
  outcome: SimulatedOutcome,
): Promise<void> {
  await updateTransfer(ctx, transfer, ({ status, transferType }) => ({
    status: outcome === "next" ? nextStatus(transferType, status) : statusOf[outcome],
    ...(outcome === "reject" && { reasonCode: "99" }),
  }));
}

/** The codes with which such a move is refused. */
export const moveErrors = [transferErrors.notFound, transferErrors.status];
