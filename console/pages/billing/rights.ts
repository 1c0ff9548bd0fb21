// Rights to create, approve and post fee runs.
import type { FeeRun } from "../../data/fee-codes.ts";
import { mayChange } from "../../data/service.ts";
import type { Session } from "../../data/session.ts";

/** Whether the user may make changes: a run takes money from clients, and needs an administrator. */
export function mayBill({ role }: Session): boolean {
  return role === "administrator" && mayChange();
}

/** The same of one run: platform and brokerage fees are the operator's. */
export function mayDecide(person: Session, { kind }: Pick<FeeRun, "kind">): boolean {
  return mayBill(person) && (kind === "A" || person.kind === "operator");
}
