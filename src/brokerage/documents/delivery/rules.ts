// Rules of delivery preferences. (docs/documents.md)
import { fieldProblem, type Problem } from "../../../values/problem.ts";
import { deliveryErrors } from "./errors.ts";
import { chosenKinds, type DeliveryUpdate } from "./schema.ts";

/** The facts that are known when a member's preferences are set. */
export interface DeliveryFacts {
  /** Whether a consent stands already. */
  readonly hasConsent: boolean;
  /** Whether the member itself asks. */
  readonly isMember: boolean;
}

/** Problems of an update: electronic papers without a consent, a firm's without the signed one,
 * and a signed one of the member, who consents by the request itself. */
export function problemsWithUpdate(
  request: DeliveryUpdate,
  { hasConsent, isMember }: DeliveryFacts,
): Problem[] {
  const isElectronic = chosenKinds.some((kind) => request[kind] === "electronic");
  const consents = request.consent ?? hasConsent;
  const problems: Problem[] = [];
  if (isElectronic && !consents) problems.push(fieldProblem("consent", deliveryErrors.consent));
  if (!isMember && request.consent === true && request.signedConsent === undefined) {
    problems.push(fieldProblem("signedConsent", deliveryErrors.signedConsent));
  }
  if (isMember && request.signedConsent !== undefined) {
    problems.push(fieldProblem("signedConsent", deliveryErrors.signedConsentData));
  }
  return problems;
}
