// Rules of signatures: which bytes are one, who may sign, and when an agreement is complete.
// (interface 2.1, 3)
import { missing, type Problem, ruleProblem } from "../../../values/problem.ts";
import { shapeRules } from "../../../values/shape-rule.ts";
import { agreementErrors } from "./errors.ts";
import type { SignedAgreement } from "./schema.ts";
import { encodingProblems, signatureKindOf, signatureProblems } from "./signature.ts";

const rule = shapeRules<SignedAgreement>();

/** Rules that need only the request: an image names its encoding, and the bytes are of that
 * kind. */
export const rulesOfRequest = [
  rule(["signatureMethod", "signatureImageEncoding"], (body) =>
    encodingProblems(body, "signatureImageEncoding", missing("signatureImageEncoding")),
  ),
  rule(["signatureMethod", "signatureImageEncoding", "signatureData"], (body) => {
    const kind = signatureKindOf(body);
    if (kind === undefined) return [];
    return signatureProblems("signatureData", body.signatureData, kind);
  }),
];

/** The stored facts about an account's owners, and whether its firm may store the signature. */
export interface AgreementFacts {
  readonly owners: readonly string[];
  readonly hasRoom: boolean;
}

/** Problems that need stored facts: only an owner signs, and a firm has a quota. */
export function problemsWith(
  request: SignedAgreement,
  { owners, hasRoom }: AgreementFacts,
): Problem[] {
  return [
    ...(owners.includes(request.loginId) ? [] : [ruleProblem(agreementErrors.signer)]),
    ...(hasRoom ? [] : [ruleProblem(agreementErrors.storage)]),
  ];
}

/** Whether every owner has signed here or agreed otherwise. */
export function isSignedByAll(owners: readonly string[], signed: readonly string[]): boolean {
  return owners.every((owner) => signed.includes(owner));
}
