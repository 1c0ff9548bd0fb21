// For whom a request about a subscription speaks. (interface 6.4)
import assert from "node:assert/strict";
import { type Caller, kindOfCaller } from "../../platform/change/context.ts";
import type { Tx } from "../../platform/store/db.ts";
import { forbidden } from "../../values/problem.ts";
import { selectAccountOwners } from "../accounts/reads.ts";

/** The member who subscribes: the client itself, else the one acted for, whom the frame requires. */
export function subscriberOf(caller: Caller): string {
  const member = kindOfCaller(caller) === "client" ? caller.member : caller.actingFor;
  assert(member, "the request names a member");
  return member.loginId;
}

/** Refuses with 403 a client who may see an account and does not own it. */
export async function refuseOthers(tx: Tx, caller: Caller, accountNumber: string): Promise<void> {
  if (kindOfCaller(caller) !== "client") return;
  const owners = await selectAccountOwners(tx, accountNumber);
  if (!owners.includes(caller.member?.loginId ?? "")) throw forbidden();
}
