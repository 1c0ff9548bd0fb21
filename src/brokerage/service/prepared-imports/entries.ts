// The content of the audit entries of prepared imports, on the chain of their firm: the hashes of
// the files, never their content or names, which are often those of clients.

import { entryCount, entryId, entryShape, ofFirm } from "../../../platform/change/audit-entry.ts";
import { Type } from "../../../values/type.ts";

const Status = Type.Object({ importId: entryId, importStatus: Type.String() });
const Content = Type.Object({
  profile: Type.String(),
  files: Type.Array(Type.String({ pattern: "^[0-9a-f]{64}$" })),
  answers: entryCount,
  accounts: entryCount,
});

/** An import that was prepared. */
export const prepareImportEntry = entryShape("prepareImport", {
  subject: ofFirm,
  after: Status,
  detail: Content,
});

/** Files, answers and accounts that were added. */
export const completeImportEntry = entryShape("completeImport", {
  subject: ofFirm,
  before: Status,
  after: Status,
  detail: Content,
});

/** An import that was released without bringing anything new, or was discarded; another release is a load, whose entries
 * say what it has changed. */
export const decideImportEntry = entryShape("decideImport", {
  subject: ofFirm,
  before: Status,
  after: Status,
});

/** An import on which nobody has decided. */
export const expireImportEntry = entryShape("expireImport", {
  subject: ofFirm,
  before: Status,
  after: Status,
});
