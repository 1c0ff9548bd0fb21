// The owners of a run's fees: advisory fees are the firm's, platform and brokerage fees the operator's.
import type { Context } from "../../../platform/change/context.ts";
import { forbidden } from "../../../values/problem.ts";
import type { FeeKind } from "./billed-plan.ts";

/** Refuses whoever would bill, waive, approve or give back fees of the operator without being that. */
export function refuseOthersFees({ caller }: Pick<Context, "caller">, kind: FeeKind): void {
  if (kind !== "A" && caller.firm.kind !== "operator") throw forbidden();
}
