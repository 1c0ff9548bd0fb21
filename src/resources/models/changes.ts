// What others may change of models.
export { keepAnswersOfManagers } from "./keep-answers.ts";
