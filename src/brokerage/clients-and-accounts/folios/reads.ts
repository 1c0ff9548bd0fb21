// What other resources may read of folios.
import { folioChangeErrors } from "./errors.ts";

export { type FolioDetailRow, selectFolio } from "./queries.ts";
export { problemsWithFixedFolio } from "./rules.ts";

/** The code of a change of a folio that never changes. */
export const fixedFolioError = folioChangeErrors.fixed;
