// The life of a client's verification; the operator judges, a firm asks again.
import { lifeCycle } from "../../../values/life-cycle.ts";

/** The life cycle of whether a member's identity is verified. */
export const verificationLifeCycle = lifeCycle({
  name: "verification",
  states: ["PENDING_NEW", "PASSED", "FAILED"],
  transitions: [
    {
      from: ["none"],
      to: ["PENDING_NEW"],
      by: ["institutional", "operator"],
      through: ["createMember"],
    },
    {
      from: ["PENDING_NEW"],
      to: ["PASSED", "FAILED"],
      by: ["operator"],
      through: ["updateVerification"],
    },
    { from: ["FAILED"], to: ["PENDING_NEW"], by: ["institutional"], through: ["reverifyMember"] },
    { from: ["FAILED"], to: ["PENDING_NEW"], by: ["operator"], through: ["updateVerification"] },
    {
      from: ["FAILED"],
      to: ["PASSED"],
      by: ["operator"],
      through: ["updateVerification"],
      needs: "a comment",
    },
    {
      from: ["PASSED"],
      to: ["FAILED"],
      by: ["operator"],
      through: ["updateVerification"],
      needs: "a comment",
    },
  ],
});

/** A state of a member's verification. */
export type VerificationStatus = (typeof verificationLifeCycle.states)[number];
