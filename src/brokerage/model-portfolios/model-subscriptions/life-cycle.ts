// The life of a folio's subscription to a model.
import { lifeCycle, none } from "../../../values/life-cycle.ts";

/** The life cycle of a subscription: it has the newest version of its model, or one waits. */
export const modelSubscriptionLifeCycle = lifeCycle({
  name: "model subscription",
  states: ["CURRENT", "PENDING"],
  transitions: [
    {
      from: [none, "CURRENT", "PENDING"],
      to: ["CURRENT"],
      by: ["institutional"],
      through: ["setModelSubscription"],
      needs: "the account has no restriction, and not every security is excluded",
    },
    {
      from: ["CURRENT"],
      to: ["CURRENT"],
      by: ["sweep"],
      through: ["followModel"],
      needs: "type A, or F where no security of the new version is excluded",
    },
    {
      from: ["CURRENT"],
      to: ["PENDING"],
      by: ["sweep"],
      through: ["followModel"],
      needs: "type R or D, or F where a security of the new version is excluded",
    },
    {
      from: ["CURRENT", "PENDING"],
      to: [none],
      by: ["institutional"],
      through: ["removeModelSubscription"],
    },
  ],
});

/** A state of a subscription. */
export type SubscriptionStatus = (typeof modelSubscriptionLifeCycle.states)[number];
