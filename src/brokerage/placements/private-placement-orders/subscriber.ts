// For whom a request about a subscription speaks. (interface 6.4)
import assert from "node:assert/strict";
import { type Caller, kindOfCaller } from "../../../platform/change/context.ts";

/** The member who subscribes: the client itself, else the one acted for, whom the frame requires. */
export function subscriberOf(caller: Caller): string {
  const member = kindOfCaller(caller) === "client" ? caller.member : caller.actingFor;
  assert(member, "the request names a member");
  return member.loginId;
}
