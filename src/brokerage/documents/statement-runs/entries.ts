// The content of the audit entries of statement runs: a run's are on the chain of its firm, a
// released document's on that of its account, with its hash.

import {
  entryCount,
  entryDay,
  entryDecimal,
  entryId,
  entryShape,
  ofFirm,
} from "../../../platform/change/audit-entry.ts";
import { Type } from "../../../values/type.ts";
import { nullable } from "../../../values/wire.ts";
import { DocumentInEntry } from "../vault/changes.ts";

const Run = Type.Object({ runOid: entryId, runStatus: Type.String() });
const Sums = Type.Object({
  items: entryCount,
  total: entryDecimal,
  itemsHash: nullable(Type.String({ pattern: "^[0-9a-f]{64}$" })),
});

/** A run that was created. */
export const createStatementRunEntry = entryShape("createStatementRun", {
  subject: ofFirm,
  after: Run,
  detail: Type.Object({
    reportType: Type.String(),
    periodFrom: entryDay,
    periodEnd: entryDay,
    items: entryCount,
  }),
});

/** The statement of an account that a run has drawn: it changes nothing that anybody else sees. */
export const drawStatementEntry = entryShape("drawStatement", { subject: ofFirm });

/** A run of which every account is drawn. */
export const endBuildingEntry = entryShape("endBuilding", {
  subject: ofFirm,
  before: Run,
  after: Run,
  detail: Sums,
});

/** A run that was released or discarded; and on the chain of each owner the document that can be read. */
export const updateStatementRunEntry = entryShape("updateStatementRun", {
  subject: Type.String({ pattern: "^(R[A-Z0-9]{8,9}|firm:[1-9]\\d{0,18})$" }),
  // Null of a document.
  before: nullable(Run),
  after: nullable(Run),
  detail: Type.Union([Sums, Type.Object({ document: DocumentInEntry })]),
});
