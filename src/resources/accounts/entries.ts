// What the audit entries of accounts say.
import Type, { type Static } from "typebox";
import {
  entryCount,
  entryId,
  entryShape,
  ofAccount,
  ofFirm,
} from "../../platform/change/audit-entry.ts";
import { placedRestriction } from "../restrictions/reads.ts";
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

const Plan = Type.Pick(Account, ["billingPlanOid"]);

/** An account that was opened, as it is answered, with the restriction placed on it and the items
 * made for its owners; for another account that its billing plan affects, only the plan; for a
 * corporate firm, its first account. */
export const createAccountEntry = entryShape("createAccount", {
  subject: Type.Union([ofAccount, ofFirm]),
  before: Type.Optional(Plan),
  after: Type.Union([
    Type.Object({
      account: Account,
      restriction: placedRestriction,
      itemsCreated: Type.Array(entryId),
    }),
    Plan,
    Type.Object({ issuerAccountNumber: ofAccount }),
  ]),
});
