// What the audit entries of fee runs say: a run's are on the chain of its firm, a fee's on that of its account.
import Type from "typebox";
import {
  entryCount,
  entryDay,
  entryDecimal,
  entryId,
  entryShape,
  ofFirm,
} from "../../../platform/change/audit-entry.ts";
import { nullable } from "../../../values/wire.ts";

const Run = Type.Object({ feeRunOid: entryId, runStatus: Type.String() });
const Hash = nullable(Type.String({ pattern: "^[0-9a-f]{64}$" }));
const Sums = Type.Object({ items: entryCount, computed: entryDecimal, itemsHash: Hash });
const Text = nullable(Type.String());

/** A run that was created. */
export const createFeeRunEntry = entryShape("createFeeRun", {
  subject: ofFirm,
  after: Run,
  detail: Type.Object({ kind: Type.String(), periodEnd: entryDay, accounts: entryCount }),
});

/** Some of a run's items that were computed, and the run where it is done. */
export const computeFeeRunEntry = entryShape("computeFeeRun", {
  subject: ofFirm,
  before: Run,
  after: Run,
  detail: Sums,
});

/** A run that was moved on. */
export const updateFeeRunEntry = entryShape("updateFeeRun", {
  subject: ofFirm,
  before: Run,
  after: Run,
  detail: Type.Object({ comment: Text, postDate: nullable(entryDay), sums: Sums }),
});
