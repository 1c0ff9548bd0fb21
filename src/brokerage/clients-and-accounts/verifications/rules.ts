// The steps that a verification may take.
import { fieldProblem, type Problem, ruleProblem } from "../../../values/problem.ts";
import { verificationErrors } from "./errors.ts";
import { type VerificationStatus, verificationLifeCycle } from "./life-cycle.ts";
import type { VerificationUpdate } from "./schema.ts";

/** Problems of giving a member another status; the same one is no step. Whoever passes a client whose
 * tax id a member of another firm has says why. */
export function problemsWithStatus(
  from: string,
  { status: to, comment }: VerificationUpdate,
  { isTidShared }: { readonly isTidShared: boolean },
): Problem[] {
  if (from === to) return [];
  const step = verificationLifeCycle.transitions.find(
    (each) =>
      each.from.includes(from as VerificationStatus) &&
      each.to.includes(to as VerificationStatus) &&
      each.through.some((operation) => operation === "updateVerification"),
  );
  if (step === undefined) return [ruleProblem(verificationErrors.status)];
  const needsComment = "needs" in step || (to === "PASSED" && isTidShared);
  const isSilent = needsComment && comment === undefined;
  return isSilent ? [fieldProblem("comment", verificationErrors.comment)] : [];
}
