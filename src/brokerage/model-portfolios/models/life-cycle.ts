// The life of a model: published, or seen by the firm that manages it alone.
import { lifeCycle, none } from "../../../values/life-cycle.ts";

const by = ["institutional"] as const;

/** The life cycle of a model; one that is loaded is published. */
export const modelLifeCycle = lifeCycle({
  name: "model",
  states: ["U", "P"],
  transitions: [
    { from: [none], to: ["U", "P"], by, through: ["createModel"] },
    { from: ["U"], to: ["P"], by, through: ["updateModel"] },
    {
      from: ["P"],
      to: ["U"],
      by,
      through: ["updateModel"],
      needs: "no folio is subscribed to it",
    },
  ],
});

/** A state of a model. */
export type PublishedStatus = (typeof modelLifeCycle.states)[number];
