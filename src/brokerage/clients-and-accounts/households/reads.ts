// What other resources may read of households.
import Type from "typebox";

export {
  type HouseholdInView,
  householdInView,
  selectHouseholdInView,
} from "./household-accounts.ts";

/** The path of a household; the example is one of the sample's. */
export const householdPath = Type.Object({ householdoid: Type.String({ examples: ["61"] }) });
