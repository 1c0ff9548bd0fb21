// Rules of making, changing and closing the folios of an account. (interface 4.17)
import { isFinal, mayMove } from "../../../values/life-cycle.ts";
import { brokenIf, type Problem, ruleProblem } from "../../../values/problem.ts";
import { matchesPath } from "../../../values/shape-rule.ts";
import { folioChangeErrors } from "./errors.ts";
import { folioLifeCycle } from "./life-cycle.ts";
import type { FolioRow, FolioSettings } from "./queries.ts";
import type { FolioUpdate, NewFolio } from "./schema.ts";

/** The account of a new folio is that of its path. */
export const rulesOfNewFolio = [matchesPath<NewFolio>("accountNumber", "accountnumber")];

/** The account and the folio of a change are those of its path. */
export const rulesOfFolioUpdate = [
  matchesPath<FolioUpdate>("accountNumber", "accountnumber"),
  matchesPath<FolioUpdate>("folioNumber", "folionumber"),
];

/** The number that a new folio gets, the first from 03 that no folio has; undefined if all are
 * there. */
export function nextFolioNumber(
  accountNumber: string,
  taken: readonly string[],
): string | undefined {
  const numbers = Array.from({ length: 97 }, (_, index) => String(index + 3).padStart(2, "0"));
  return numbers.map((digits) => accountNumber + digits).find((each) => !taken.includes(each));
}

/** Problems of a new folio that need stored facts. */
export function problemsWithNewFolio({
  folioNumber,
  isBenchmarkUnseen,
}: Pick<FolioFacts, "isBenchmarkUnseen"> & {
  readonly folioNumber: string | undefined;
}): Problem[] {
  return [
    ...brokenIf(folioNumber === undefined, folioChangeErrors.count),
    ...brokenIf(isBenchmarkUnseen, folioChangeErrors.benchmark),
  ];
}

/** The stored facts about a folio that is to be changed. */
export interface FolioFacts {
  readonly folio: Pick<FolioRow, "folioType"> & Pick<FolioSettings, "folioStatus">;
  readonly holdsAny: boolean;
  readonly isSubscribed: boolean;
  /** Whether it would be compared with something new that the caller does not see. */
  readonly isBenchmarkUnseen: boolean;
}

/** The problem of a change of cash, of the holdings outside folios, or of a closed folio. */
export function problemsWithFixedFolio({ folioType, folioStatus }: FolioFacts["folio"]): Problem[] {
  const isOpen = folioType === "folio" && !isFinal(folioLifeCycle, folioStatus);
  return isOpen ? [] : [ruleProblem(folioChangeErrors.fixed)];
}

/** Problems of a change that need stored facts; `folio_closed` enforces that cash and the holdings
 * outside folios are never closed. */
export function problemsWithFolioUpdate(
  { folioStatus }: Pick<FolioUpdate, "folioStatus">,
  { folio, holdsAny, isSubscribed, isBenchmarkUnseen }: FolioFacts,
): Problem[] {
  const to = folioStatus ?? folio.folioStatus;
  const isStep = mayMove(folioLifeCycle, { from: folio.folioStatus, to, by: "institutional" });
  if (folio.folioType !== "folio" || !isStep) return [ruleProblem(folioChangeErrors.fixed)];
  return [
    ...brokenIf(to === "C" && (holdsAny || isSubscribed), folioChangeErrors.close),
    ...brokenIf(isBenchmarkUnseen, folioChangeErrors.benchmark),
  ];
}
