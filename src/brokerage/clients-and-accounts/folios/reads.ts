// Reads of folios for other resources.
import { folioChangeErrors } from "./errors.ts";

export { folioChangeErrors } from "./errors.ts";
export {
  type FolioDetailRow,
  type FolioSettings,
  selectFolio,
  selectFolios,
  selectHoldsAny,
} from "./queries.ts";
export {
  nextFolioNumber,
  problemsWithFixedFolio,
  problemsWithFolioUpdate,
  problemsWithNewFolio,
  rulesOfFolioUpdate,
  rulesOfNewFolio,
} from "./rules.ts";
export { FolioUpdate, NewFolio } from "./schema.ts";

/** The code of a change of a folio that never changes. */
export const fixedFolioError = folioChangeErrors.fixed;
