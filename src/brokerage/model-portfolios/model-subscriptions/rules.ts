// Rules of a folio's subscription to a model, and of newer versions of the model. (interface 4.23)
import type { Id } from "@bursar/values/ids";
import { brokenIf, type Problem, ruleProblem } from "../../../values/problem.ts";
import { matchesPath } from "../../../values/shape-rule.ts";
import {
  type InForce,
  problemsWhereAnyRestricted,
} from "../../clients-and-accounts/restrictions/account-state.ts";
import type { Target } from "../models/reads.ts";
import { type Exclusions, effectiveWeights, notExcluded } from "./effective-weights.ts";
import { modelSubscriptionErrors } from "./errors.ts";
import type { SubscriptionStatus } from "./life-cycle.ts";
import type { SubscriptionRow } from "./queries.ts";
import type { NewModelSubscription } from "./schema.ts";

/** The account and the folio of a subscription are those of its path. */
export const rulesOfNewModelSubscription = [
  matchesPath<NewModelSubscription>("accountNumber", "accountnumber"),
  matchesPath<NewModelSubscription>("folioNumber", "folionumber"),
];

/** A model that may be subscribed to. */
export interface SubscribedModel {
  readonly programOids: readonly Id[];
  readonly targets: readonly Target[];
}

/** The stored facts about a folio that is to be subscribed. */
export interface SubscriptionFacts {
  /** Undefined where the caller sees no published model. */
  readonly model: SubscribedModel | undefined;
  readonly inForce: readonly InForce[];
  /** The tickers that the account excludes today. */
  readonly excluded: readonly string[];
}

/** Problems of a subscription that need stored facts; the folio itself is judged as its changes
 * are. */
export function problemsWithSubscription(
  { programOid, exclusionRule }: Pick<NewModelSubscription, "programOid" | "exclusionRule">,
  { model, inForce, excluded }: SubscriptionFacts,
): Problem[] {
  const { model: unseen, program, exclusion } = modelSubscriptionErrors;
  const restricted = problemsWhereAnyRestricted(inForce);
  if (model === undefined) return [ruleProblem(unseen), ...restricted];
  const isOfModel =
    programOid === undefined
      ? model.programOids.length === 0
      : model.programOids.includes(programOid);
  const left = effectiveWeights(model.targets, { exclusionRule, excluded });
  return [
    ...brokenIf(!isOfModel, program),
    ...restricted,
    ...brokenIf(left.length === 0, exclusion),
  ];
}

/** The state of a subscription once its model has a newer version: it adopts that, or it waits. */
export function statusAfterNewVersion(
  subscriptionType: SubscriptionRow["subscriptionType"],
  targets: readonly Target[],
  exclusions: Exclusions,
): SubscriptionStatus {
  const isWhole = notExcluded(targets, exclusions).length === targets.length;
  return subscriptionType === "A" || (subscriptionType === "F" && isWhole) ? "CURRENT" : "PENDING";
}

/** Whether the primary owner is informed that a newer version waits; on demand nobody is. */
export function isOwnerNotified(subscriptionType: SubscriptionRow["subscriptionType"]): boolean {
  return subscriptionType === "R" || subscriptionType === "F";
}
