// Rules of the fields of a firm. (docs/life-cycles.md, Firm)
import { brokenIf, type Problem, ruleProblem } from "../../../values/problem.ts";
import { matchesPath, shapeRules } from "../../../values/shape-rule.ts";
import { isPoBox, primaryLines } from "../accounts/address.ts";
import { firmErrors } from "./errors.ts";
import type { FirmUpdate, NewFirm } from "./schema.ts";

const rule = shapeRules<NewFirm>();
const ruleOfUpdate = shapeRules<FirmUpdate>();

/** The problem of a request for a firm that is no corporate one. */
export function problemsOfType(firmType: string): Problem[] {
  if (firmType === "G") return [];
  const message = `unsupported.action.on.${firmType.toLowerCase()}.type.of.firm`;
  return [{ type: "UNSUPPORTED", field: "firmType", message }];
}

/** Rules of a new firm that need only the request. */
export const rulesOfNewFirm = [
  rule(["firmType"], ({ firmType }) => problemsOfType(firmType)),
  rule(primaryLines, ({ primaryAddress }) => brokenIf(isPoBox(primaryAddress), firmErrors.poBox)),
  // Institutional firms alone add firms.
  rule(["underContract"], ({ underContract }) =>
    brokenIf(underContract !== undefined, firmErrors.operator),
  ),
];

/** Rules of an update that need only the request, its path and the kind of its caller. */
export const rulesOfFirmUpdate = [
  matchesPath<FirmUpdate>("firmOid", "firmid"),
  ruleOfUpdate(primaryLines, ({ primaryAddress }) =>
    brokenIf(primaryAddress !== undefined && isPoBox(primaryAddress), firmErrors.poBox),
  ),
  ruleOfUpdate(["underContract"], ({ underContract }, { firmKind }) =>
    brokenIf(underContract !== undefined && firmKind !== "operator", firmErrors.operator),
  ),
];

/** The stored facts that the rules of a firm need. */
export interface FirmFacts {
  /** The representative that is named is a client of the managing firm. */
  readonly isRepresentativeClient: boolean;
  readonly isTaxIdTaken: boolean;
}

/** Problems that need stored facts; `firm_tax_id_key` enforces that a tax id is nobody else's, by which
 * only a firm is judged that could be added otherwise. */
export function problemsWithFirm({ isRepresentativeClient, isTaxIdTaken }: FirmFacts): Problem[] {
  if (!isRepresentativeClient) return [ruleProblem(firmErrors.representative)];
  return brokenIf(isTaxIdTaken, firmErrors.uniqueTaxId);
}
