// The lists that an update replaces whole: beneficiaries, trusted contacts, exclusions.
// (interface 2.2)

import type { Vault } from "../../platform/keys/vault.ts";
import type { Tx } from "../../platform/store/db.ts";
import type { AccountNumber } from "../../values/ids.ts";
import { type BeneficiaryKind, sealSsn } from "./beneficiary-ssn.ts";
import {
  deleteBeneficiaries,
  deleteExclusions,
  deleteTrustedContacts,
  insertBeneficiaries,
  insertExclusions,
  insertTrustedContacts,
  type SealedBeneficiary,
} from "./list-queries.ts";
import type { AccountUpdate, NewBeneficiary } from "./schema.ts";

/** Replaces every list that the request has; one that is absent stays as it is. */
export function replaceLists(
  tx: Tx,
  vault: Vault,
  accountNumber: AccountNumber,
  request: AccountUpdate,
): void {
  for (const { kind, list } of beneficiaryLists(request)) {
    if (list === undefined) continue;
    deleteBeneficiaries(tx, accountNumber, kind);
    const sealed = sealBeneficiaries(vault, accountNumber, kind, list);
    insertBeneficiaries(tx, accountNumber, kind, sealed);
  }
  if (request.trustedContacts !== undefined) {
    deleteTrustedContacts(tx, accountNumber);
    insertTrustedContacts(tx, accountNumber, request.trustedContacts);
  }
  for (const { kind, list } of exclusionLists(request)) {
    if (list === undefined) continue;
    deleteExclusions(tx, accountNumber, kind);
    insertExclusions(tx, accountNumber, kind, list);
  }
}

function beneficiaryLists({ primaryBeneficiaries, contingentBeneficiaries }: AccountUpdate) {
  return [
    { kind: "P", list: primaryBeneficiaries },
    { kind: "C", list: contingentBeneficiaries },
  ] as const;
}

function exclusionLists(request: AccountUpdate) {
  return [
    { kind: "SECURITY", list: request.securityExclusions ?? request.securityExclusion },
    { kind: "ISSUE", list: request.issueExclusions ?? request.issueExclusion },
    { kind: "SECTOR", list: request.sectorExclusions ?? request.sectorExclusion },
  ] as const;
}

function sealBeneficiaries(
  vault: Vault,
  accountNumber: AccountNumber,
  kind: BeneficiaryKind,
  list: readonly NewBeneficiary[],
): SealedBeneficiary[] {
  return list.map(({ SSN, ...beneficiary }, index) => {
    const place = { accountNumber, kind, position: index + 1 };
    return { ...beneficiary, ssn: sealSsn(vault, SSN, place) };
  });
}
