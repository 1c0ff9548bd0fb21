// Which step a verification may take.
import { fieldProblem, type Problem, ruleProblem } from "../../values/problem.ts";
import { verificationErrors } from "./errors.ts";
import { type VerificationStatus, verificationLifeCycle } from "./life-cycle.ts";
import type { VerificationUpdate } from "./schema.ts";

/** Problems of giving a member another status; the same one is no step. */
export function problemsWithStatus(
  from: string,
  { status: to, comment }: VerificationUpdate,
): Problem[] {
  if (from === to) return [];
  const step = verificationLifeCycle.transitions.find(
    (each) =>
      each.from.includes(from as VerificationStatus) &&
      each.to.includes(to as VerificationStatus) &&
      each.through.some((operation) => operation === "updateVerification"),
  );
  if (step === undefined) return [ruleProblem(verificationErrors.status)];
  const isSilent = "needs" in step && comment === undefined;
  return isSilent ? [fieldProblem("comment", verificationErrors.comment)] : [];
}
