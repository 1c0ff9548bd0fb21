// The wire shape of an account for a caller whose client may lack rights. (interface 2.2, 5)
import type { Static } from "typebox";
import { Type } from "../../../values/type.ts";
import { nullable } from "../../../values/wire.ts";
import { Account } from "./schema.ts";

const whole = Account.properties;

/** An account whose keys without their right are null. */
export const ShownAccount = Type.Object(
  {
    ...whole,
    defaultTaxLotSelection: nullable(whole.defaultTaxLotSelection),
    trustees: nullable(whole.trustees),
    w9BackupWithholding: nullable(whole.w9BackupWithholding),
    primaryBeneficiaries: nullable(whole.primaryBeneficiaries),
    contingentBeneficiaries: nullable(whole.contingentBeneficiaries),
    trustedContacts: nullable(whole.trustedContacts),
    securityExclusions: nullable(whole.securityExclusions),
    issueExclusions: nullable(whole.issueExclusions),
    sectorExclusions: nullable(whole.sectorExclusions),
  },
  { title: "Account" },
);

/** The fields that such a caller gets. */
export type ShownAccount = Static<typeof ShownAccount>;
