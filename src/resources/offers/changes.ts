// What others may change of offers.
export { keepAnswersOfIssuers } from "./keep-answers.ts";
