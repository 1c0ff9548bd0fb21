// What other resources may use of imports: running one, and what its files and answers look like.
export { accountColumns, accountsText, splitName } from "./accounts-file.ts";
export type { ImportInput, ImportPlan } from "./plan-import.ts";
export { type GivenAnswer, type QuestionSubject, subjects } from "./questions.ts";
export { type AtEnd, countOf, type ImportOutcome, runImport } from "./run-import.ts";
export { type ShownBreak, shownBreaks } from "./shown-breaks.ts";
