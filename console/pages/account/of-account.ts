// Properties shared by the pages of an account.
import type { Shapes } from "../../data/service.ts";
import type { Session } from "../../data/session.ts";

/** The account, and the user who views it. */
export interface OfAccount {
  readonly account: Shapes["Account"];
  readonly person: Session;
}

/** Tells users who may only read whom to ask. */
export function whoChanges({ kind }: Session): string {
  return kind === "client"
    ? "Contact your advisor to make changes."
    : "Only advisors of the firm can make changes.";
}
