// What each page of an account is given.
import type { Shapes } from "../../data/service.ts";
import type { Session } from "../../data/session.ts";

/** The account, and the person who looks at it. */
export interface OfAccount {
  readonly account: Shapes["Account"];
  readonly person: Session;
}
