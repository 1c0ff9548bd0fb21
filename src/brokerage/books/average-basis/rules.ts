// Rules of elections: which may be made, revoked and ended, of which account and security.
// (interface 4.25)
import { newYorkDay } from "@bursar/values/dates";
import { brokenIf, invalid, type Problem, ruleProblem } from "../../../values/problem.ts";
import { shapeRules } from "../../../values/shape-rule.ts";
import { averageBasisErrors } from "./errors.ts";
import type { NewElection } from "./schema.ts";

const rule = shapeRules<NewElection>();

/** Rules that need only the request and the clock: a plan has begun, and goes with an election. */
export const rulesOfElection = [
  rule(["election", "planSince"], ({ election, planSince }, { now }) => {
    if (planSince === undefined) return [];
    const isSound = election === "AVE" && planSince <= newYorkDay(now);
    return isSound ? [] : [invalid("planSince")];
  }),
];

/** The facts about an account and a security before an election. */
export interface ElectionFacts {
  readonly isTaxable: boolean;
  /** Of instrument type MF or MM. */
  readonly isFund: boolean;
  /** Whether it counts as stock, which may have a reinvestment plan. */
  readonly isStock: boolean;
  readonly isInForce: boolean;
}

/** Problems that need stored facts; when a revocation comes too late, the engine knows. */
export function problemsWithElection(
  { election, planSince }: NewElection,
  { isTaxable, isFund, isStock, isInForce }: ElectionFacts,
): Problem[] {
  const isPlanned = isStock && (election !== "AVE" || planSince !== undefined);
  const wantsNone = election === "AVE";
  return [
    ...brokenIf(!isTaxable, averageBasisErrors.account),
    ...brokenIf(!isFund && !isPlanned, averageBasisErrors.kind),
    ...(isInForce === wantsNone
      ? [electionProblem(`${isInForce ? "An" : "No"} election is in force.`)]
      : []),
  ];
}

/** The refusal of an election for a reason of its books. */
export function electionProblem(sentence: string): Problem {
  return ruleProblem({ ...averageBasisErrors.election, sentence });
}
