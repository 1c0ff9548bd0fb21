// The content of the audit entries of kept tax papers.

import { entryShape, ofAccount } from "../../../platform/change/audit-entry.ts";
import { Type } from "../../../values/type.ts";
import { DocumentInEntry } from "../vault/changes.ts";

/** A version of a tax paper that was reported and is kept. */
export const keepTaxPaperEntry = entryShape("keepTaxPaper", {
  subject: ofAccount,
  after: Type.Object({ document: DocumentInEntry }),
});
