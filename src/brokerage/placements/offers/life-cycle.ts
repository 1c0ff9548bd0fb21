// The lives of an offer, and of a firm's part in it. (interface 2.3, 3)
import { lifeCycle, none } from "../../../values/life-cycle.ts";

/** The life cycle of a version of a document for a member. */
export const documentLifeCycle = lifeCycle({
  name: "offer document, of a member",
  states: ["viewed", "signed"],
  transitions: [
    {
      from: [none],
      to: ["viewed"],
      by: ["institutional", "client"],
      through: ["getOfferDocument"],
    },
    {
      from: ["viewed"],
      to: ["signed"],
      by: ["institutional", "client"],
      through: ["createPrivatePlacementOrder"],
      needs: "it is signable, and the latest version",
    },
  ],
});

/** The life cycle of an offer. */
export const offerLifeCycle = lifeCycle({
  name: "offer",
  states: ["I", "P", "N", "X", "C"],
  transitions: [
    { from: [none], to: ["I"], by: ["institutional"], through: ["createOffer"] },
    {
      from: [none],
      to: ["I", "P", "N", "X", "C"],
      by: ["operator"],
      through: ["loadFolder"],
      needs: "as the record says",
    },
    {
      from: ["I"],
      to: ["P"],
      by: ["institutional", "client"],
      through: ["createPrivatePlacementOrder"],
      needs: "the first subscription",
    },
    {
      from: ["I", "P"],
      to: ["X", "N"],
      by: ["institutional", "operator"],
      through: ["updateOffer"],
    },
    {
      from: ["I"],
      to: ["N"],
      by: ["sweep"],
      through: ["closeDueOffer"],
      needs: "the closing date has passed",
    },
    {
      from: ["P"],
      to: ["N"],
      by: ["sweep"],
      through: ["closeDueOffer"],
      needs:
        "the closing date has passed, under BEST_EFFORTS by ten days, and it cannot be executed",
    },
    {
      from: ["P"],
      to: ["C"],
      by: ["institutional", "operator"],
      through: ["updateOffer"],
      needs: "the approved subscriptions reach what the execution type requires",
    },
  ],
});

/** The status of an offer. */
export type OfferStatus = (typeof offerLifeCycle.states)[number];

/** The life cycle of a participating firm. */
export const participationLifeCycle = lifeCycle({
  name: "participating firm",
  states: ["P", "A", "D"],
  transitions: [
    {
      from: [none],
      to: ["P"],
      by: ["institutional", "operator"],
      through: ["createOffer", "updateOffer"],
      needs: "named in the list",
    },
    {
      from: ["P"],
      to: ["A", "D"],
      by: ["institutional"],
      through: ["updateParticipation"],
    },
    {
      from: ["A"],
      to: ["D"],
      by: ["institutional"],
      through: ["updateParticipation"],
      needs: "no open subscription of its accounts",
    },
    {
      from: ["P", "A", "D"],
      to: [none],
      by: ["institutional", "operator"],
      through: ["updateOffer"],
      needs: "left out of the list",
    },
  ],
});
