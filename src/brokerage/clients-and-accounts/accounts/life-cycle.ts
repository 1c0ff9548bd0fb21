// The states of an account, which follow from the restrictions in force on it. (docs/life-cycles.md, account
// states)
import { lifeCycle, type Mover, none } from "../../../values/life-cycle.ts";

const firms: readonly Mover[] = ["institutional", "operator"];
const unrestricted = ["RESTRICTED", "SELL_ONLY", "OPEN"] as const;

/** The steps of an account: a restriction that waits for its owners comes before all others, a
 * complete one before one to sales. */
export const accountLifeCycle = lifeCycle({
  name: "account",
  states: ["PENDING", "RESTRICTED", "SELL_ONLY", "OPEN"],
  transitions: [
    { from: [none], to: ["PENDING"], by: ["institutional"], through: ["createAccount"] },
    {
      from: ["PENDING"],
      to: unrestricted,
      by: ["institutional", "client", "operator"],
      through: ["signCustomerAgreement", "updateItemForAttention", "liftRestriction"],
      needs: "020 and 022 are lifted; then by what else is in force",
    },
    {
      from: unrestricted,
      to: ["PENDING"],
      by: ["operator"],
      through: ["createRestriction"],
      needs: "reason 020 or 022",
    },
    {
      from: ["SELL_ONLY", "OPEN"],
      to: ["RESTRICTED"],
      by: firms,
      through: ["createRestriction"],
      needs: "type CR",
    },
    {
      from: ["OPEN"],
      to: ["SELL_ONLY"],
      by: firms,
      through: ["createRestriction"],
      needs: "type SO",
    },
    {
      from: ["RESTRICTED", "SELL_ONLY"],
      to: ["SELL_ONLY", "OPEN"],
      by: firms,
      through: ["liftRestriction"],
      needs: "by what else is in force",
    },
  ],
});

/** The state of an account. */
export type AccountState = (typeof accountLifeCycle.states)[number];
