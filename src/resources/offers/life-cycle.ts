// The lives of an invitation to an offer, and of a document before a member. (interface 2.3, 2.4)
import { lifeCycle, none } from "../../values/life-cycle.ts";

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
