// Properties shared by the pages of a household.
import type { Household } from "../../data/household-reads.ts";
import type { Session } from "../../data/session.ts";

/** The household, and the user who views it. */
export interface OfHousehold {
  readonly household: Household;
  readonly person: Session;
}
