// The life of a member's verified accreditation.
import { lifeCycle, none } from "../../../values/life-cycle.ts";

/** The life cycle of a member's accreditation; a record that has lapsed stays. */
export const accreditationLifeCycle = lifeCycle({
  name: "accreditation",
  states: ["NON_ACCREDITED", "ACCREDITED", "LAPSED"],
  transitions: [
    {
      from: [none, "NON_ACCREDITED", "ACCREDITED", "LAPSED"],
      to: ["NON_ACCREDITED", "ACCREDITED"],
      by: ["operator", "institutional"],
      through: ["recordAccreditation"],
    },
    {
      from: ["ACCREDITED"],
      to: ["LAPSED"],
      by: ["sweep"],
      through: [],
      needs: "its last day is over; nothing is written",
    },
  ],
});

/** A state of a member's accreditation, or that nothing is recorded. */
export type AccreditationState = (typeof accreditationLifeCycle.states)[number] | typeof none;
