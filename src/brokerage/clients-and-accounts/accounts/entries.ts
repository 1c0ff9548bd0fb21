// The content of the audit entries of accounts.
import type { Static } from "typebox";
import { entryCount, entryShape, ofAccount } from "../../../platform/change/audit-entry.ts";
import { Type } from "../../../values/type.ts";
import { Account } from "./schema.ts";

/** The beneficiaries whose numbers have changed: their positions from 1 on, by list. */
const ChangedSsns = Type.Partial(
  Type.Object({
    primaryBeneficiaries: Type.Array(entryCount),
    contingentBeneficiaries: Type.Array(entryCount),
  }),
);
export type ChangedSsns = Static<typeof ChangedSsns>;

/** The fields that were sent, before and after, and whose social security numbers have changed; for
 * another account that a new billing plan affects, only the plan. */
export const updateAccountEntry = entryShape("updateAccount", {
  subject: ofAccount,
  before: Type.Partial(Account),
  after: Type.Partial(Account),
  detail: Type.Optional(Type.Object({ ssnsChanged: ChangedSsns })),
});
