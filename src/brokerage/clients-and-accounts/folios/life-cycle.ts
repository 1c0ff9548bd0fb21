// The life of a folio; cash and the holdings outside folios are always open.
import { lifeCycle, none } from "../../../values/life-cycle.ts";

const by = ["institutional"] as const;

/** The life cycle of a folio from number 03 up: open, then closed. */
export const folioLifeCycle = lifeCycle({
  name: "folio",
  states: ["O", "C"],
  transitions: [
    { from: [none], to: ["O"], by, through: ["createFolio"] },
    { from: ["O"], to: ["O"], by, through: ["updateFolio"] },
    {
      from: ["O"],
      to: ["C"],
      by,
      through: ["updateFolio"],
      needs: "no shares, no cash and no subscription to a model",
    },
  ],
});

/** A state of a folio. */
export type FolioStatus = (typeof folioLifeCycle.states)[number];
