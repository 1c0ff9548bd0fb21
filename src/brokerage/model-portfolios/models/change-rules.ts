// Rules of a model that a firm writes. (interface 2.8)
import { type Decimal, sameValue, sum } from "@bursar/values/decimal";
import type { Id } from "@bursar/values/ids";
import { brokenIf, type Problem } from "../../../values/problem.ts";
import { entryRules, matchesPath } from "../../../values/shape-rule.ts";
import { modelErrors } from "./errors.ts";
import type { ModelUpdate, NewModel } from "./schema.ts";

const weights = entryRules<Pick<NewModel, "targetWeights">>();
const whole = "100.00" as Decimal;

/** Rules that need only the request: the weights add up to 100, and each security appears once,
 * ignoring case. */
export const rulesOfNewModel = [
  weights("targetWeights", ["targetWeight"], (entries) => {
    const known = entries.flatMap((entry) => entry?.targetWeight ?? []);
    const isSum = known.length < entries.length || sameValue(sum(known), whole);
    return brokenIf(!isSum, modelErrors.weights);
  }),
  weights("targetWeights", ["ticker"], (entries) => {
    const tickers = entries.flatMap((entry) => entry?.ticker.toUpperCase() ?? []);
    return brokenIf(new Set(tickers).size < tickers.length, modelErrors.uniqueWeights);
  }),
];

/** The same of an update, whose path names the model. */
export const rulesOfModelUpdate = [
  matchesPath<ModelUpdate>("modelOid", "foliooid"),
  ...rulesOfNewModel,
];

/** Stored facts that concern a model to be stored. */
export interface ModelFacts {
  /** The number of the model's folio; undefined of a new one. */
  readonly folioNumber: string | undefined;
  readonly isNameTaken: boolean;
  readonly hasUnknownTicker: boolean;
  readonly isBenchmarkUnknown: boolean;
  readonly isNamedTwice: boolean;
  /** Whether it would be taken back while folios are subscribed to it. */
  readonly isTakenFromFolios: boolean;
  /** The programs in which the managing firm takes part. */
  readonly programsOfFirm: readonly Id[];
}

/** Problems that need stored facts. The lock of the firm keeps others from taking the name,
 * that of the model keeps folios from subscribing to it. */
export function problemsWithModel(
  sent: Pick<ModelUpdate, "programOid"> & { readonly folioNumber?: string },
  facts: ModelFacts,
): Problem[] {
  const { folioNumber, isNameTaken, hasUnknownTicker, programsOfFirm, isTakenFromFolios } = facts;
  const isForeign = sent.programOid?.some((oid) => !programsOfFirm.includes(oid)) === true;
  return [
    ...brokenIf(facts.isNamedTwice, modelErrors.uniqueWeights),
    ...brokenIf(sent.folioNumber !== folioNumber, modelErrors.folioNumber),
    ...brokenIf(isNameTaken, modelErrors.unique),
    ...brokenIf(hasUnknownTicker, modelErrors.security),
    ...brokenIf(isForeign, modelErrors.program),
    ...brokenIf(isTakenFromFolios, modelErrors.subscribed),
    ...brokenIf(facts.isBenchmarkUnknown, modelErrors.benchmark),
  ];
}
