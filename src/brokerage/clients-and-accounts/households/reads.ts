// Reads of households for other resources.
import { Type } from "../../../values/type.ts";

export { encodeHousehold } from "./encode-household.ts";
export {
  type HouseholdInView,
  type HouseholdOnPaper,
  householdInView,
  householdOnPaper,
  selectHouseholdInView,
} from "./household-accounts.ts";

export { isIn, isVoid } from "./memberships.ts";
export { type HouseholdNeighbors, neighborsOf } from "./neighbors.ts";
export { selectHouseholds, selectMemberships, selectOwnersOf } from "./queries.ts";
export {
  Household,
  type HouseholdAccountOverview,
  type HouseholdOverview,
  HouseholdQuery,
  HouseholdsQuery,
} from "./schema.ts";

/** The path of a household; the example is one of the sample's. */
export const householdPath = Type.Object({ householdoid: Type.String({ examples: ["61"] }) });
