// Rules of asking for a member's attention, and of answering. (interface 6.3)

import { type Day, newYorkDay } from "@bursar/values/dates";
import { ifaTypes } from "../../../reference/codes.ts";
import { type Mover, mayMove } from "../../../values/life-cycle.ts";
import { brokenIf, fieldProblem, type Problem } from "../../../values/problem.ts";
import { matchesPath, shapeRules } from "../../../values/shape-rule.ts";
import { itemErrors } from "./errors.ts";
import type { ItemAction, NewItemForAttention } from "./item-schema.ts";
import { itemLifeCycle, mayAct, statusAfter } from "./life-cycle.ts";
import { encodingProblems, signatureKindOf, signatureProblems } from "./signature.ts";

const ruleOfNew = shapeRules<NewItemForAttention>();

/** Rules of a new item that need only the request and the clock. */
export const rulesOfNewItem = [
  ruleOfNew(["startDate", "expirationDate"], ({ startDate, expirationDate }, { now }) => {
    const isOver = expirationDate !== undefined && expirationDate < (startDate ?? newYorkDay(now));
    return isOver ? [fieldProblem("expirationDate", itemErrors.expiration)] : [];
  }),
];

/** Problems of a new item that need to know the caller and the member's accounts. */
export function problemsWithNewItem(
  { accountNumber, ifaType }: Pick<NewItemForAttention, "accountNumber" | "ifaType">,
  { owned, by }: { readonly owned: readonly string[]; readonly by: Mover },
): Problem[] {
  const mayAsk = by === "operator" ? ifaType !== "SA" : ifaTypes.find(ifaType)?.byFirms === true;
  return [
    ...brokenIf(!owned.includes(accountNumber), itemErrors.account),
    ...brokenIf(!mayAsk, itemErrors.type),
  ];
}

const rule = shapeRules<ItemAction>();

/** Rules of an action that need only the request and its path. */
export const rulesOfAction = [
  matchesPath<ItemAction>("id", "ifaid"),
  rule(
    ["parameterMap.signatureMethod", "parameterMap.signatureImageEncoding"],
    ({ parameterMap }) => {
      if (parameterMap === undefined) return [];
      const field = "parameterMap.signatureImageEncoding";
      const unnamed = fieldProblem(field, itemErrors.signatureImageEncoding);
      return encodingProblems(parameterMap, field, unnamed);
    },
  ),
  rule(
    [
      ...(["parameterMap.signatureMethod", "parameterMap.signatureImageEncoding"] as const),
      "parameterMap.signatureData",
    ],
    ({ parameterMap }) => {
      if (parameterMap === undefined) return [];
      const kind = signatureKindOf(parameterMap);
      if (kind === undefined) return [];
      return signatureProblems("parameterMap.signatureData", parameterMap.signatureData, kind);
    },
  ),
];

/** The facts about an item that is acted on. */
export interface ItemFacts {
  readonly ifaType: string;
  readonly ifaStatus: string;
  readonly startOn: Day;
  readonly expiresOn: Day | null;
  readonly viewsRemaining: number | null;
  readonly numberOfViews: number;
  readonly forceView: boolean;
}

/** Problems of an action that need stored facts. */
export function problemsWithAction(
  { action, parameterMap }: Pick<ItemAction, "action" | "parameterMap">,
  item: ItemFacts,
  { by, today }: { readonly by: Mover; readonly today: Day },
): Problem[] {
  const { ifaType, ifaStatus: from, viewsRemaining, forceView } = item;
  const isOpen = mayMove(itemLifeCycle, { from, to: statusAfter(action, by), by } as never);
  const isInForce = item.startOn <= today && (item.expiresOn === null || today <= item.expiresOn);
  const needsSignature = ifaType === "AA" && action === "A";
  const isViewed = from === "V" || item.numberOfViews > 0;
  return [
    ...brokenIf(!isOpen, itemErrors.status),
    ...brokenIf(!isInForce, itemErrors.date),
    ...brokenIf(!mayAct(ifaType, action, by), itemErrors.action),
    ...brokenIf((parameterMap !== undefined) !== needsSignature, itemErrors.parameter),
    ...brokenIf(action === "V" && viewsRemaining === 0, itemErrors.view),
    ...brokenIf(action !== "V" && forceView && !isViewed, itemErrors.forceView),
  ];
}
